/** The second stage: a provider's body, once its schema is known. */
import type { Decoded, Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasErrors } from '../diagnostics/diagnostic.ts';
import type { Environment } from '../host/host.ts';
import type { ConfigSchema } from '../protocol/config-schema.ts';
import type { ProviderBlock } from './config.ts';
import { decodeMembers } from './decode.ts';
import type { DecodeContext, DecodedNode } from './decode-context.ts';
import { evaluator } from './evaluator.ts';
import { FaultLog } from './fault-log.ts';
import { expectedAttribute, unknownBlock } from './faults.ts';
import { joinPath } from './names.ts';
import { targetsOf } from './read-body.ts';
import { checkSchema } from './schema-check.ts';
import type { ConfigObject } from './secret.ts';
import { checkSecretShapes } from './secret-shape.ts';

export interface DecodeProviderOptions {
  /** The variables that `env()` sees. */
  readonly environment: Environment;
  /** `env()` yields an unknown text instead of looking a variable up. */
  readonly noEnv?: boolean | undefined;
}

export interface ProviderValues {
  /** Every declared attribute; sensitive ones as `Secret`. */
  readonly config: ConfigObject;
  /** The attributes with their places. */
  readonly nodes: ReadonlyMap<string, DecodedNode>;
  /** Under `noEnv`: some values are placeholders, so this must not be used for `Configure`. */
  readonly isUnknown: boolean;
}

/**
 * Checks the schema itself, then the shape of every secret, then decodes.
 *
 * @returns The whole block as `Configure` receives it; without a value when there is any error.
 */
export function decodeProvider(
  block: ProviderBlock,
  schema: ConfigSchema,
  options: DecodeProviderOptions,
): Decoded<ProviderValues> {
  const context = block.body === undefined ? 'required_providers' : `provider "${block.localName}"`;
  const owner = { localName: block.localName, range: block.range, context };
  const schemaFaults = checkSchema(schema, owner);
  if (schemaFaults.length > 0) return { value: undefined, diagnostics: schemaFaults };
  const log = new FaultLog();
  const nodes = decodeBody(block, schema, {
    conversion: 'hcl',
    context,
    evaluate: evaluator({ ...options, isEnvAllowed: true }),
    refused: new Set(),
    report: log.report,
    reportCount: log.count,
  });
  const { diagnostics } = log;
  return { value: hasErrors(diagnostics) ? undefined : valuesOf(nodes), diagnostics };
}

function decodeBody(
  block: ProviderBlock,
  schema: ConfigSchema,
  context: DecodeContext,
): ReadonlyMap<string, DecodedNode> {
  const path = joinPath('provider', block.localName);
  const attributes = block.body?.attributes ?? [];
  reportBlocks(block, schema, path, context);
  const shapes = checkSecretShapes(attributes, schema.attributes, {
    path,
    context: context.context,
    reason: `marked sensitive by provider "${block.localName}"`,
    variablePrefix: block.localName,
  });
  shapes.diagnostics.forEach(context.report);
  return decodeMembers(
    {
      entries: targetsOf(attributes, path),
      rules: schema.attributes,
      path,
      missingAt: block.range,
      blockTypes: ['environment'],
      presentElsewhere: new Set(block.body?.blocks.map(({ type }) => type)),
    },
    { ...context, refused: shapes.refused },
  );
}

/** Schemas describe attributes, never blocks. */
function reportBlocks(
  block: ProviderBlock,
  schema: ConfigSchema,
  path: string,
  context: DecodeContext,
): void {
  for (const { type, headerRange } of block.body?.blocks ?? []) {
    const place = { range: headerRange, path: joinPath(path, type), context: context.context };
    const attribute = schema.attributes.find(({ name }) => name === type);
    const fault: Diagnostic = attribute
      ? expectedAttribute(place, attribute)
      : unknownBlock(place, type, ['environment'], context.context ?? 'the block');
    context.report(fault);
  }
}

function valuesOf(nodes: ReadonlyMap<string, DecodedNode>): ProviderValues {
  return {
    config: Object.fromEntries([...nodes].map(([name, { value }]) => [name, value])),
    nodes,
    isUnknown: [...nodes.values()].some((node) => node.isUnknown === true),
  };
}
