/** `agent-hcl/sdk/chat-completions`: the dialect that several vendors and most servers speak. */

export { ChatStream, type ChatStreamOptions } from './chat-stream.ts';
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
export { type ChatRequestStyle, chatRequest } from './request.ts';
export type { ThinkTags } from './think-tags.ts';
export { chatUsage } from './usage.ts';
