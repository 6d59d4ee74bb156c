/** `agent-hcl/sdk/chat-completions`: the dialect that several vendors and most servers speak. */

export { AnswerHead, type AnswerHeadOptions } from './answer-head.ts';
export { type CallDialect, streamCall } from './call.ts';
export { ChatStream, type ChatStreamOptions } from './chat-stream.ts';
export {
  type DialectErrors,
  dialectError,
  type FailedAnswer,
  type FailedStatus,
} from './dialect-error.ts';
export {
  type ChatError,
  type ChatErrorOptions,
  classifyChatError,
  readChatError,
  saysTooLong,
  waitInText,
} from './errors.ts';
export {
  type ChatMessageStyle,
  chatMessages,
  dataUrl,
  resultText,
  systemText,
} from './messages.ts';
export { type AccountQuestion, accountByModels } from './models-account.ts';
export { OptionalFields } from './optional-fields.ts';
export {
  type AnswerStream,
  familyLimits,
  type ReadAnswerOptions,
  readAnswer,
  readFailure,
  requestIdOf,
} from './read-answer.ts';
export { type ChatRequestStyle, chatRequest } from './request.ts';
export type { ThinkTags } from './think-tags.ts';
export { chatUsage } from './usage.ts';
