/**
 * What authors may say of a run. It names no generated type, so that the declarations of the package
 * are complete without the code generator's.
 */
import type { JsonObject } from '../protocol/json.ts';
import type { Suite } from './report.ts';
import type { VendorDialect } from './wire/vendor-dialect.ts';

export interface CheckOptions {
  /** Replaces the configuration that the suite makes from the schema; completions are then asked for. */
  readonly providerConfig?: JsonObject | undefined;
  /** The model to complete with; default the first. */
  readonly model?: string | undefined;
  /** The request of every completion, in the JSON form of protobuf; its model id is replaced. */
  readonly request?: JsonObject | undefined;
  /** What the provider must call itself. */
  readonly expected?:
    | {
        readonly name?: string | undefined;
        readonly version?: string | undefined;
        readonly source?: string | undefined;
      }
    | undefined;
  /** No completion is asked for. */
  readonly noStream?: boolean | undefined;
  /** What a vendor of the provider's own dialect sends; without it the vendor is never there. */
  readonly dialect?: VendorDialect | undefined;
  /** Default `full`. */
  readonly suite?: Suite | undefined;
  /** Bound of every call, milliseconds; default 30,000. */
  readonly limitMs?: number | undefined;
  /** Ends the run early; what was not reached is skipped. */
  readonly signal?: AbortSignal | undefined;
}
