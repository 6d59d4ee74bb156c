/** Every domain value that crosses the wire, as fast-check arbitraries. */
import fc from 'fast-check';
import { CONFIG_ATTRIBUTE_TYPES, type ConfigAttribute } from '../../src/protocol/config-schema.ts';
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts';
import type { ContentBlock, Message } from '../../src/protocol/message.ts';
import { MODEL_ERROR_CATEGORIES, type ModelError } from '../../src/protocol/model-error.ts';
import type {
  CacheBreakpoint,
  GenerationParams,
  ModelRequest,
  ToolSchema,
} from '../../src/protocol/model-request.ts';
import type {
  AccountSnapshot,
  AuthDescriptor,
  Capabilities,
  ModelSpec,
  Pricing,
  ProducerRef,
  ThinkingSpec,
} from '../../src/protocol/model-spec.ts';
import type { RateLimitSnapshot } from '../../src/protocol/rate-limit.ts';
import { STOP_REASONS, type StreamEvent } from '../../src/protocol/stream-event.ts';
import type { Usage } from '../../src/protocol/usage.ts';

/** Plain objects, so that a difference in prototype is never the difference. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

const text = fc.string({ unit: 'binary', maxLength: 12 });
const flag = fc.boolean();
const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
/** On the wire a zero of an implicit field has no sign. */
const double = fc.double({ noNaN: true }).map((value) => value + 0);
const bytes = fc.uint8Array({ maxLength: 12 });
/** Years 1 to 9999, as a timestamp allows. */
const momentMs = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const filledList = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
/** The generated codec, a reference in some tests, loses this one key; ours has a test of its own. */
const key = text.filter((name) => name !== '__proto__');
const texts = fc.dictionary(key, text, { maxKeys: 3, noNullPrototype: true });

const { value: jsonValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(text, double, flag, fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
export const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(key, jsonValue, {
  maxKeys: 4,
  noNullPrototype: true,
});

const { block } = fc.letrec<{ block: ContentBlock }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    record<ContentBlock>({ type: fc.constant('text'), text }),
    record<ContentBlock>({ type: fc.constant('image'), data: bytes, mediaType: text }),
    record<ContentBlock>({ type: fc.constant('thinking'), text, signature: bytes }),
    record<ContentBlock>({ type: fc.constant('redacted-thinking'), data: bytes }),
    record<ContentBlock>({
      type: fc.constant('document'),
      data: bytes,
      mediaType: text,
      filename: maybe(text),
    }),
    record<ContentBlock>({
      type: fc.constant('tool-use'),
      id: text,
      name: text,
      arguments: jsonObject,
    }),
    record<ContentBlock>({
      type: fc.constant('tool-result'),
      toolUseId: text,
      content: list(tie('block')),
      isError: flag,
    }),
  ),
}));

const message = record<Message>({
  id: text,
  role: fc.constantFrom('user', 'assistant'),
  content: list(block),
  producedByProvider: maybe(text),
  producedByModelId: maybe(text),
});

const { schema: toolSchema } = fc.letrec<{ schema: ToolSchema }>((tie) => ({
  schema: record<ToolSchema>({
    type: fc.constantFrom('object', 'string', 'number', 'boolean', 'array'),
    description: text,
    properties: fc.oneof(
      { maxDepth: 2 },
      fc.constant({}),
      fc.dictionary(key, tie('schema'), { maxKeys: 2, noNullPrototype: true }),
    ),
    required: list(text),
    items: fc.oneof({ maxDepth: 2 }, fc.constant(undefined), tie('schema')),
    enumValues: list(text),
  }),
}));

const params = record<GenerationParams>({
  thinkingEffort: maybe(text),
  thinkingBudgetTokens: maybe(integer),
  maxOutputTokens: maybe(integer),
  temperature: maybe(double),
  stopSequences: list(text),
  toolChoice: maybe(
    record({
      mode: fc.constantFrom<'auto' | 'any' | 'none' | 'specific'>(
        'auto',
        'any',
        'none',
        'specific',
      ),
      toolName: maybe(text),
    }),
  ),
  thinkingDisabled: maybe(flag),
  responseSchemaJson: maybe(text),
});

