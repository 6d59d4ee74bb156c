/** What a file says about one provider, held against what that provider declares. */
import { type Diagnostic, errorDiagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { ConfigSchema } from '../protocol/config-schema.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import { checkThinking } from './check-thinking.ts';
import { faultAt } from './faults.ts';
import { quotedList } from './names.ts';
import { type ModelReference, type References, splitToolScope } from './references.ts';
import type { ConfigObject } from './secret.ts';

/** A provider as far as it is known: from its shipped schema file, or because it runs. */
export interface KnownProvider {
  readonly schema: ConfigSchema;
  /** Every model it serves; absent unless the list is known to be complete. */
  readonly roster?: readonly ModelSpec[] | undefined;
  /** Default: none. */
  readonly hookPoints?: readonly string[] | undefined;
  /** Default: none. */
  readonly tools?: readonly string[] | undefined;
}

/**
 * Checks tools, hook points, models and thinking settings of one local name.
 *
 * @param values - Its decoded block, whose `extra_models` join the roster; absent where it failed.
 */
export function checkKnownProvider(
  references: References,
  localName: string,
  known: KnownProvider,
  values?: ConfigObject,
): readonly Diagnostic[] {
  return [
    ...unknownTools(references, localName, known.tools ?? []),
    ...unsupportedPoints(references, localName, known.hookPoints ?? []),
    ...references.models
      .filter(({ provider }) => provider?.value === localName)
      .flatMap((model) => checkModel(model, known.roster, extraModels(values))),
  ];
}

function unknownTools(
  { tools }: References,
  localName: string,
  advertised: readonly string[],
): readonly Diagnostic[] {
  return tools
    .filter(({ entry }) => {
      const scope = splitToolScope(entry.value);
      const isOurs = scope?.provider === localName && scope.tool !== '*';
      return isOurs && !advertised.includes(scope.tool);
    })
    .map(({ entry, path, context }) => {
      const choices =
        advertised.length === 0
          ? 'It advertises no tools.'
          : `It advertises ${quotedList(advertised)}.`;
      const detail = `Provider "${localName}" has no tool for ${JSON.stringify(entry.value)}. ${choices}`;
      const text = { code: 'unknown-tool', summary: 'Unknown tool', detail } as const;
      return faultAt({ range: entry.range, path, context }, text);
    });
}

function unsupportedPoints(
  { hooks }: References,
  localName: string,
  advertised: readonly string[],
): readonly Diagnostic[] {
  return hooks
    .filter(({ provider, point }) => provider?.value === localName && !advertised.includes(point))
    .map(({ point, range, context }) => {
      const choices =
        advertised.length === 0
          ? 'It supports no hooks.'
          : `It supports ${quotedList(advertised)}.`;
      return errorDiagnostic({
        code: 'hook-point-unsupported',
        summary: 'Hook point not supported by the provider',
        detail: `Provider "${localName}" can not be hooked at "${point}". ${choices}`,
        range,
        context,
      });
    });
}

function extraModels(values: ConfigObject | undefined): readonly string[] {
  const extra = values?.['extra_models'];
  return typeof extra === 'object' && extra !== null ? Object.keys(extra) : [];
}

function checkModel(
  model: ModelReference,
  roster: readonly ModelSpec[] | undefined,
  extra: readonly string[],
): readonly Diagnostic[] {
  const { id } = model;
  if (roster === undefined || id === undefined || extra.includes(id.value)) return [];
  const spec = roster.find((candidate) => namesOf(candidate).includes(id.value));
  return spec === undefined ? [unknownModel(model, id, roster, extra)] : checkThinking(model, spec);
}

function namesOf(spec: ModelSpec): readonly string[] {
  return [spec.id, ...(spec.catalog?.aliases ?? [])];
}

function unknownModel(
  { provider, context }: ModelReference,
  id: NonNullable<ModelReference['id']>,
  roster: readonly ModelSpec[],
  extra: readonly string[],
): Diagnostic {
  const candidates = [...roster.flatMap(namesOf), ...extra];
  return warningDiagnostic({
    code: 'unknown-model',
    summary: 'Unknown model',
    detail: `Provider "${provider?.value}" has no model ${JSON.stringify(id.value)}, so it is skipped.${didYouMean(id.value, candidates)} A model newer than this release can be declared in extra_models.`,
    range: id.range,
    context,
  });
}
