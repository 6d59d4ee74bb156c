/** Versions and version constraints of `required_providers`, with Terraform's operators. */

export interface Version {
  /** Always three: missing segments are 0. */
  readonly segments: readonly [bigint, bigint, bigint];
  /** How many were written. */
  readonly segmentCount: number;
  /** Dot-separated parts behind `-`; empty for a release. */
  readonly prerelease: readonly string[];
}

export const CONSTRAINT_OPERATORS = ['=', '!=', '>', '>=', '<', '<=', '~>'] as const;
export type ConstraintOperator = (typeof CONSTRAINT_OPERATORS)[number];

export interface VersionConstraint {
  readonly operator: ConstraintOperator;
  readonly version: Version;
}

/** Why a constraint list can not be read, as half a sentence. */
export interface ConstraintFault {
  readonly reason: string;
}

const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** @returns `undefined` when the text is no version: one to three numbers, `-pre`, `+build`. */
export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const written = [match[1], match[2], match[3]].filter((part) => part !== undefined);
  const [major = 0n, minor = 0n, patch = 0n] = written.map((part) => BigInt(part));
  return {
    segments: [major, minor, patch],
    segmentCount: written.length,
    prerelease: match[4]?.split('.') ?? [],
  };
}

/** Reads `OP VERSION` parts joined by commas. */
export function parseConstraints(
  text: string,
): { readonly constraints: readonly VersionConstraint[] } | ConstraintFault {
  const constraints: VersionConstraint[] = [];
  for (const part of text.split(',')) {
    const parsed = parseConstraint(part.trim());
    if ('reason' in parsed) return parsed;
    constraints.push(parsed);
  }
  return { constraints };
}

function parseConstraint(text: string): VersionConstraint | ConstraintFault {
  if (text === '') return { reason: 'a constraint between the commas is empty' };
  const operator =
    CONSTRAINT_OPERATORS.filter((candidate) => text.startsWith(candidate)).sort(
      (a, b) => b.length - a.length,
    )[0] ?? '=';
  const written = text.startsWith(operator) ? text.slice(operator.length).trim() : text;
  const version = parseVersion(written);
  if (version === undefined) return { reason: `"${text}" is not an operator and a version` };
  if (operator === '~>' && version.segmentCount < 2) {
    return { reason: `"${text}" needs at least two segments, such as "~> 1.2"` };
  }
  return { operator, version };
}

/**
 * Whether all constraints accept a version. A prerelease is accepted only where a constraint names
 * a prerelease of the same version; `!=` excludes and never has to name one beside others.
 */
export function satisfies(version: Version, constraints: readonly VersionConstraint[]): boolean {
  if (version.prerelease.length > 0 && !allowsPrerelease(version, constraints)) return false;
  return constraints.every((constraint) => holds(version, constraint));
}

function allowsPrerelease(version: Version, constraints: readonly VersionConstraint[]): boolean {
  const namesIt = (constraint: VersionConstraint): boolean =>
    constraint.version.prerelease.length > 0 && compareSegments(version, constraint.version) === 0;
  return (
    constraints.some(namesIt) &&
    constraints.every((constraint) => constraint.operator === '!=' || namesIt(constraint))
  );
}

function holds(version: Version, constraint: VersionConstraint): boolean {
  const order = compareVersions(version, constraint.version);
  switch (constraint.operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '~>':
      return order >= 0 && sharesAllButLast(version, constraint.version);
  }
}

/** Only the last written segment may grow. */
function sharesAllButLast(version: Version, base: Version): boolean {
  const kept = base.segmentCount - 1;
  return base.segments
    .slice(0, kept)
    .every((segment, index) => version.segments[index] === segment);
}

/** Order of two versions, build metadata apart: negative, 0 or positive. */
export function compareVersions(a: Version, b: Version): number {
  return compareSegments(a, b) || comparePrereleases(a.prerelease, b.prerelease);
}

function compareSegments(a: Version, b: Version): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index] ?? 0n;
    if (segment !== other) return segment < other ? -1 : 1;
  }
  return 0;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers by value and below words; words by code unit, as semantic versioning orders them. */
function comparePart(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
