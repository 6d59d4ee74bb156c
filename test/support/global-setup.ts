import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Tests of real processes run the bundled program, so it is built once before all of them. */
export default function setup(): void {
  const script = fileURLToPath(new URL('../../src/bundle/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
