/** How the chat comes to its end: once, with an exit code or a defect. */
export interface Ending {
  readonly promise: Promise<number>;
  readonly resolve: (exitCode: number) => void;
  readonly reject: (defect: unknown) => void;
}

/** What comes after the first call changes nothing. */
export function createEnding(): Ending {
  let resolve: Ending['resolve'] = () => {};
  let reject: Ending['reject'] = () => {};
  const promise = new Promise<number>((onExit, onDefect) => {
    resolve = onExit;
    reject = onDefect;
  });
  // A defect may come before anybody waits; whoever waits then still gets it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
