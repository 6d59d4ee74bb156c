/** The `source` of a required provider: what it may look like, and which implementation serves it. */

export type ProviderSource =
  /** `github.com/owner/repo`: served by the built-in named like its last part. */
  | { readonly type: 'forge'; readonly address: string; readonly lastSegment: string }
  /** As written, relative to the project root or absolute. */
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'npm'; readonly packageName: string };

export const SOURCE_FORM =
  'Write "github.com/OWNER/REPO" or "gitlab.com/GROUP/REPO" (no scheme, no ".git"), ' +
  'a path that begins with "./", "../" or "/", or "npm:PACKAGE".';

const FORGE_SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** @returns `undefined` when the text has none of the three forms. */
export function parseSource(text: string): ProviderSource | undefined {
  if (/^(?:\.{0,2}\/)/.test(text))
    return text.includes('\0') ? undefined : { type: 'path', path: text };
  if (text.startsWith('npm:')) {
    const packageName = text.slice('npm:'.length);
    return NPM_NAME.test(packageName) ? { type: 'npm', packageName } : undefined;
  }
  return parseForge(text);
}

function parseForge(text: string): ProviderSource | undefined {
  const [host, ...segments] = text.split('/');
  const isCountRight = host === 'github.com' ? segments.length === 2 : segments.length >= 2;
  if ((host !== 'github.com' && host !== 'gitlab.com') || !isCountRight) return undefined;
  const lastSegment = segments.at(-1) ?? '';
  if (lastSegment.endsWith('.git')) return undefined;
  if (!segments.every((segment) => FORGE_SEGMENT.test(segment))) return undefined;
  return { type: 'forge', address: text, lastSegment };
}

/** Who serves a local name. */
export type Implementation =
  /** `source` is the forge address that it stands in for, if one is written. */
  | { readonly type: 'built-in'; readonly name: string; readonly source?: string | undefined }
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'npm'; readonly packageName: string }
  /** `dev_overrides` of the user's own file; an absolute path. */
  | { readonly type: 'override'; readonly path: string };

export interface ImplementationQuery {
  readonly localName: string;
  /** From the file's `required_providers` entry, if there is one. */
  readonly source?: ProviderSource | undefined;
  /** Local name → absolute path. */
  readonly overrides: ReadonlyMap<string, string>;
  readonly builtInNames: Iterable<string>;
}

/** @returns `undefined` when nothing implements the name: `unknown-provider`. */
export function findImplementation(query: ImplementationQuery): Implementation | undefined {
  const { localName, source } = query;
  const override = query.overrides.get(localName);
  if (override !== undefined) return { type: 'override', path: override };
  if (source?.type === 'path') return { type: 'path', path: source.path };
  if (source?.type === 'npm') return { type: 'npm', packageName: source.packageName };
  const name = source === undefined ? localName : source.lastSegment.replace(/^provider-/, '');
  if (![...query.builtInNames].includes(name)) return undefined;
  return { type: 'built-in', name, source: source?.address };
}
