import type { Host, Output } from '../host/host.ts';
import type { Secrets } from './secrets.ts';

/**
 * The host with a stderr that no secret passes, whoever writes: it is the way out of every message.
 * What goes to stdout is redacted where it is made, as long as text and structure can be told apart:
 * a secret may read like a word of JSON.
 */
export function guardStderr(host: Host, secrets: Secrets): Host {
  const { stderr } = host;
  const guarded: Output = Object.create(stderr, {
    write: { value: (text: string) => stderr.write(secrets.redact(text)) },
  });
  return withStderr(host, guarded);
}

/** The same host with another stderr. */
export function withStderr(host: Host, stderr: Output): Host {
  // Getters of the host, such as its working directory, must stay getters.
  return Object.create(host, { stderr: { value: stderr, enumerable: true } });
}
