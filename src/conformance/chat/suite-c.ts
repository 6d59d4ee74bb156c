/** Suite C in the order it runs. */
import type { ChatCheck } from './chat-check.ts';
import { historyCases } from './history.ts';
import { limitCases } from './limits.ts';

export const SUITE_C: readonly ChatCheck[] = [...historyCases, ...limitCases];
