import type { JsonObject } from '../protocol/json.ts';
import type { ContentBlock } from '../protocol/message.ts';
import type { UserContent } from '../turn/conversation.ts';
import type { TurnPlan } from '../turn/turn-plan.ts';

/** What `--dry-run` prints: the request as it would go to the first model, as JSON. */
export function dryRunText(
  plan: TurnPlan,
  prompt: UserContent,
  system: string | undefined,
  schema?: JsonObject,
): string {
  const [first] = plan.candidates;
  const { params, providerOptions } = first ?? {};
  const request = {
    provider: first?.ref.provider ?? null,
    model: first?.ref.model ?? null,
    system: system ?? null,
    messages: [{ role: 'user', content: contentOf(prompt) }],
    params: {
      thinking_effort: params?.thinkingEffort,
      thinking_budget_tokens: params?.thinkingBudgetTokens,
      thinking_disabled: params?.thinkingOff,
      max_output_tokens: params?.maxOutputTokens,
      temperature: params?.temperature,
      stop_sequences: params?.stopSequences,
      response_schema: schema,
    },
    provider_options: providerOptions ?? null,
    fallbacks: plan.candidates.slice(1).map(({ ref }) => `${ref.provider}/${ref.model}`),
  };
  return `${JSON.stringify(request, undefined, 2)}\n`;
}

function contentOf(prompt: UserContent): readonly object[] {
  return typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt.map(shown);
}

/** Of an image or a document its size stands for its bytes. */
function shown(block: ContentBlock): object {
  if (block.type !== 'image' && block.type !== 'document') return block;
  const { type, mediaType, data } = block;
  return { type, media_type: mediaType, size_bytes: data.byteLength };
}
