/** Rules about names across blocks that need no provider to be known. */
import { type Diagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Located } from './config.ts';
import { faultAt } from './faults.ts';
import type { ReadBody } from './read-body.ts';
import { blocksOf } from './read-values.ts';
import { type References, splitToolScope } from './references.ts';

const MOST_CANDIDATES = 200;

/** @param declared - Names in `required_providers` and of `provider` blocks. */
export function checkReferences(
  file: ReadBody,
  references: References,
  declared: ReadonlySet<string>,
): readonly Diagnostic[] {
  const used = [
    ...references.models.map(({ provider, context }) => ({ provider, context })),
    ...references.hooks.map(({ provider, context }) => ({ provider, context })),
  ];
  return [
    ...profilesWithoutModel(file),
    ...used.flatMap(({ provider, context }) => checkDeclared(provider, context, declared)),
    ...malformedScopes(references),
  ];
}

function profilesWithoutModel(file: ReadBody): readonly Diagnostic[] {
  return blocksOf(file, 'agent_profile')
    .filter(({ raw: { body } }) => {
      // A model in a wrong form is reported as that.
      const isWritten = [
        ...body.blocks.map(({ type }) => type),
        ...body.attributes.map(({ name }) => name),
      ];
      return !isWritten.includes('model');
    })
    .map(({ label, range, context }) =>
      warningDiagnostic({
        code: 'profile-without-model',
        summary: 'Profile without a model',
        detail: `Profile ${JSON.stringify(label)} names no model, so the model must come from the command line (-m), or from the only provider of the file.`,
        range,
        context,
      }),
    );
}

function checkDeclared(
  provider: Located<string> | undefined,
  context: string,
  declared: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (provider === undefined || declared.has(provider.value)) return [];
  // Comparing every name with every other would take long in a file of thousands.
  const hint = declared.size > MOST_CANDIDATES ? '' : didYouMean(provider.value, declared);
  return [
    warningDiagnostic({
      code: 'undeclared-provider',
      summary: 'Provider is not declared',
      detail: `No provider ${JSON.stringify(provider.value)} is declared in this file, so it is skipped.${hint} Add a provider block or an entry in required_providers.`,
      range: provider.range,
      context,
    }),
  ];
}

function malformedScopes({ tools }: References): readonly Diagnostic[] {
  return tools
    .filter(({ entry }) => splitToolScope(entry.value) === undefined)
    .map(({ entry, path, context }) =>
      faultAt(
        { range: entry.range, path, context },
        {
          code: 'malformed-tool-scope',
          summary: 'Malformed tool scope',
          detail: `${JSON.stringify(entry.value)} is not a tool scope. Write "PROVIDER.TOOL", or "PROVIDER.*" for all tools of a provider.`,
        },
      ),
    );
}
