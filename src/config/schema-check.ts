/** The rules a provider's ConfigSchema must keep before its block is decoded by it. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import type {
  ConfigAttribute,
  ConfigAttributeType,
  ConfigSchema,
} from '../protocol/config-schema.ts';
import { isIdentifier } from './names.ts';
import { isSecretive } from './secret-shape.ts';

/** Where a fault of a schema is told: no line of the file is at fault. */
export interface SchemaOwner {
  readonly localName: string;
  /** The provider block's header, or its `required_providers` entry. */
  readonly range: SourceRange;
  readonly context?: string | undefined;
}

interface Fault {
  readonly code: DiagnosticCode;
  /** Dotted, without the provider. */
  readonly path: string;
  readonly rule: string;
}

const TYPES: Readonly<Record<ConfigAttributeType, true>> = {
  string: true,
  number: true,
  bool: true,
  list_string: true,
  list_number: true,
  map_string: true,
  object: true,
};

/** Checks a schema by itself. One error or more mean that this provider's body is not decoded. */
export function checkSchema(schema: ConfigSchema, owner: SchemaOwner): readonly Diagnostic[] {
  return checkAttributes(schema.attributes, '').map((fault) => {
    const path = `provider.${owner.localName}.${fault.path}`;
    return errorDiagnostic({
      code: fault.code,
      summary: `Provider "${owner.localName}" advertises a faulty schema`,
      detail: `${fault.rule} This is a fault of the provider, not of your file: report it to its author.\nPath: ${path}`,
      range: owner.range,
      context: owner.context,
    });
  });
}

function checkAttributes(attributes: readonly ConfigAttribute[], prefix: string): readonly Fault[] {
  const seen = new Set<string>();
  return attributes.flatMap((attribute) => {
    const path = prefix + (attribute.name === '' ? '(unnamed)' : attribute.name);
    const isRepeated = seen.has(attribute.name);
    seen.add(attribute.name);
    return checkAttribute(attribute, path, isRepeated);
  });
}

function checkAttribute(
  attribute: ConfigAttribute,
  path: string,
  isRepeated: boolean,
): readonly Fault[] {
  const faults: Fault[] = [];
  const report = (code: DiagnosticCode, rule: string): void =>
    void faults.push({ code, path, rule });
  if (!isIdentifier(attribute.name)) {
    report('schema-bad-name', 'An attribute name must be an HCL identifier.');
  } else if (isRepeated) {
    report('schema-bad-name', 'An attribute name must be unique among its siblings.');
  }
  if (!Object.hasOwn(TYPES, attribute.type)) {
    const known = Object.keys(TYPES).join(', ');
    report('schema-bad-type', `The type of an attribute must be one of ${known}.`);
    return faults;
  }
  const nested = attribute.object_attributes ?? [];
  if ((attribute.type === 'object') !== nested.length > 0) {
    report(
      'schema-object-attributes',
      'Exactly the attributes of type object have object_attributes, and at least one.',
    );
  }
  if (attribute.sensitive === true && attribute.type !== 'string') {
    report('schema-sensitive-type', 'Only an attribute of type string can be sensitive.');
  }
  faults.push(...checkDefault(attribute, path));
  return [...faults, ...checkAttributes(nested, `${path}.`)];
}

function checkDefault(attribute: ConfigAttribute, path: string): readonly Fault[] {
  const text = attribute.default_json;
  if (text === undefined) return [];
  const fault = (code: DiagnosticCode, rule: string): readonly Fault[] => [{ code, path, rule }];
  if (isSecretive(attribute)) {
    return fault(
      'schema-default-sensitive',
      'A sensitive attribute, or an object that contains one, has no default.',
    );
  }
  if (attribute.required === true) {
    return fault('schema-default-required', 'A required attribute has no default.');
  }
  const value = parseJson(text);
  if (value === undefined) {
    return fault('schema-default-not-json', 'The default of an attribute must be JSON text.');
  }
  if (hasShape(value.json, attribute)) return [];
  return fault(
    'schema-default-type',
    'The default of an attribute must have exactly the type of the attribute.',
  );
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function hasShape(value: unknown, attribute: ConfigAttribute): boolean {
  switch (attribute.type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return isNumber(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'list_string':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'list_number':
      return Array.isArray(value) && value.every(isNumber);
    case 'map_string':
      return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
    case 'object':
      return isObject(value) && hasNestedShape(value, attribute.object_attributes ?? []);
    case 'unspecified':
      return false;
  }
}

function hasNestedShape(
  value: Readonly<Record<string, unknown>>,
  attributes: readonly ConfigAttribute[],
): boolean {
  const declared = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const isComplete = attributes.every(
    ({ name, required }) => required !== true || Object.hasOwn(value, name),
  );
  return (
    isComplete &&
    Object.entries(value).every(([key, item]) => {
      const attribute = declared.get(key);
      return attribute !== undefined && hasShape(item, attribute);
    })
  );
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
