/**
 * The judge of syntax: HCL's own parser, compiled to WebAssembly in the package hcl2json. Loaded
 * only for a text that is not known to be accepted.
 *
 * The package's own loader is not used: it loads at import, polls until the module is ready, and
 * can neither report a missing file nor notice when the parser has died.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import type { Files } from '../host/host.ts';
import { FILE_MARK } from './file-mark.ts';
import {
  type Answer,
  compileModule,
  type GoClass,
  type GoProgram,
  startGo,
  takeGoClass,
  type WasmModule,
} from './go-program.ts';

export type Verdict =
  /** `json` is what the parser made of the file; absent when it can not put that into JSON. */
  | { readonly type: 'accepted'; readonly json: unknown }
  /** The parser's one text with all its diagnostics. */
  | { readonly type: 'rejected'; readonly message: string }
  /** The parser itself failed, such as by exhausting its memory. */
  | { readonly type: 'failed'; readonly reason: string };

export interface Judge {
  /** Parses a whole file, which diagnostics call `FILE_MARK`. Never hangs, never throws. */
  judge(text: string): Verdict;
  /**
   * Whether an expression, given as its exact text, is a plain call `env("NAME")` and nothing else.
   * `undefined` when the parser failed.
   */
  isPlainEnvCall(expression: string): boolean | undefined;
}

const PARSE_ERROR = 'parse config: ';
const CONVERSION_ERROR = 'convert to HCL: ';

/**
 * Loads the parser.
 *
 * @returns A judge that starts its parser anew whenever that has failed.
 * @throws When a file of the parser is missing or unreadable; the message names it.
 */
export async function loadJudge(files: Files): Promise<Judge> {
  const bytes = await readModule(files);
  goClass ??= takeGoClass(() => import('@cdktf/hcl2json/wasm/wasm_exec.js'));
  const Go = await goClass;
  set(WHILE_JUDGING);
  try {
    return new HclJudge(Go, await compileModule(bytes));
  } finally {
    set(USUAL);
  }
}

/**
 * How V8 treats the parser: the optimizing compiler would delay the end of the process, and of a file
 * of our own, most of which is never called, only what runs needs to be checked. V8's settings are part
 * of what code caches are valid for, Node's own among them, so these hold no longer than necessary.
 */
const WHILE_JUDGING = ['--liftoff-only', '--wasm-lazy-validation'];
/** `--liftoff-only` turned the last two off as well. */
const USUAL = [
  '--no-liftoff-only',
  '--no-wasm-lazy-validation',
  '--wasm-tier-up',
  '--wasm-dynamic-tiering',
];

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}

/** The script runs once a process, however many judges there are. */
let goClass: Promise<GoClass> | undefined;

/**
 * The bundle has the file beside it or one folder above, unpacked, since unpacking takes as long as
 * half of all the rest; in the repository it is the package's.
 */
async function readModule(files: Files): Promise<Uint8Array> {
  const bundled = ['./main.wasm', '../main.wasm'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  for (const path of bundled) {
    const bytes = await files.read(path).catch(() => undefined);
    if (bytes !== undefined) return bytes;
  }
  return gunzipSync(await files.read(packagedModule(bundled)));
}

function packagedModule(bundled: readonly string[]): string {
  try {
    return createRequire(import.meta.url).resolve('@cdktf/hcl2json/main.wasm.gz');
  } catch (error) {
    throw new Error(`neither ${bundled.join(' nor ')} can be read`, { cause: error });
  }
}

class HclJudge implements Judge {
  readonly #Go: GoClass;
  readonly #module: WasmModule;
  #program: GoProgram | undefined;

  constructor(Go: GoClass, module: WasmModule) {
    this.#Go = Go;
    this.#module = module;
  }

  judge(text: string): Verdict {
    const answer = this.#call('parse', FILE_MARK, text);
    if (answer.type === 'result') return { type: 'accepted', json: JSON.parse(answer.text) };
    if (answer.type === 'died') return { type: 'failed', reason: answer.reason };
    if (answer.message.startsWith(PARSE_ERROR)) {
      return { type: 'rejected', message: answer.message.slice(PARSE_ERROR.length) };
    }
    // The syntax is right, but blocks of one type differ in their labels.
    if (answer.message.startsWith(CONVERSION_ERROR)) return { type: 'accepted', json: undefined };
    this.#program = undefined;
    return { type: 'failed', reason: answer.message };
  }

  isPlainEnvCall(expression: string): boolean | undefined {
    // A heredoc needs the line end behind its closing mark.
    const answer = this.#call('getExpressionAst', FILE_MARK, `${expression}\n`);
    if (answer.type === 'died') return undefined;
    return answer.type === 'result' && isPlainEnvCall(JSON.parse(answer.text));
  }

  #call(name: string, file: string, text: string): Answer {
    set(WHILE_JUDGING);
    try {
      const program = this.#program ?? this.#start();
      if (!('call' in program)) return program;
      const answer = program.call(name, file, text);
      this.#program = answer.type === 'died' ? undefined : program;
      return answer;
    } finally {
      set(USUAL);
    }
  }

  #start(): GoProgram | Extract<Answer, { type: 'died' }> {
    try {
      return startGo(this.#Go, this.#module);
    } catch (error) {
      return { type: 'died', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

interface Node {
  readonly type?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

/** A call of `env` with one argument, a quoted text without interpolation. */
function isPlainEnvCall(node: Node): boolean {
  const { type, meta, children = [] } = node;
  if (type !== 'function' || meta?.['name'] !== 'env') return false;
  if (meta['expandedFinalArgument'] !== false || children.length !== 1) return false;
  const [argument] = children;
  if (argument?.type !== 'template' || argument.children?.length !== 1) return false;
  const [text] = argument.children;
  return text?.type === 'literalValue' && text.meta?.['type'] === 'string';
}
