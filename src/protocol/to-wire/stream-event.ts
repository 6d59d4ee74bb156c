import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { RateLimitSnapshot } from '../rate-limit.ts';
import type { StreamEvent, StreamMetadata } from '../stream-event.ts';
import type { Usage } from '../usage.ts';
import { stopReasons } from '../wire-enums.ts';
import { toWireModelError } from './model-error.ts';
import { toWireRateLimit } from './rate-limit.ts';
import { int64, optionalInt64 } from './values.ts';

export function toWireStreamEvent(event: StreamEvent): WireInit<wire.StreamEvent> {
  return { event: eventCase(event) };
}

type EventInit = WireInit<wire.StreamEvent>['event'];

function eventCase(event: StreamEvent): NonNullable<EventInit> {
  switch (event.type) {
    case 'text-delta':
      return { case: 'textDelta', value: { text: event.text } };
    case 'thinking-delta':
      return { case: 'thinkingDelta', value: { text: event.text } };
    case 'thinking-signature':
      return { case: 'thinkingSignature', value: { signature: event.signature } };
    case 'redacted-thinking':
      return { case: 'redactedThinking', value: { data: event.data } };
    case 'usage':
      return { case: 'usage', value: toWireUsage(event.usage, event.rateLimits) };
    case 'metadata':
      return { case: 'metadata', value: toWireMetadata(event.metadata) };
    case 'error':
      return { case: 'error', value: { error: toWireModelError(event.error) } };
    case 'stop':
      return { case: 'stop', value: toWireStop(event) };
    case 'stream-start':
      return {
        case: 'streamStart',
        value: { providerRequestId: event.requestId, correlationIds: event.correlationIds },
      };
    default:
      return toolCallCase(event);
  }
}

type ToolCallEvent = Extract<StreamEvent, { readonly type: `tool-call-${string}` }>;

function toolCallCase(event: ToolCallEvent): NonNullable<EventInit> {
  switch (event.type) {
    case 'tool-call-start':
      return { case: 'toolCallStart', value: { id: event.id, name: event.name } };
    case 'tool-call-delta':
      return {
        case: 'toolCallDelta',
        value: { id: event.id, argumentsFragment: event.argumentsFragment },
      };
    case 'tool-call-done':
      return { case: 'toolCallDone', value: { id: event.id } };
  }
}

function toWireStop(stop: Extract<StreamEvent, { type: 'stop' }>): WireInit<wire.StreamEvent_Stop> {
  return {
    reason: stop.unknownReason ?? stopReasons.numbers[stop.reason],
    matchedStopSequence: stop.matchedStopSequence,
  };
}

function toWireUsage(usage: Usage, rateLimits: readonly RateLimitSnapshot[]): WireInit<wire.Usage> {
  const { vendorCost } = usage;
  const components = usage.components ?? [];
  return {
    inputTokens: int64(usage.inputTokens),
    outputTokens: int64(usage.outputTokens),
    rateLimits: rateLimits.map(toWireRateLimit),
    components: components.map(({ name, value }) => ({ name, value: int64(value) })),
    cacheReadTokens: optionalInt64(usage.cacheReadTokens),
    cacheWriteTokens: optionalInt64(usage.cacheWriteTokens),
    reasoningTokens: optionalInt64(usage.reasoningTokens),
    vendorCost: vendorCost && {
      amount: vendorCost.amount,
      unit: vendorCost.unit,
      currency: vendorCost.currency,
    },
    vendorTotalTokens: optionalInt64(usage.vendorTotalTokens),
    reasoningAlreadyCounted: usage.reasoningAlreadyCounted,
  };
}

function toWireMetadata(metadata: StreamMetadata): WireInit<wire.StreamEvent_StreamMetadata> {
  return {
    rateLimits: metadata.rateLimits.map(toWireRateLimit),
    attrs: metadata.attrs,
    actualModel: metadata.actualModel,
    systemFingerprint: metadata.systemFingerprint,
    serviceTier: metadata.serviceTier,
    liveContextWindow: optionalInt64(metadata.liveContextWindow),
    liveMaxOutputTokens: optionalInt64(metadata.liveMaxOutputTokens),
    catalogEtag: metadata.catalogEtag,
  };
}
