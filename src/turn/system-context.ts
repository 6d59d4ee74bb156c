import type { ContextSection } from '../protocol/model-request.ts';
import { estimateTokens } from './count-tokens.ts';

/** The system text as context; no prompt, no section: vendors refuse an empty system text. */
export function systemContext(prompt: string | undefined): readonly ContextSection[] {
  if (prompt === undefined || prompt === '') return [];
  const content = [{ type: 'text' as const, text: prompt }];
  return [
    {
      provider: 'kernel',
      label: 'system-prompt',
      content,
      tokens: estimateTokens(content),
      stability: 'static',
      truncated: false,
    },
  ];
}
