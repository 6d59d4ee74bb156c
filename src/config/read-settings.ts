/** `settings`, with the defaults of everything that is left out. */
import type { ObservabilitySettings, RetrySettings, Settings } from './config.ts';
import { outOfRange } from './faults.ts';
import type { ReadBlock, ReadBody, ReadContext } from './read-body.ts';
import { blocksOf, boolOf, enumOf, numberOf, textMap, textOf } from './read-values.ts';
import { LOG_LEVELS, OVERFLOW_ACTIONS } from './settings-schema.ts';

const NOTHING: ReadBody = { attributes: new Map(), blocks: [] };

const DEFAULT_WINDOW_SIZE = 8;
const DEFAULT_THRESHOLD = 3;

/** @param block - `undefined` when the file has no such block. */
export function readSettings(block: ReadBlock | undefined): Settings {
  const body = block ?? NOTHING;
  const [retry = NOTHING] = blocksOf(body, 'retry');
  const [observability = NOTHING] = blocksOf(body, 'observability');
  const [eventBus = NOTHING] = blocksOf(body, 'event_bus');
  const [doomLoop = NOTHING] = blocksOf(body, 'doom_loop');
  return {
    defaultFrontend: textOf(body, 'default_frontend') ?? '',
    logLevel: enumOf(body, 'log_level', LOG_LEVELS) ?? 'info',
    telemetry: boolOf(body, 'telemetry') ?? false,
    defaultHookTimeoutMs: numberOf(body, 'default_hook_timeout_ms') ?? 5000,
    defaultToolTimeoutMs: numberOf(body, 'default_tool_timeout_ms') ?? 30_000,
    maxDepth: numberOf(body, 'max_depth'),
    onOverflow: enumOf(body, 'on_overflow', OVERFLOW_ACTIONS) ?? 'drop',
    retry: readRetry(retry),
    observability: readObservability(observability),
    eventBus: { subscribeQueueBound: numberOf(eventBus, 'subscribe_queue_bound') ?? 1024 },
    doomLoop: {
      windowSize: numberOf(doomLoop, 'window_size') ?? DEFAULT_WINDOW_SIZE,
      threshold: numberOf(doomLoop, 'threshold') ?? DEFAULT_THRESHOLD,
    },
  };
}

function readRetry(body: ReadBody): RetrySettings {
  return {
    baseDelayMs: numberOf(body, 'base_delay_ms') ?? 500,
    backoffFactor: numberOf(body, 'backoff_factor') ?? 2,
    maxRetries: numberOf(body, 'max_retries') ?? 5,
    maxDelayMs: numberOf(body, 'max_delay_ms') ?? 60_000,
    maxWaitMs: numberOf(body, 'max_wait_ms') ?? 120_000,
    maxSessionRetries: numberOf(body, 'max_session_retries') ?? 50,
  };
}

function readObservability(body: ReadBody): ObservabilitySettings {
  return {
    endpoint: textOf(body, 'endpoint') ?? 'localhost:4317',
    endpointRange: body.attributes.get('endpoint')?.range,
    protocol: enumOf(body, 'protocol', ['grpc', 'http']) ?? 'grpc',
    samplingRatio: numberOf(body, 'sampling_ratio') ?? 1,
    tracesEnabled: boolOf(body, 'traces_enabled') ?? true,
    metricsEnabled: boolOf(body, 'metrics_enabled') ?? true,
    logsEnabled: boolOf(body, 'logs_enabled') ?? true,
    exportIntervalMs: numberOf(body, 'export_interval_ms') ?? 10_000,
    serviceName: textOf(body, 'service_name') ?? 'agent',
    resourceAttrs: textMap(body.attributes.get('resource_attrs')),
  };
}

/** The window of the loop detector must hold the calls it counts. */
export function checkDoomLoop(settings: ReadBlock | undefined, context: ReadContext): void {
  const [block] = blocksOf(settings, 'doom_loop');
  const window = block?.attributes.get('window_size');
  if (block === undefined || typeof window?.value !== 'number') return;
  const isThresholdWritten = block.raw.body.attributes.some(({ name }) => name === 'threshold');
  const written = numberOf(block, 'threshold');
  // A threshold that failed is reported by itself; there is nothing to compare with.
  if (isThresholdWritten && written === undefined) return;
  const threshold = written ?? DEFAULT_THRESHOLD;
  if (window.value >= threshold) return;
  const place = {
    range: window.range,
    path: `${block.path}.window_size`,
    context: block.context,
  };
  context.report(outOfRange(place, `at least the threshold, ${threshold}`));
}
