import { type Judge, loadJudge } from '../../src/config/hcl.ts';
import { type ParseSettings, parseConfigText } from '../../src/config/parse-config.ts';
import { NO_VERDICTS } from '../../src/config/verdict-cache.ts';
import { nodeFiles } from '../../src/host/node-files.ts';

let judge: Promise<Judge> | undefined;

/** The real judge, loaded once a test file. */
export function realJudge(): Promise<Judge> {
  judge ??= loadJudge(nodeFiles);
  return judge;
}

/** A judge that must not be asked. */
export const forbiddenJudge = (): Promise<Judge> =>
  Promise.reject(new Error('the judge was loaded'));

/** Parses a text with the real judge and without a cache, unless told otherwise. */
export function parseWithJudge(
  text: string | Uint8Array,
  settings: Partial<ParseSettings> = {},
): ReturnType<typeof parseConfigText> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return parseConfigText(bytes, 'agent.hcl', {
    judge: realJudge,
    verdicts: NO_VERDICTS,
    ...settings,
  });
}
