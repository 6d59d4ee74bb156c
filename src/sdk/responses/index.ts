/** `agent-hcl/sdk/responses`: the item-based dialect that keeps encrypted reasoning. */
export { reasoningItem, reasoningSignature } from './opaque-reasoning.ts';
export { type ResponsesRequestStyle, responsesRequest } from './request.ts';
export { ResponsesStream, type ResponsesStreamOptions } from './responses-stream.ts';
export { responsesUsage } from './usage.ts';
