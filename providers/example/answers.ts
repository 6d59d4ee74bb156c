const HELP = `Hello! I am the built-in example: I answer offline, and my prices are made up.

Ask me for one of these and see how it is shown:
  error rate_limited   a failure of that category; also overloaded, auth_error, unknown,
                       invalid_request, context_length_exceeded, content_filtered
  long                 an answer of a hundred lines
  slow                 an answer that takes its time; try to cancel it
  tools, refuse        a tool call; a refusal`;

/** Text for a prompt. An adapter would ask its vendor here. */
export function answerTo(prompt: string): string {
  const [word = ''] = prompt.trim().toLowerCase().split(/\s+/);
  const count = word === 'long' ? 100 : word === 'slow' ? 20 : 0;
  if (count > 0) return Array.from({ length: count }, (_, i) => `Line ${i + 1}.`).join('\n');
  if (word === 'tools') return 'I look at the clock.';
  if (word === 'refuse') return 'I would rather not.';
  if (word === 'help' || word === 'say') return HELP;
  return `You said: ${prompt.trim()}\n\nI know little else; ask me for "help".`;
}
