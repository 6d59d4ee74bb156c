// Tools as the vendor takes them: declarations, schemas and the choice among them.
import {
  type JsonObject,
  type ModelRequest,
  type ModelSpec,
  type ToolChoice,
  type ToolDeclaration,
  toolJsonSchema,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import { wireToolName } from './tool-names.ts';
import { demandsSignatures } from './traits.ts';

/** Fields of the request that concern tools; absent ones are left out. */
export interface ToolFields {
  readonly tools?: readonly JsonObject[];
  readonly toolConfig?: JsonObject;
}

/**
 * Builds the tools of a request.
 *
 * @param serverTools - Tools that the vendor runs itself, in its own words.
 * @throws ModelFailure - `invalid_request`: a choice or a mixture that the model does not take.
 */
export function toolFields(
  { tools, params }: Pick<ModelRequest, 'tools' | 'params'>,
  serverTools: readonly JsonObject[],
  model: ModelSpec,
): ToolFields {
  const isMixed = tools.length > 0 && serverTools.length > 0;
  if (isMixed && !demandsSignatures(model)) {
    throw invalidRequest(`${model.id} takes tools or server_tools, not both`);
  }
  const declared = tools.length === 0 ? [] : [{ functionDeclarations: tools.map(declaration) }];
  const all = [...declared, ...serverTools];
  const calling = callingConfig(params?.toolChoice, tools);
  const toolConfig = {
    ...(calling === undefined ? {} : { functionCallingConfig: calling }),
    ...(isMixed ? { includeServerSideToolInvocations: true } : {}),
  };
  return {
    ...(all.length === 0 ? {} : { tools: all }),
    ...(Object.keys(toolConfig).length === 0 ? {} : { toolConfig }),
  };
}

/** An object without properties is refused as a schema and needs none. */
function declaration({ name, description, inputSchema }: ToolDeclaration): JsonObject {
  const hasParameters = Object.keys(inputSchema.properties).length > 0;
  return {
    name: wireToolName(name),
    ...(description === '' ? {} : { description }),
    ...(hasParameters ? { parametersJsonSchema: toolJsonSchema(inputSchema) } : {}),
  };
}

/** `auto`, being the vendor's default, is left out. */
function callingConfig(
  choice: ToolChoice | undefined,
  tools: readonly ToolDeclaration[],
): JsonObject | undefined {
  switch (choice?.mode) {
    case 'any':
      if (tools.length === 0) {
        throw invalidRequest('a tool call is required, but there are no tools');
      }
      return { mode: 'ANY' };
    case 'none':
      return tools.length === 0 ? undefined : { mode: 'NONE' };
    case 'specific':
      if (!tools.some(({ name }) => name === choice.toolName)) {
        throw invalidRequest(`the tool "${choice.toolName ?? ''}" is required, but not declared`);
      }
      return { mode: 'ANY', allowedFunctionNames: [wireToolName(choice.toolName ?? '')] };
    default:
      return undefined;
  }
}
