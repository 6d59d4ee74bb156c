/** Keeps the user's own secrets out of what is shown about an ask. */
import type { Environment } from '../../host/host.ts';

const CREDENTIAL_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i;

/** Shorter values would hide harmless text. */
const LEAST_LENGTH = 4;

/**
 * Names a variable instead of its value. Only values of the user's own variables are hidden, never
 * a text of the file: that is what the user has to see.
 */
export function withoutOwnSecrets(text: string, environment: Environment): string {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= LEAST_LENGTH && CREDENTIAL_NAME.test(name)
      ? [[name, value] as const]
      : [],
  );
  // The longest first, so that a value that holds another one is hidden whole.
  secrets.sort(([, a], [, b]) => b.length - a.length);
  return secrets.reduce((shown, [name, value]) => shown.replaceAll(value, `$${name}`), text);
}
