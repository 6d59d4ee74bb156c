/** What is wrong with a message that decoded as protobuf and still can not be understood. */
export interface WireFault {
  /** Where, in the names of the contract: `messages[3].role`. */
  readonly path: string;
  /** What was found there: `is not set`. */
  readonly problem: string;
}

export type FromWire<T> =
  | { readonly type: 'ok'; readonly value: T }
  | { readonly type: 'fault'; readonly fault: WireFault };

/** Carries a fault from a nested message up to `reading`; never leaves this folder. */
class Fault extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(`${fault.path} ${fault.problem}`);
    this.fault = fault;
  }
}

/** Ends the reading of the current message. */
export function refuse(path: string, problem: string): never {
  throw new Fault({ path, problem });
}

/** Runs a reader and turns what it refused into a value. */
export function reading<T>(read: () => T): FromWire<T> {
  try {
    return { type: 'ok', value: read() };
  } catch (error) {
    if (error instanceof Fault) return { type: 'fault', fault: error.fault };
    throw error;
  }
}
