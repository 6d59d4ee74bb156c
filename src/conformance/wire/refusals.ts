/** W-52 … W-55 and W-65: what a provider must refuse, and how a refusal is classified. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { ModelErrorCategory } from '../../protocol/gen/wire-tables.ts';
import { GRPC_CODE, readErrorInfo } from '../../protocol/status-detail.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { completionCheck } from './completion.ts';
import { clockTool, document, image, userMessage } from './requests.ts';
import { categoryOf } from './status.ts';
import { errorsOf, outcomeOf } from './stream-shape.ts';
import type { CompletionRequest, StreamRecord, WireFailure } from './wire-context.ts';

const MUST = 'MUST' as const;
const UNKNOWN_MODEL = 'agent-conformance-no-such-model';

const refusesUnknownModels = completionCheck(
  {
    id: 'W-52',
    name: 'an unknown model id is refused as invalid_request',
    level: MUST,
    needs: ['W-31'],
  },
  async (session) => {
    const record = await session.client.stream(session.request(UNKNOWN_MODEL));
    return refusalRemarks(UNKNOWN_MODEL, record);
  },
);

function contentGate(
  id: string,
  what: string,
  allows: (model: ModelSpec) => boolean,
  content: CompletionRequest,
) {
  const name = `${what} to a model without them is refused as invalid_request`;
  return completionCheck({ id, name, level: MUST, needs: ['W-31'] }, async (session) => {
    const model = await session.modelThat((one) => !allows(one));
    if (!model) return [skipped('every model declares it')];
    const record = await session.client.stream(session.request(model.id, content));
    return refusalRemarks(model.id, record);
  });
}

const refusesImages = contentGate('W-53', 'images', (model) => model.supportsVision, {
  messages: [userMessage('What is this?', image)],
});

const refusesDocuments = contentGate('W-54', 'documents', (model) => model.supportsDocuments, {
  messages: [userMessage('What is this?', document)],
});

const refusesTools = contentGate('W-55', 'tools', (model) => model.supportsToolUse, {
  messages: [userMessage('What time is it?')],
  tools: [clockTool],
});

function refusalRemarks(subject: string, record: StreamRecord): readonly Remark[] {
  if (isInvalidRequest(record)) return [];
  return [violation(subject, `it ends with ${outcomeOf(record)}, expected invalid_request`)];
}

/** Whether a completion was refused as such, in either of the two ways. */
export function isInvalidRequest(record: StreamRecord): boolean {
  const { failure } = record;
  if (failure) {
    return failure.code === GRPC_CODE.invalidArgument && categoryOf(failure) === 'invalid_request';
  }
  return errorsOf(record)[0]?.category === ModelErrorCategory.INVALID_REQUEST;
}

const classifiesStatuses = completionCheck(
  {
    id: 'W-65',
    name: 'a failed status says its category in a detail, whole and consistent',
    level: MUST,
    needs: ['W-31'],
  },
  (session) => {
    const failures = session.transcript.failures.filter(isOfTheModel);
    if (failures.length === 0) return [skipped('no status error seen')];
    const faults = failures.flatMap((failure) => statusFaults(failure));
    return [...new Set(faults)].map((fault) => violation('', fault));
  },
);

/** Cancellation, a deadline and a call that is not offered carry no detail. */
function isOfTheModel({ code, details }: WireFailure): boolean {
  const bare: readonly number[] = [
    GRPC_CODE.cancelled,
    GRPC_CODE.deadlineExceeded,
    GRPC_CODE.unimplemented,
  ];
  // Both gRPC stacks say so of a message that is too large; the provider has not seen it then.
  const isTransport = code === GRPC_CODE.resourceExhausted && details === undefined;
  return !isTransport && !bare.includes(code);
}

const CODES: Readonly<Record<string, number>> = {
  MODEL_ERROR_CATEGORY_CONTEXT_LENGTH_EXCEEDED: GRPC_CODE.resourceExhausted,
  MODEL_ERROR_CATEGORY_RATE_LIMITED: GRPC_CODE.resourceExhausted,
  MODEL_ERROR_CATEGORY_OVERLOADED: GRPC_CODE.unavailable,
  MODEL_ERROR_CATEGORY_AUTH_ERROR: GRPC_CODE.unauthenticated,
  MODEL_ERROR_CATEGORY_INVALID_REQUEST: GRPC_CODE.invalidArgument,
  MODEL_ERROR_CATEGORY_CONTENT_FILTERED: GRPC_CODE.failedPrecondition,
  MODEL_ERROR_CATEGORY_UNKNOWN: GRPC_CODE.internal,
  internal: GRPC_CODE.internal,
};

function statusFaults({ code, details }: WireFailure): readonly string[] {
  const info = details && readErrorInfo(details);
  if (!info) return [`status ${code} has no detail of the contract's domain`];
  const { reason, metadata } = info;
  const expected = CODES[reason];
  if (expected === undefined) return [`the reason "${reason}" is no category`];
  const { retryable } = metadata;
  const saysRetryable = retryable === 'true' || retryable === 'false' || reason === 'internal';
  return [
    ...(code === expected ? [] : [`${reason} comes with status ${code}, expected ${expected}`]),
    ...(saysRetryable ? [] : [`${reason} does not say whether it is retryable`]),
  ];
}

/** In the order they run. */
export const refusalChecks = [
  refusesUnknownModels,
  refusesImages,
  refusesDocuments,
  refusesTools,
] as const;

/** After every call was made. */
export const statusChecks = [classifiesStatuses] as const;
