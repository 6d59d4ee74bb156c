/** `agent-hcl/sdk`: everything a provider is built on. */
export type {
  ConfigAttribute,
  ConfigAttributeType,
  ConfigSchema,
} from '../protocol/config-schema.ts';
export type { JsonObject, JsonValue } from '../protocol/json.ts';
export type {
  ContentBlock,
  DocumentBlock,
  ImageBlock,
  Message,
  RedactedThinkingBlock,
  Role,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../protocol/message.ts';
export {
  MODEL_ERROR_CATEGORIES,
  type ModelError,
  type ModelErrorCategory,
  mayRetry,
} from '../protocol/model-error.ts';
export type {
  CacheBreakpoint,
  ContextSection,
  CountTokensRequest,
  GenerationParams,
  ModelRequest,
  ToolChoice,
  ToolChoiceMode,
  ToolDeclaration,
  ToolSchema,
} from '../protocol/model-request.ts';
export type {
  AccountSnapshot,
  AuthDescriptor,
  BudgetControl,
  CachingSpec,
  CatalogMetadata,
  EffortControl,
  ModelSpec,
  Pricing,
  PricingTier,
  PromptExpansion,
  ThinkingDisableSupport,
  ThinkingSpec,
} from '../protocol/model-spec.ts';
export type { RateLimitKind, RateLimitSnapshot } from '../protocol/rate-limit.ts';
export type { StopReason, StreamEvent, StreamMetadata } from '../protocol/stream-event.ts';
export type { Usage, UsageComponent, VendorCost } from '../protocol/usage.ts';
export { NO_CACHING, NO_THINKING } from './absent-abilities.ts';
export { type BaseUrl, type BaseUrlOptions, parseBaseUrl } from './base-url.ts';
export { checkConfig } from './check-config.ts';
export { type Classification, classifyHttpStatus } from './classify-http-status.ts';
export { parseDuration } from './duration.ts';
export { unknownPrice, withExtraModels } from './extra-models.ts';
export { isLoopback, isPrivateHost } from './http/addresses.ts';
export type { Http, HttpOptions, HttpRequest, HttpResponse } from './http.ts';
export {
  type HttpSettings,
  type HttpSettingsOptions,
  httpAttributes,
  httpSettings,
  requestHeaders,
} from './http-settings.ts';
export { joinDeltas } from './join-deltas.ts';
export {
  arrayAt,
  booleanAt,
  countAt,
  isJsonArray,
  isJsonObject,
  type JsonStep,
  numberAt,
  objectAt,
  parseJson,
  stringAt,
  valueAt,
} from './json.ts';
export { ModelFailure } from './model-failure.ts';
export { type JsonLine, type JsonLinesOptions, ndjson, ndjsonBatches } from './ndjson.ts';
export { type DeclaredOption, requireOption } from './option-table.ts';
export { type ConfigView, configView, type OptionsView, providerOptions } from './options.ts';
export {
  type CallContext,
  type ConfigureContext,
  type ConfiguredProvider,
  defineProvider,
  type Log,
  type ProviderDefinition,
  type ShippedFacts,
} from './provider.ts';
export {
  parseReset,
  type RateLimitPattern,
  rateLimitKind,
  rateLimitsFromHeaders,
} from './rate-limit-headers.ts';
export { type HttpHeaders, parseRetryAfter, parseRetryDelay } from './retry-after.ts';
export { serve } from './serve.ts';
export { type SseEvent, type SseOptions, sse, sseBatches } from './sse.ts';
export { toolNameReader } from './tool-names.ts';
export { toolJsonSchema } from './tool-schema.ts';
export {
  modelErrorOf,
  readErrorBody,
  type VendorFailure,
  vendorFailure,
} from './vendor-failure.ts';
