// Tools as the vendor takes them: declarations, schemas and the choice among them.
import { type ToolChoice, type ToolDeclaration, toolJsonSchema } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import { wireToolName } from './tool-names.ts';
import type { WireTool, WireToolChoice } from './wire.ts';

export function wireTool({ name, description, inputSchema }: ToolDeclaration): WireTool {
  return {
    name: wireToolName(name),
    ...(description === '' ? {} : { description }),
    input_schema: toolJsonSchema(inputSchema),
  };
}

/** Whether a choice makes the model call a tool. */
export function isForced(choice: ToolChoice | undefined): boolean {
  return choice?.mode === 'any' || choice?.mode === 'specific';
}

/**
 * The choice on the wire; `auto`, being the vendor's default, is left out.
 *
 * @throws ModelFailure - `invalid_request`: the tool named is not declared.
 */
export function wireToolChoice(
  choice: ToolChoice | undefined,
  { tools, isSerial }: { readonly tools: readonly ToolDeclaration[]; readonly isSerial: boolean },
): WireToolChoice | undefined {
  const serial = isSerial ? { disable_parallel_tool_use: true } : {};
  switch (choice?.mode) {
    case 'any':
      if (tools.length === 0)
        throw invalidRequest('a tool call is required, but there are no tools');
      return { type: 'any', ...serial };
    case 'none':
      return tools.length === 0 ? undefined : { type: 'none' };
    case 'specific':
      if (!tools.some(({ name }) => name === choice.toolName)) {
        throw invalidRequest(`the tool "${choice.toolName ?? ''}" is required, but not declared`);
      }
      return { type: 'tool', name: wireToolName(choice.toolName ?? ''), ...serial };
    default:
      return isSerial && tools.length > 0 ? { type: 'auto', ...serial } : undefined;
  }
}
