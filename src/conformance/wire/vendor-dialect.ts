/** How the vendor of a provider speaks: what the suite must know to play it, and to read requests. */
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { StubAnswer, StubResponse, VendorRequest } from '../loopback-stub.ts';

/**
 * Answers of a healthy vendor, and readers of the requests it gets. What is absent, the vendor does
 * not have: the checks that need it are skipped, with that reason. Answers may be recordings, or
 * functions of the request, which can tell a completion from a roster, a count or an account by its
 * target. Where a check does not say otherwise the vendor answers everything with `text`.
 */
export interface VendorDialect {
  /** Settings beside those that the suite makes, such as which of two interfaces to speak. */
  readonly settings?: JsonObject | undefined;
  /** A short answer in text. */
  readonly text: StubAnswer;
  /** One call of the tool `clock` with the argument `zone`. */
  readonly tool?: StubAnswer | undefined;
  /** Two such calls in one answer (W-45). */
  readonly parallelTools?: StubAnswer | undefined;
  /** Reasoning, then text (W-46). */
  readonly thinking?: ThinkingAnswer | undefined;
  /** An encrypted block of reasoning, then text (W-47). */
  readonly redacted?: RedactedAnswer | undefined;
  /** The response header that names a request, such as `x-request-id` (W-49). */
  readonly requestIdHeader?: string | undefined;
  /**
   * A refusal such as that of a used-up budget, which it names where it can; default a failure
   * without words (W-43, W-48).
   */
  readonly refusal?: Refusal | undefined;
  /** Counts whose cached and reasoning parts overlap with others, as the vendor reports them. */
  readonly usage?: { readonly response: StubAnswer; readonly totalTokens: number } | undefined;
  /** An answer that ended at the given stop sequence; absent where the vendor does not say (W-62). */
  readonly stopSequence?: { readonly response: StubAnswer; readonly sequence: string } | undefined;
  /** The streamed answer that says exactly this text, in one event of text (W-70, W-77). */
  readonly answer?: ((text: string) => StubResponse) | undefined;
  /** As `answer`, of a backend that can not stream (W-76). Absent: the vendor always streams. */
  readonly wholeAnswer?: ((text: string) => StubResponse) | undefined;
  /** A roster that is asked for in `Configure` (W-19). Absent: it is built in. */
  readonly roster?: RosterAnswers | undefined;
  /** The vendor's own count of tokens (W-72). */
  readonly count?: CountAnswer | undefined;
  /** `provider_options` (W-59, W-60). */
  readonly options?: DocumentedOptions | undefined;
  /** The texts that a completion's request sends as the system's, empty ones too (W-61). */
  readonly systemTurns?: ((request: VendorRequest) => readonly string[]) | undefined;
  /** Where a completion's request holds cache markers, in any order (W-57, W-58). */
  readonly cacheMarkers?: ((request: VendorRequest) => readonly MarkerPlace[]) | undefined;
  /** Places without a marker of their own, of a vendor that has markers (W-58). */
  readonly unmarkable?: readonly MarkerPlace[] | undefined;
}

/**
 * Behind the tools, behind the system's part, or behind the message of this index. System turns are
 * not counted as messages.
 */
export type MarkerPlace = 'tools' | 'context' | number;

export interface Refusal {
  /** Absent: the vendor is not asked over HTTP, or `prompt` is enough. */
  readonly response?: StubAnswer | undefined;
  /** What a user says to be refused; default the usual request. */
  readonly prompt?: string | undefined;
}

export interface ThinkingAnswer {
  readonly response: StubAnswer;
  /** The integrity token as the vendor sends it, which stays part of ours; absent: it has none. */
  readonly signature?: string | undefined;
}

export interface RedactedAnswer {
  readonly response: StubAnswer;
  /** The block as the vendor sends it, such as base64 with odd padding; it stays part of ours. */
  readonly data: string;
}

export interface RosterAnswers {
  /** The vendor serves no models. */
  readonly empty: StubAnswer;
  /** The vendor serves `models`. */
  readonly full: StubAnswer;
  /** Ids that the provider must offer then, in any order. */
  readonly models: readonly string[];
}

export interface CountAnswer {
  /** Must count more for a request that holds more (W-71). */
  readonly response: StubAnswer;
  /**
   * What of a request is counted, from that of a count and that of a completion alike: without the
   * fields that only generate, and without what wraps it.
   */
  readonly content: (request: VendorRequest) => JsonValue | undefined;
}

export interface DocumentedOptions {
  /** An option, a value that the vendor takes, and where it stands in a completion's request. */
  readonly documented: {
    readonly name: string;
    readonly value: JsonValue;
    readonly read: (request: VendorRequest) => JsonValue | undefined;
  };
  /** An option that is a whole number and may be 7; absent: there is none. */
  readonly integer?:
    | {
        readonly name: string;
        readonly read: (request: VendorRequest) => JsonValue | undefined;
      }
    | undefined;
  /** What the provider's documentation says of options that it does not know (MP-94). */
  readonly unknown: 'ignored' | 'refused';
}
