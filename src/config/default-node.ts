/** What an attribute that is left out becomes in a provider's block. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { AttributeRule } from './block-rules.ts';
import type { DecodedNode } from './decode-context.ts';
import { type ConfigValue, Secret } from './secret.ts';

/** The declared default, else the zero value; in an object each nested attribute takes its own. */
export function defaultNode(rule: AttributeRule, range: SourceRange): DecodedNode {
  if (rule.default_json === undefined) return zeroNode(rule, range);
  // The schema check has shown that the text is JSON of exactly the declared type.
  const json: ConfigValue = JSON.parse(rule.default_json);
  return { value: completed(json, rule), range };
}

/** Placeholder of the declared type: `""`, `0`, `false`, `[]`, `{}`. */
export function zeroNode(rule: AttributeRule, range: SourceRange): DecodedNode {
  return { value: zeroValue(rule), range };
}

function zeroValue(rule: AttributeRule): ConfigValue {
  if (rule.sensitive === true) return new Secret('');
  switch (rule.type) {
    case 'number':
      return 0;
    case 'bool':
      return false;
    case 'list_string':
    case 'list_number':
      return [];
    case 'map_string':
    case 'json_object':
      return {};
    case 'object':
      return completed({}, rule);
    case 'string':
    case 'unspecified':
      return '';
  }
}

/** A default object may leave out what is not required; it is filled in like a written one. */
function completed(json: ConfigValue, rule: AttributeRule): ConfigValue {
  if (rule.type !== 'object') return json;
  const written = new Map(Object.entries(json ?? {}));
  const entries = (rule.object_attributes ?? []).map((nested): [string, ConfigValue] => {
    const value: ConfigValue | undefined = written.get(nested.name);
    return [nested.name, value === undefined ? nestedDefault(nested) : completed(value, nested)];
  });
  return Object.fromEntries(entries);
}

function nestedDefault(rule: AttributeRule): ConfigValue {
  if (rule.default_json === undefined) return zeroValue(rule);
  return completed(JSON.parse(rule.default_json), rule);
}
