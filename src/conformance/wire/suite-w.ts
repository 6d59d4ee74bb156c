/** Suite W in the order it runs: that of the reference suite, so that both see the same provider. */
import type { Check } from '../check.ts';
import { keepsTextWhole } from './assembly.ts';
import { keepsApart } from './at-once.ts';
import { completionChecks } from './completion.ts';
import { configureChecks, reconfigureChecks } from './configure.ts';
import { contentChecks } from './content.ts';
import { readsEveryFraming } from './framing.ts';
import { endChecks, startChecks } from './handshake.ts';
import { identityChecks, providerWideChecks } from './identity.ts';
import { modelChecks } from './models.ts';
import { otherChecks } from './other-calls.ts';
import { optionChecks } from './provider-options.ts';
import { reasoningChecks } from './reasoning.ts';
import { refusalChecks, statusChecks } from './refusals.ts';
import { resolvesRoster } from './roster.ts';
import { heldChecks, surroundingChecks } from './surroundings.ts';
import { answerChecks } from './vendor-answers.ts';
import { vendorChecks } from './vendor-failure.ts';
import { requestChecks } from './vendor-requests.ts';
import type { WireSession } from './wire-session.ts';

export const SUITE_W: readonly Check<WireSession>[] = [
  ...startChecks,
  ...surroundingChecks,
  ...identityChecks,
  ...modelChecks,
  ...configureChecks,
  ...providerWideChecks,
  ...completionChecks,
  ...reasoningChecks,
  ...contentChecks,
  keepsTextWhole,
  ...answerChecks,
  readsEveryFraming,
  ...refusalChecks,
  ...requestChecks,
  ...optionChecks,
  ...vendorChecks,
  keepsApart,
  ...otherChecks,
  resolvesRoster,
  ...reconfigureChecks,
  ...statusChecks,
  ...heldChecks,
  ...endChecks,
];

/** Where the reference suite fails too; elsewhere ours is stricter (`--suite reference`). */
export const REFERENCE_IDS: ReadonlySet<string> = new Set([
  'W-01',
  'W-02',
  'W-03',
  'W-04',
  'W-05',
  'W-06',
  'W-07',
  'W-08',
  'W-09',
  'W-10',
  'W-11',
  'W-12',
  'W-13',
  'W-14',
  'W-15',
  'W-30',
  'W-31',
  'W-40',
  'W-41',
  'W-42',
  'W-43',
  'W-44',
  'W-46',
  'W-47',
  'W-48',
  'W-52',
  'W-53',
  'W-54',
  'W-67',
]);
