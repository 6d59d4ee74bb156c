/** The configuration texts of suite C. */
import type { FileParts } from '../../src/conformance/chat/chat-subject.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

/** Of the variable that holds every key. */
export const KEY = 'SUITE_C_KEY';

interface Named {
  readonly name: string;
  readonly model: string;
}

/** An `agent.hcl` with one provider, and a profile that names its model. */
export function configText({ name, model }: Named, parts: FileParts): string {
  const { settings = {}, environment, program, times = 1 } = parts;
  const block = `provider "${name}" {
${attributes(settings)}
${environment === undefined ? '' : `environment {\n${attributes(environment)}\n}`}
}
`;
  const profile = `agent_profile "default" {
  model {
    primary {
      provider = "${name}"
      id       = "${model}"
    }
  }
}
`;
  const own = program === undefined ? '' : `settings {\n${SETTINGS}\n${attributes(program)}\n}\n`;
  return block.repeat(times) + profile + own;
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

function attributes(values: JsonObject): string {
  return Object.entries(values)
    .map(
      ([key, value]) => `  ${key} = ${key === 'api_key' ? `env("${KEY}")` : JSON.stringify(value)}`,
    )
    .join('\n');
}
