/** The `settings` block, as data. */
import type { AttributeRule, BlockRule } from './block-rules.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export const OVERFLOW_ACTIONS = ['drop', 'summarize'] as const;

const atLeast = (
  minimum: number,
  name: string,
  description: string,
  rest: Partial<AttributeRule> = {},
): AttributeRule => ({ name, type: 'number', integer: true, minimum, description, ...rest });

const RETRY: BlockRule = {
  type: 'retry',
  occurrence: 'optional',
  description:
    'How calls that failed for want of capacity are repeated: `rate_limited`, `overloaded`, and ' +
    '`unknown` where it is marked retryable. The first three attributes are required together.',
  attributes: [
    atLeast(0, 'base_delay_ms', 'First delay, in milliseconds.', {
      required: true,
      default_json: '500',
    }),
    atLeast(1, 'backoff_factor', 'Each delay is this many times the one before.', {
      required: true,
      default_json: '2',
    }),
    atLeast(0, 'max_retries', 'Most repetitions of one call.', {
      required: true,
      default_json: '5',
    }),
    atLeast(1, 'max_delay_ms', 'Longest computed delay, in milliseconds.', {
      default_json: '60000',
    }),
    atLeast(0, 'max_wait_ms', 'Longest wait asked for by a vendor that is waited for.', {
      default_json: '120000',
    }),
    atLeast(0, 'max_session_retries', 'Most repetitions over all calls of a conversation.', {
      default_json: '50',
    }),
  ],
  blocks: [],
};

const OBSERVABILITY: BlockRule = {
  type: 'observability',
  occurrence: 'optional',
  description:
    'Where traces, metrics and logs would be exported; `telemetry = false` wins over all of it. ' +
    'All but `resource_attrs` are required together. Checked and kept; nothing is exported yet.',
  attributes: [
    {
      name: 'endpoint',
      type: 'string',
      required: true,
      default_json: '"localhost:4317"',
      description: 'Host and port of the collector.',
    },
    {
      name: 'protocol',
      type: 'string',
      required: true,
      values: ['grpc', 'http'],
      default_json: '"grpc"',
      description: 'How to talk to it.',
    },
    {
      name: 'sampling_ratio',
      type: 'number',
      required: true,
      minimum: 0,
      maximum: 1,
      default_json: '1',
      description: 'Part of the traces that is kept.',
    },
    ...['traces', 'metrics', 'logs'].map((what) => ({
      name: `${what}_enabled`,
      type: 'bool' as const,
      required: true,
      default_json: 'true',
      description: `Whether ${what} are exported.`,
    })),
    atLeast(1, 'export_interval_ms', 'Time between exports, in milliseconds.', {
      required: true,
      default_json: '10000',
    }),
    {
      name: 'service_name',
      type: 'string',
      required: true,
      default_json: '"agent"',
      description: 'Name under which records appear.',
    },
    {
      name: 'resource_attrs',
      type: 'map_string',
      omitted: 'none',
      description: 'Further attributes of every record.',
    },
  ],
  blocks: [],
};

const EVENT_BUS: BlockRule = {
  type: 'event_bus',
  occurrence: 'optional',
  description: 'Limits of the event bus. Checked and kept.',
  attributes: [
    atLeast(1, 'subscribe_queue_bound', 'Most events waiting for one subscriber.', {
      default_json: '1024',
    }),
  ],
  blocks: [],
};

const DOOM_LOOP: BlockRule = {
  type: 'doom_loop',
  occurrence: 'optional',
  description: 'When repeated calls count as a loop. Checked and kept.',
  attributes: [
    atLeast(1, 'window_size', 'Calls looked at; at least `threshold`.', { default_json: '8' }),
    atLeast(3, 'threshold', 'Equal calls that make a loop.', { maximum: 5, default_json: '3' }),
  ],
  blocks: [],
};

export const SETTINGS_BLOCK: BlockRule = {
  type: 'settings',
  occurrence: 'optional',
  description:
    'Settings of the program. The defaults hold when the block, or one of its blocks, is left out.',
  attributes: [
    {
      name: 'default_frontend',
      type: 'string',
      required: true,
      default_json: '""',
      description: 'Which frontend, if there are several; `""` is the built-in one.',
    },
    {
      name: 'log_level',
      type: 'string',
      required: true,
      values: LOG_LEVELS,
      default_json: '"info"',
      description: 'Least severity that is logged.',
    },
    {
      name: 'telemetry',
      type: 'bool',
      required: true,
      default_json: 'false',
      description: 'Master switch of everything that is exported.',
    },
    atLeast(1, 'default_hook_timeout_ms', 'Longest a hook may take, in milliseconds.', {
      default_json: '5000',
    }),
    atLeast(1, 'default_tool_timeout_ms', 'Longest a tool may take, in milliseconds.', {
      default_json: '30000',
    }),
    atLeast(0, 'max_depth', 'How deep agents may start agents, unless a profile says so.', {
      omitted: '3',
    }),
    {
      name: 'on_overflow',
      type: 'string',
      values: OVERFLOW_ACTIONS,
      default_json: '"drop"',
      description:
        'What becomes of the oldest turns of a conversation that is too long for its model: they ' +
        'are left out, or the model sums them up first, which costs a call.',
    },
  ],
  blocks: [RETRY, OBSERVABILITY, EVENT_BUS, DOOM_LOOP],
};
