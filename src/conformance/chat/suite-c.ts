/** Suite C in the order it runs. */

import { chainCases } from './chains.ts';
import type { ChatCheck } from './chat-check.ts';
import { configurationCases } from './configuration.ts';
import { failureCases } from './failures.ts';
import { handOverCases } from './hand-over.ts';
import { historyCases } from './history.ts';
import { limitCases } from './limits.ts';
import { mediaCases } from './media.ts';
import { streamCases } from './streams.ts';
import { structuredCases } from './structured.ts';
import { toolCases } from './tools.ts';

export const SUITE_C: readonly ChatCheck[] = [
  ...historyCases,
  ...structuredCases,
  ...limitCases,
  ...streamCases,
  ...toolCases,
  ...failureCases,
  ...mediaCases,
  ...chainCases,
  ...handOverCases,
  ...configurationCases,
];
