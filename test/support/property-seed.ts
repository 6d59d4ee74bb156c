/**
 * Property tests draw the same cases in every run, so that a run judges the change and not its luck.
 * New cases are looked for on purpose: `AGENT_FUZZ_SEED=<number> npm test -- <file>`.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['AGENT_FUZZ_SEED'] ?? 20_260_131) });
