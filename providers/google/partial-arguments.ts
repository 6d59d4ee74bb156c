// Arguments of a tool call that arrive as single values, each with the path where it belongs.
import {
  arrayAt,
  booleanAt,
  type JsonObject,
  type JsonValue,
  numberAt,
  stringAt,
  valueAt,
} from 'agent-hcl/sdk';

type Step = string | number;
type Node = JsonValue | Branch;

/** Maps and not objects, so that a key such as `__proto__` is one like any other. */
interface Branch {
  readonly isList: boolean;
  readonly members: Map<Step, Node>;
}

/** An index above this is no argument but a way to fill the memory. */
const HIGHEST_INDEX = 10_000;

/** Collects the arguments of one call. Values it can not place are skipped. */
export class PartialArguments {
  readonly #root: Branch = branch(false);
  /** Paths whose text goes on in the next value for them. */
  readonly #open = new Set<string>();

  add(values: readonly JsonValue[]): void {
    for (const value of values) this.#addOne(value);
  }

  /** Takes whole arguments. */
  set(args: JsonObject): void {
    for (const [name, value] of Object.entries(args)) this.#root.members.set(name, value);
  }

  toJson(): JsonObject {
    return Object.fromEntries(
      [...this.#root.members].map(([name, node]) => [String(name), plain(node)]),
    );
  }

  #addOne(part: JsonValue): void {
    const path = stringAt(part, 'jsonPath') ?? '';
    const steps = parsePath(path);
    const value = placedValue(part);
    const last = steps?.at(-1);
    if (steps === undefined || last === undefined || value === undefined) return;
    const holder = this.#holder(steps);
    if (holder === undefined) return;
    const before = holder.members.get(last);
    const goesOn = this.#open.has(path) && typeof before === 'string' && typeof value === 'string';
    holder.members.set(last, goesOn ? before + value : value);
    if (booleanAt(part, 'willContinue') === true) this.#open.add(path);
    else this.#open.delete(path);
  }

  /** The object or list that holds the last step, made on the way where it is missing. */
  #holder(steps: readonly Step[]): Branch | undefined {
    let current = this.#root;
    for (const [index, step] of steps.entries()) {
      if (current.isList !== (typeof step === 'number')) return undefined;
      if (index === steps.length - 1) return current;
      const found = current.members.get(step);
      const next = isBranch(found) ? found : branch(typeof steps[index + 1] === 'number');
      current.members.set(step, next);
      current = next;
    }
    return undefined;
  }
}

function branch(isList: boolean): Branch {
  return { isList, members: new Map() };
}

function isBranch(node: Node | undefined): node is Branch {
  return (
    typeof node === 'object' && node !== null && 'members' in node && node.members instanceof Map
  );
}

function plain(node: Node): JsonValue {
  if (!isBranch(node)) return node;
  const { isList, members } = node;
  if (!isList) {
    return Object.fromEntries([...members].map(([name, value]) => [String(name), plain(value)]));
  }
  const indexes = [...members.keys()].filter((step) => typeof step === 'number');
  const length = Math.max(-1, ...indexes) + 1;
  return Array.from({ length }, (_, index) => plain(members.get(index) ?? null));
}

function placedValue(part: JsonValue): JsonValue | undefined {
  if (valueAt(part, 'nullValue') !== undefined) return null;
  return (
    stringAt(part, 'stringValue') ?? numberAt(part, 'numberValue') ?? booleanAt(part, 'boolValue')
  );
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** `$.a.b[0]['c d']`; `undefined` when it is written in another way. */
function parsePath(path: string): readonly Step[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) return undefined;
    const [, name, index, single, double] = match;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? unescaped(single ?? double ?? ''));
  }
  return steps.every((step) => typeof step === 'string' || step <= HIGHEST_INDEX)
    ? steps
    : undefined;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

/** The values of a call that streams them. */
export function partialValues(call: JsonObject): readonly JsonValue[] {
  return arrayAt(call, 'partialArgs');
}
