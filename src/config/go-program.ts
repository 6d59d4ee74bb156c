/** One running Go program in WebAssembly, as `wasm_exec.js` of Go runs it. */

/** How a call ended. */
export type Answer =
  | { readonly type: 'result'; readonly text: string }
  | { readonly type: 'error'; readonly message: string }
  /** The program can not be called any more. */
  | { readonly type: 'died'; readonly reason: string };

export interface GoProgram {
  /** Calls a function of the program. It has ended when this returns. */
  call(name: string, ...values: readonly string[]): Answer;
}

/** A compiled module and a running one; only `Go` looks inside. */
export type WasmModule = object;
type WasmInstance = object;

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
}

// TypeScript declares WebAssembly for browsers only.
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

/** Compiles a module. @throws When the bytes are none. */
export function compileModule(bytes: Uint8Array): Promise<WasmModule> {
  return wasm.compile(bytes);
}

/** What `wasm_exec.js` defines. */
interface Go {
  readonly importObject: { readonly go: Record<string, unknown> };
  exit: (code: number) => void;
  run(instance: WasmInstance): Promise<void>;
}

export type GoClass = new () => Go;

type Callback = (error: string | null | undefined, result?: string) => void;
type Exported = Readonly<Record<string, (...values: (string | Callback)[]) => void>>;

/** The global names that `wasm_exec.js` sets: its class, and files where there are none. */
const LEFT_BEHIND = ['Go', 'fs'];

/**
 * Takes the class that `wasm_exec.js` puts into the global scope, and leaves that scope clean.
 *
 * @param load - Runs `wasm_exec.js`.
 */
export async function takeGoClass(load: () => Promise<unknown>): Promise<GoClass> {
  const scope: Record<string, unknown> = Object(globalThis);
  const before = LEFT_BEHIND.filter((name) => name in scope);
  await load();
  const { Go } = scope;
  for (const name of LEFT_BEHIND) {
    if (!before.includes(name)) delete scope[name];
  }
  return Go as GoClass; // the script has no types
}

/** Names under which the program looks for files, and for the object to put its functions in. */
const FILES = 'fs';
const EXPORTS = '__parse_terraform_config_wasm__';

/** Starts a program. */
export function startGo(Go: GoClass, module: WasmModule): GoProgram {
  const go = new Go();
  const exported: Exported = {};
  const state = { exitCode: undefined as number | undefined };
  go.exit = (code) => {
    state.exitCode = code;
  };
  // What the program writes are stack dumps of its crashes, which would only frighten.
  go.importObject.go['runtime.wasmWrite'] = () => undefined;
  const instance = new wasm.Instance(module, go.importObject);
  withGlobals({ [FILES]: noFiles(), [EXPORTS]: exported }, () => {
    // It ends only when the program does; a crash shows in the state of the next call.
    go.run(instance).catch(() => {
      state.exitCode ??= 1;
    });
  });
  return { call: (name, ...values) => call(exported, state, name, values) };
}

/** The program reads these names once, when it starts; afterwards they are put back. */
function withGlobals(globals: Readonly<Record<string, unknown>>, run: () => void): void {
  const scope: Record<string, unknown> = Object(globalThis);
  const before = Object.entries(globals).map(
    ([name]) => [name, Object.getOwnPropertyDescriptor(scope, name)] as const,
  );
  Object.assign(scope, globals);
  run();
  for (const [name, descriptor] of before) {
    if (descriptor === undefined) delete scope[name];
    else Object.defineProperty(scope, name, descriptor);
  }
}

function call(
  exported: Exported,
  state: { readonly exitCode: number | undefined },
  name: string,
  values: readonly string[],
): Answer {
  let answer: Answer | undefined;
  const done: Callback = (error, result) => {
    answer = error ? { type: 'error', message: error } : { type: 'result', text: result ?? '' };
  };
  try {
    exported[name]?.(...values, done);
  } catch (error) {
    return { type: 'died', reason: error instanceof Error ? error.message : String(error) };
  }
  if (answer !== undefined && state.exitCode === undefined) return answer;
  return { type: 'died', reason: `the parser ended with code ${state.exitCode ?? 'unknown'}` };
}

/** A file system without files. Go asks for its constants and calls back with an error. */
function noFiles(): unknown {
  const constants = {
    O_WRONLY: -1,
    O_RDWR: -1,
    O_CREAT: -1,
    O_TRUNC: -1,
    O_APPEND: -1,
    O_EXCL: -1,
  };
  const refuse = (...values: readonly unknown[]): void => {
    const callback = values.at(-1);
    const error = Object.assign(new Error('not implemented'), { code: 'ENOSYS' });
    if (typeof callback === 'function') callback(error);
  };
  return new Proxy({ constants }, { get: (target, name) => Reflect.get(target, name) ?? refuse });
}
