/** `agent-hcl/conformance`: the provider contract, executable, in any test framework or none. */
import { SUITE_W } from './wire/suite-w.ts';

export type { CheckOptions } from './check-options.ts';
export { checkProgram, type ProgramOptions } from './check-program.ts';
export { checkService, type ServiceOptions } from './check-service.ts';
export type { Finding, Level, Outcome } from './finding.ts';
export type { StubAnswer, StubResponse, VendorRequest } from './loopback-stub.ts';
export {
  type ConformanceReport,
  reportJson,
  reportText,
  type Suite,
  type Verdict,
} from './report.ts';
export type { MarkerPlace, VendorDialect } from './wire/vendor-dialect.ts';

/** Every check of the suite, in the order it runs. */
export const CHECKS: readonly { readonly id: string; readonly name: string }[] = SUITE_W.map(
  ({ id, name }) => ({ id, name }),
);