const breakpoint: fc.Arbitrary<CacheBreakpoint> = fc.oneof(
  fc.constant<CacheBreakpoint>({ type: 'after-assembled-context' }),
  fc.constant<CacheBreakpoint>({ type: 'after-tools' }),
  record<CacheBreakpoint>({ type: fc.constant('after-message'), index: integer }),
);

export const modelRequest = record<ModelRequest>({
  modelId: text,
  messages: list(message),
  tools: list(record({ name: text, description: text, inputSchema: toolSchema })),
  params: maybe(params),
  assembledContext: list(
    record({
      provider: text,
      label: text,
      content: list(block),
      tokens: integer,
      stability: fc.constantFrom<'static' | 'dynamic'>('static', 'dynamic'),
      truncated: flag,
    }),
  ),
  callContext: maybe(record({ sessionId: text, turnId: text, workingDirectory: text })),
  cacheBreakpoints: list(breakpoint),
  providerOptions: maybe(jsonObject),
});

const rateLimit = record<RateLimitSnapshot>({
  kind: fc.constantFrom('requests', 'tokens', 'input_tokens', 'output_tokens', 'credits'),
  remaining: maybe(integer),
  limit: maybe(integer),
  resetAtMs: maybe(momentMs),
  limitId: maybe(text),
  limitName: maybe(text),
  windowRole: maybe(fc.constantFrom<'primary' | 'secondary'>('primary', 'secondary')),
  usedPercent: maybe(double),
  windowSeconds: maybe(integer),
});

const usage = record<Usage>({
  inputTokens: integer,
  outputTokens: integer,
  cacheReadTokens: maybe(integer),
  cacheWriteTokens: maybe(integer),
  reasoningTokens: maybe(integer),
  vendorCost: maybe(record({ amount: text, unit: text, currency: maybe(text) })),
  vendorTotalTokens: maybe(integer),
  components: maybe(filledList(record({ name: text, value: integer }))),
  reasoningAlreadyCounted: maybe(flag),
});

/** Within its limits, and with a wait only where one means something. */
export const modelError: fc.Arbitrary<ModelError> = record({
  category: fc.constantFrom(...MODEL_ERROR_CATEGORIES),
  message: text,
  retryable: flag,
  retryAfterMs: maybe(fc.integer({ min: 1, max: 86_400_000 })),
  rawDetail: maybe(text),
}).map((error) => ({ ...error, retryAfterMs: error.retryable ? error.retryAfterMs : undefined }));

export const streamEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  record<StreamEvent>({
    type: fc.constant('stream-start'),
    requestId: text,
    correlationIds: texts,
  }),
  record<StreamEvent>({ type: fc.constant('text-delta'), text }),
  record<StreamEvent>({ type: fc.constant('thinking-delta'), text }),
  record<StreamEvent>({ type: fc.constant('thinking-signature'), signature: bytes }),
  record<StreamEvent>({ type: fc.constant('redacted-thinking'), data: bytes }),
  record<StreamEvent>({ type: fc.constant('tool-call-start'), id: text, name: text }),
  record<StreamEvent>({ type: fc.constant('tool-call-delta'), id: text, argumentsFragment: text }),
  record<StreamEvent>({ type: fc.constant('tool-call-done'), id: text }),
  record<StreamEvent>({ type: fc.constant('usage'), usage, rateLimits: list(rateLimit) }),
  record<StreamEvent>({
    type: fc.constant('metadata'),
    metadata: record({
      actualModel: maybe(text),
      systemFingerprint: maybe(text),
      serviceTier: maybe(text),
      rateLimits: list(rateLimit),
      liveContextWindow: maybe(integer),
      liveMaxOutputTokens: maybe(integer),
      catalogEtag: maybe(text),
      attrs: texts,
    }),
  }),
  record<StreamEvent>({
    type: fc.constant('stop'),
    reason: fc.constantFrom(...STOP_REASONS),
    matchedStopSequence: maybe(text),
    unknownReason: fc.constant(undefined),
  }),
  record<StreamEvent>({ type: fc.constant('error'), error: modelError }),
);

