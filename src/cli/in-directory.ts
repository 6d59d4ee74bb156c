import { resolve } from 'node:path';
import type { Host } from '../host/host.ts';

/** The same host, working in another directory. */
export function inDirectory(host: Host, directory: string | undefined): Host {
  if (directory === undefined) return host;
  const workingDirectory = resolve(host.workingDirectory, directory);
  // Getters of the host, such as the terminal's width, must stay getters.
  return Object.create(host, { workingDirectory: { value: workingDirectory, enumerable: true } });
}
