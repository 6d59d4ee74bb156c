import type { ProcessEnd } from '../host/host.ts';

/** What went wrong between the launch and the first answer. */
export type StartReason =
  | { readonly type: 'missing' }
  | { readonly type: 'is-directory' }
  | { readonly type: 'not-executable' }
  /** The operating system's own code, such as `ENOEXEC`. */
  | { readonly type: 'not-started'; readonly code: string }
  | { readonly type: 'no-private-directory'; readonly path: string; readonly detail: string }
  | { readonly type: 'socket-path-too-long'; readonly path: string; readonly limitBytes: number }
  /** The variable that says when to encrypt has a value nobody knows. */
  | { readonly type: 'tls-setting'; readonly found: string }
  | { readonly type: 'timeout'; readonly limitMs: number }
  | { readonly type: 'exited'; readonly end: ProcessEnd }
  /** It printed something else. */
  | { readonly type: 'not-a-handshake'; readonly line: string }
  | { readonly type: 'closed-output'; readonly line: string }
  | { readonly type: 'core-version'; readonly found: string }
  | { readonly type: 'handshake-version'; readonly found: string }
  | { readonly type: 'network'; readonly found: string }
  | { readonly type: 'address'; readonly found: string }
  | { readonly type: 'protocol'; readonly found: string }
  | { readonly type: 'multiplexing'; readonly found: string }
  | { readonly type: 'unreachable'; readonly address: string; readonly detail: string }
  | { readonly type: 'unhealthy'; readonly detail: string }
  | { readonly type: 'tls'; readonly detail: string }
  | { readonly type: 'cancelled' };

/** "exited with code 3", "was ended by SIGKILL". */
export function endText(end: ProcessEnd): string {
  if (end.type === 'not-started') return `could not be started (${end.code})`;
  if (end.signal !== undefined) return `was ended by ${end.signal}`;
  return `exited with code ${end.exitCode ?? 'unknown'}`;
}
