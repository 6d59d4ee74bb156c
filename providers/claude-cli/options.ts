// The block in agent.hcl: its attributes and what they come to.
import { type ConfigSchema, type ConfigView, type ModelSpec, withExtraModels } from 'agent-hcl/sdk';
import { invalidRequest, PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';

const COMMAND = 'claude';

export const configSchema: ConfigSchema = {
  attributes: [
    {
      name: 'command',
      type: 'string',
      description: 'Program to start: a name looked up in PATH, or a path. Default: claude.',
      default_json: JSON.stringify(COMMAND),
    },
    {
      name: 'timeout_ms',
      type: 'number',
      description: 'Bound of one whole request, milliseconds. Default: none.',
    },
    {
      name: 'extra_args',
      type: 'list_string',
      description: 'Further arguments, after all others.',
    },
    {
      name: 'extra_models',
      type: 'map_string',
      description:
        'Models the program takes besides its aliases: id to "CONTEXT/OUTPUT" in tokens.',
    },
  ],
};

/** One configuration, ready for use. */
export interface Settings {
  readonly models: readonly ModelSpec[];
  readonly command: string;
  readonly extraArgs: readonly string[];
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  /** The whole environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Longest delay of a timer; a longer one would pass at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Reads a configured block.
 *
 * @param own - Variables of this process.
 * @throws ModelFailure - `invalid_request` for a setting that can not work.
 */
export function readSettings(
  config: ConfigView,
  own: Readonly<Record<string, string | undefined>>,
): Settings {
  // The kernel fills in zero where nothing is set.
  const timeoutMs = config.number('timeout_ms') || undefined;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    throw invalidRequest('timeout_ms must be a number of milliseconds above zero');
  }
  return {
    models: withExtraModels(MODELS, config.stringMap('extra_models'), PROVIDER_NAME),
    command: config.setString('command') ?? COMMAND,
    extraArgs: config.stringList('extra_args') ?? [],
    timeoutMs,
    environment: childEnvironment(own),
  };
}

/**
 * A key in the environment would be billed by use instead of the subscription, and the mark of a
 * session would make this one look nested in it. Our launcher's variables are none of its business.
 */
const LEFT_OUT =
  /^(?:ANTHROPIC_API_KEY|CLAUDECODE|PLUGIN_.*|OTEL_RESOURCE_ATTRIBUTES|PLUGGABLEHARNESS_AGENT_PLUGIN)$/;

function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) =>
      value === undefined || LEFT_OUT.test(name) ? [] : [[name, value]],
    ),
  );
}
