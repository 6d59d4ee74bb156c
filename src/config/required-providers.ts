/** The entries of `required_providers`: sources, constraints, and what each form of source needs. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { Located, RequiredProvider } from './config.ts';
import type { DecodedNode } from './decode-context.ts';
import { faultAt, missingAttribute, unknownAttribute } from './faults.ts';
import { joinPath } from './names.ts';
import { type ProviderSource, parseSource, SOURCE_FORM } from './provider-source.ts';
import type { ReadBlock, ReadContext } from './read-body.ts';
import { CONSTRAINT_OPERATORS, parseConstraints, parseVersion, satisfies } from './version.ts';

/** An entry without faults. */
export interface RequiredEntry extends RequiredProvider {
  readonly parsedSource: ProviderSource;
}

export interface RequiredProviders {
  readonly entries: ReadonlyMap<string, RequiredEntry>;
  /** Local names written there, faulty entries included. */
  readonly names: ReadonlySet<string>;
}

/** Reads the block; a faulty entry is reported and counts only as a name. */
export function readRequiredProviders(
  block: ReadBlock | undefined,
  context: ReadContext,
): RequiredProviders {
  const names = new Set(block?.raw.body.attributes.map(({ name }) => name));
  const entries = [...(block?.attributes ?? [])].flatMap(([localName, node]) => {
    const before = context.reportCount();
    const entry = readEntry(localName, node, { ...context, context: block?.context });
    const isFaulty = node.isFaulty === true || context.reportCount() > before;
    return entry === undefined || isFaulty ? [] : [[localName, entry] as const];
  });
  return { entries: new Map(entries), names };
}

function readEntry(
  localName: string,
  node: DecodedNode,
  context: ReadContext,
): RequiredEntry | undefined {
  const path = joinPath('required_providers', localName);
  const source = locatedText(node.entries?.get('source'));
  const version = node.entries?.get('version');
  const parsedSource = source && checkSource(source, `${path}.source`, context);
  if (version !== undefined && parsedSource?.type === 'path') {
    const place = { range: version.nameRange ?? version.range, path: `${path}.version` };
    const known = { attributes: ['source'], blocks: [] };
    const fault = unknownAttribute({ ...place, context: context.context }, 'version', known);
    context.report({
      ...fault,
      detail: `A local build has no version to compare. ${fault.detail}`,
    });
  } else if (version !== undefined) {
    checkConstraints(version, `${path}.version`, context);
  } else if (parsedSource?.type === 'forge' && node.isFaulty !== true) {
    const range = node.nameRange ?? node.range;
    context.report(
      missingAttribute({ range, path: `${path}.version`, context: context.context }, 'version'),
    );
  }
  if (source === undefined || parsedSource === undefined) return undefined;
  const range = node.nameRange ?? node.range;
  return { localName, source, version: locatedText(version), range, parsedSource };
}

function locatedText(node: DecodedNode | undefined): Located<string> | undefined {
  return typeof node?.value === 'string' ? { value: node.value, range: node.range } : undefined;
}

function checkSource(
  source: Located<string>,
  path: string,
  context: ReadContext,
): ProviderSource | undefined {
  const parsed = parseSource(source.value);
  if (parsed === undefined) {
    context.report(
      faultAt(
        { range: source.range, path, context: context.context },
        {
          code: 'invalid-source',
          summary: 'Invalid provider source',
          detail: `${JSON.stringify(withoutUser(source.value))} is not a source. ${SOURCE_FORM}`,
        },
      ),
    );
  }
  return parsed;
}

/** A pasted URL may carry a token in front of its host. */
function withoutUser(url: string): string {
  return url.replace(/(:\/\/)[^/\s@]+@/, '$1***@');
}

function checkConstraints(node: DecodedNode, path: string, context: ReadContext): void {
  const parsed = parseConstraints(String(node.value));
  if (!('reason' in parsed)) return;
  const text = {
    code: 'invalid-version-constraint',
    summary: 'Invalid version constraint',
    detail:
      `${JSON.stringify(node.value)} can not be read: ${parsed.reason}. Join constraints by commas, ` +
      `each one of ${CONSTRAINT_OPERATORS.join(' ')} and a version such as 1.2.3.`,
  } as const;
  context.report(faultAt({ range: node.range, path, context: context.context }, text));
}

/** What an installed package says about itself, held against the `version` of its entry. */
export function checkInstalledVersion(
  required: RequiredProvider,
  installed: string,
): readonly Diagnostic[] {
  if (required.version === undefined) return [];
  const constraints = parseConstraints(required.version.value);
  const version = parseVersion(installed);
  const isAccepted =
    version !== undefined &&
    !('reason' in constraints) &&
    satisfies(version, constraints.constraints);
  return isAccepted ? [] : [versionMismatch(required, required.version, installed)];
}

function versionMismatch(
  { localName, source }: RequiredProvider,
  version: { readonly value: string; readonly range: SourceRange },
  installed: string,
): Diagnostic {
  return errorDiagnostic({
    code: 'provider-version-mismatch',
    summary: 'Installed provider has another version',
    detail:
      `"${localName}" asks for ${source.value} ${version.value}, but version ${installed} is ` +
      'installed. Install a version that fits, or change the constraint.',
    range: version.range,
    context: 'required_providers',
  });
}