const auth = record<AuthDescriptor>({
  method: fc.constantFrom('unspecified', 'api_key', 'product_session', 'deployment_key'),
  metering: fc.constantFrom('unspecified', 'subscription_pool', 'metered_api'),
  plan: maybe(text),
  labels: texts,
});

export const account: fc.Arbitrary<AccountSnapshot> = fc
  .tuple(auth, list(rateLimit), maybe(momentMs))
  .map(([descriptor, quotas, fetchedAtMs]) => ({ ...descriptor, quotas, fetchedAtMs }));

const thinking = record<ThinkingSpec>({
  supported: flag,
  effort: maybe(record({ levels: list(text), default: text })),
  budget: maybe(record({ min: integer, max: integer, default: maybe(integer), deprecated: flag })),
  adaptiveByDefault: flag,
  disable: fc.constantFrom('unspecified', 'never', 'always', 'conditional'),
  supportsReasoningSummary: maybe(flag),
  defaultReasoningSummary: maybe(text),
});

const pricing = record<Pricing>({
  currency: text,
  free: flag,
  priceUnknown: maybe(flag),
  tiers: list(
    record({
      effectiveFromMs: maybe(momentMs),
      effectiveUntilMs: maybe(momentMs),
      inputPerMtok: double,
      outputPerMtok: double,
      cacheWritePerMtok: maybe(double),
      cacheReadPerMtok: maybe(double),
      batchInputPerMtok: maybe(double),
      batchOutputPerMtok: maybe(double),
      imageInputPerMtok: maybe(double),
      audioInputPerMtok: maybe(double),
      inputTokensFrom: maybe(integer),
      inputTokensUntil: maybe(integer),
    }),
  ),
  sourceUnit: maybe(text),
});

const modelSpec = record<ModelSpec>({
  id: text,
  contextWindow: integer,
  maxOutputTokens: integer,
  supportsToolUse: flag,
  supportsVision: flag,
  supportsDocuments: flag,
  supportsStreaming: flag,
  supportsParallelToolCalls: maybe(flag),
  supportsResponseSchema: maybe(flag),
  thinking: maybe(thinking),
  caching: maybe(
    record({
      supported: flag,
      keepaliveSupported: flag,
      explicitMarkers: flag,
      implicitAutomatic: flag,
    }),
  ),
  pricing: maybe(pricing),
  supportedToolChoiceModes: list(fc.constantFrom('auto', 'any', 'none', 'specific')),
  catalog: maybe(
    record({
      displayName: maybe(text),
      description: maybe(text),
      visible: maybe(flag),
      priority: maybe(fc.integer()),
      supportedInApi: maybe(flag),
      aliases: list(text),
      family: maybe(text),
    }),
  ),
  maxContextWindow: maybe(integer),
  effectiveContextWindowPercent: maybe(double),
  autoCompactTokenLimit: maybe(integer),
  verbosity: maybe(record({ supported: flag, levels: list(text), default: maybe(text) })),
  serviceTiers: maybe(filledList(text)),
  apiBackend: maybe(text),
  truncationPolicy: maybe(text),
  compHash: maybe(text),
});

const { attribute } = fc.letrec<{ attribute: ConfigAttribute }>((tie) => ({
  attribute: record<ConfigAttribute>({
    name: text,
    type: fc.constantFrom('unspecified', ...CONFIG_ATTRIBUTE_TYPES),
    required: flag,
    sensitive: flag,
    description: text,
    object_attributes: fc.oneof(
      { maxDepth: 2 },
      fc.constant(undefined),
      filledList(tie('attribute')),
    ),
    default_json: maybe(text),
  }),
}));

export const capabilities = record<Capabilities>({
  models: list(modelSpec),
  slashCommands: list(record({ name: text, description: text, template: text })),
  configSchema: maybe(record({ attributes: list(attribute) })),
  supportedHookPoints: list(fc.constantFrom('session-start', 'plan-ready', 'session-end')),
  auth: maybe(auth),
  catalogEtag: maybe(text),
  catalogFetchedAtMs: maybe(momentMs),
});

export const producer = record<ProducerRef>({
  name: text,
  version: text,
  source: text,
  category: fc.constantFrom('unspecified', 'model', 'tool'),
  protocolVersion: fc.nat(),
});
