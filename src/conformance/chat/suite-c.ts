/** Suite C in the order it runs. */
import type { ChatCheck } from './chat-check.ts';
import { configurationCases } from './configuration.ts';
import { failureCases } from './failures.ts';
import { historyCases } from './history.ts';
import { limitCases } from './limits.ts';
import { mediaCases } from './media.ts';
import { streamCases } from './streams.ts';

export const SUITE_C: readonly ChatCheck[] = [
  ...historyCases,
  ...limitCases,
  ...streamCases,
  ...failureCases,
  ...mediaCases,
  ...configurationCases,
];
