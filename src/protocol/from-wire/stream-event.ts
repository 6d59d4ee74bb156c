import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { StreamEvent, StreamMetadata } from '../stream-event.ts';
import type { Usage } from '../usage.ts';
import { stopReasons } from '../wire-enums.ts';
import { type FromWire, reading, refuse } from './fault.ts';
import { fromWireModelError } from './model-error.ts';
import { readRateLimits } from './rate-limit.ts';
import { optionalInteger, safeInteger, unlessEmpty } from './values.ts';

/** @returns `undefined` as the value for a kind of event that a later contract added: skip it. */
export function fromWireStreamEvent(event: wire.StreamEvent): FromWire<StreamEvent | undefined> {
  return reading(() => readEvent(event));
}

function readEvent({ event }: wire.StreamEvent): StreamEvent | undefined {
  switch (event.case) {
    case 'textDelta':
      return { type: 'text-delta', text: event.value.text };
    case 'thinkingDelta':
      return { type: 'thinking-delta', text: event.value.text };
    case 'thinkingSignature':
      return { type: 'thinking-signature', signature: event.value.signature };
    case 'redactedThinking':
      return { type: 'redacted-thinking', data: event.value.data };
    case 'usage':
      return readUsage(event.value);
    case 'metadata':
      return { type: 'metadata', metadata: readMetadata(event.value) };
    case 'error':
      return { type: 'error', error: fromWireModelError(event.value.error) };
    case 'stop':
      return readStop(event.value);
    case 'streamStart': {
      const { providerRequestId, correlationIds } = event.value;
      return { type: 'stream-start', requestId: providerRequestId, correlationIds };
    }
    case undefined:
      return undefined;
    default:
      return readToolCall(event);
  }
}

type ToolCall = Extract<
  wire.StreamEvent['event'],
  { readonly case: 'toolCallStart' | 'toolCallDelta' | 'toolCallDone' }
>;

function readToolCall(event: ToolCall): StreamEvent {
  const { id } = event.value;
  switch (event.case) {
    case 'toolCallStart':
      return { type: 'tool-call-start', id, name: event.value.name };
    case 'toolCallDelta':
      return { type: 'tool-call-delta', id, argumentsFragment: event.value.argumentsFragment };
    case 'toolCallDone':
      return { type: 'tool-call-done', id };
  }
}

function readStop({ reason, matchedStopSequence }: wire.StreamEvent_Stop): StreamEvent {
  if (reason === 0) return refuse('stop.reason', 'is not set');
  const known = stopReasons.nameOf(reason);
  return known
    ? { type: 'stop', reason: known, matchedStopSequence }
    : { type: 'stop', reason: 'end_turn', matchedStopSequence, unknownReason: reason };
}

function readUsage(usage: wire.Usage): StreamEvent {
  return {
    type: 'usage',
    usage: readCounters(usage),
    rateLimits: readRateLimits(usage.rateLimits, 'usage.rate_limits'),
  };
}

function readCounters(usage: wire.Usage): Usage {
  const { vendorCost } = usage;
  const components = usage.components.map(({ name, value }) => ({
    name,
    value: safeInteger(value, `usage.components[${JSON.stringify(name)}]`),
  }));
  return {
    inputTokens: safeInteger(usage.inputTokens, 'usage.input_tokens'),
    outputTokens: safeInteger(usage.outputTokens, 'usage.output_tokens'),
    cacheReadTokens: optionalInteger(usage.cacheReadTokens, 'usage.cache_read_tokens'),
    cacheWriteTokens: optionalInteger(usage.cacheWriteTokens, 'usage.cache_write_tokens'),
    reasoningTokens: optionalInteger(usage.reasoningTokens, 'usage.reasoning_tokens'),
    vendorCost: vendorCost && {
      amount: vendorCost.amount,
      unit: vendorCost.unit,
      currency: vendorCost.currency,
    },
    vendorTotalTokens: optionalInteger(usage.vendorTotalTokens, 'usage.vendor_total_tokens'),
    components: unlessEmpty(components),
    reasoningAlreadyCounted: usage.reasoningAlreadyCounted,
  };
}

function readMetadata(metadata: wire.StreamEvent_StreamMetadata): StreamMetadata {
  const { liveContextWindow, liveMaxOutputTokens } = metadata;
  return {
    actualModel: metadata.actualModel,
    systemFingerprint: metadata.systemFingerprint,
    serviceTier: metadata.serviceTier,
    rateLimits: readRateLimits(metadata.rateLimits, 'metadata.rate_limits'),
    liveContextWindow: optionalInteger(liveContextWindow, 'metadata.live_context_window'),
    liveMaxOutputTokens: optionalInteger(liveMaxOutputTokens, 'metadata.live_max_output_tokens'),
    catalogEtag: metadata.catalogEtag,
    attrs: metadata.attrs,
  };
}
