/** The configuration texts of suite C. */
import type { FileParts } from '../../src/conformance/chat/chat-subject.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

/** Of the variable that holds the key of a provider alone. */
export const KEY = 'SUITE_C_KEY';

interface Named {
  readonly name: string;
  readonly model: string;
}

/** An `agent.hcl` with one provider, and a profile that names its model. */
export function configText(named: Named, parts: FileParts): string {
  const { program, times = 1 } = parts;
  const own = program === undefined ? '' : `settings {\n${SETTINGS}\n${attributes(program)}\n}\n`;
  return block(named, parts).repeat(times) + profile(choice('primary', named)) + own;
}

/** Two providers, and a profile whose second model takes over for the first. */
export function pairText(
  [first, second]: readonly [Named, Named],
  settings: readonly [JsonObject, JsonObject],
): string {
  const blocks = block(first, { settings: settings[0] }) + block(second, { settings: settings[1] });
  return blocks + profile(choice('primary', first) + choice('fallback', second));
}

function block({ name }: Named, { settings = {}, environment }: FileParts): string {
  return `provider "${name}" {
${attributes(settings)}
${environment === undefined ? '' : `environment {\n${attributes(environment)}\n}`}
}
`;
}

function profile(choices: string): string {
  return `agent_profile "default" {\n  model {\n${choices}  }\n}\n`;
}

function choice(kind: string, { name, model }: Named): string {
  return `    ${kind} {
      provider = "${name}"
      id       = "${model}"
    }
`;
}

/** Everything that a block of settings must have. */
const SETTINGS = `
  default_frontend = ""
  log_level        = "info"
  telemetry        = false
  retry {
    base_delay_ms  = 1
    backoff_factor = 1
    max_retries    = 0
  }
`;

/** A key is the name of the variable that holds it. */
function attributes(values: JsonObject): string {
  return Object.entries(values)
    .map(([key, value]) => {
      const text = JSON.stringify(value);
      return `  ${key} = ${key === 'api_key' ? `env(${text})` : text}`;
    })
    .join('\n');
}
