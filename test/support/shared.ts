import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Absolute path of this repository. */
export const root = resolve(projectRoot);

const candidate = resolve(process.env['AGENT_SHARED'] ?? join(root, '..', 'shared'));

/**
 * The shared acceptance data (`AGENT_SHARED`, else `../shared`), or `undefined` in a clone without
 * it: such tests then skip and say so.
 */
export const sharedFolder = existsSync(join(candidate, 'spec')) ? candidate : undefined;

/** Title suffix that makes a skip visible. */
export const sharedNote = sharedFolder === undefined ? ' (skipped: no shared data folder)' : '';
