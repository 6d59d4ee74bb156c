/** What to start, and with which variables. */
export interface LaunchSpec {
  /** Local name in `agent.hcl`. */
  readonly name: string;
  /** A built-in is ended by the kernel as soon as it answered `Shutdown`. */
  readonly kind: 'built-in' | 'path' | 'npm' | 'override';
  /** Absolute path of the program. */
  readonly command: string;
  readonly args: readonly string[];
  /**
   * What a user knows the provider by, named in messages: the path of an executable or of an entry
   * file that the running Node executes.
   */
  readonly program: string;
  /** Absolute; absent: a private empty directory, as for every built-in. */
  readonly workingDirectory?: string | undefined;
  /** Entries of the operator's `environment {}`; never logged. */
  readonly environment: ReadonlyMap<string, string>;
  /** What is known before launch, else `0.0.0`. */
  readonly version: string;
}
