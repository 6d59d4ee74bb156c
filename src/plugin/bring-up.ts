/** From a started process to a provider in use (`model-protocol.md` §9.7). */
import { type Handshake, MODEL_PROTOCOL_VERSION } from '../protocol/handshake.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { CallOutcome } from '../protocol/model-provider.ts';
import type { Capabilities, ProducerRef } from '../protocol/model-spec.ts';
import type { BringUpFailure } from './bring-up-failure.ts';
import type { CapabilityFinding } from './capability-finding.ts';
import { agreeOnSecurity } from './channel-security.ts';
import { checkCapabilities, isUsable } from './check-capabilities.ts';
import { Connection, type Health } from './connect.ts';
import { CALL_LIMITS, type CallLimits, ModelClient } from './model-client.ts';
import { PluginLink } from './plugin-link.ts';
import type { PluginProcess } from './plugin-process.ts';
import { awaitHandshake, type LaunchContext } from './start.ts';
import type { StartReason } from './start-reason.ts';
import { tlsPolicyOf } from './tls-policy.ts';

/** How long the first answer, and any health check after it, may take; milliseconds. */
const HEALTH_MS = 5000;

export interface BringUpContext extends LaunchContext {
  /** Default 5,000. */
  readonly healthMs?: number | undefined;
  readonly callLimits?: CallLimits | undefined;
}

/** A provider that has said what it is and what it offers, and knows no secret yet. */
export interface Inspected {
  readonly type: 'inspected';
  readonly link: PluginLink;
  readonly client: ModelClient;
  readonly producer: ProducerRef;
  readonly capabilities: Capabilities;
  /** Warnings only. */
  readonly findings: readonly CapabilityFinding[];
}

/** It listens where others can connect, and nobody has asked it to encrypt. Nothing was sent. */
export interface Exposed {
  readonly type: 'exposed';
}

export interface Unavailable {
  readonly type: 'unavailable';
  readonly failure: BringUpFailure;
}

/** A provider ready for completions. */
export interface Ready {
  readonly type: 'ready';
  readonly client: ModelClient;
  readonly producer: ProducerRef;
  /** After `Configure`: the roster may have changed. */
  readonly capabilities: Capabilities;
  readonly findings: readonly CapabilityFinding[];
}

/**
 * Handshake, health, `Describe`, `GetCapabilities` and the checks of what they say. No secret is
 * sent and no vendor is asked.
 *
 * @param onLink - Called as soon as there is a connection, so that the caller can stop it properly.
 * @param signal - Gives the bring-up up.
 */
export async function inspect(
  process: PluginProcess,
  context: BringUpContext,
  signal: AbortSignal,
  onLink: (link: PluginLink) => void,
): Promise<Inspected | Exposed | Unavailable> {
  const started = await awaitHandshake(process, context, signal);
  if (started.type === 'failed') return unavailable({ type: 'start', failure: started.failure });
  const { clock, log } = context;
  const { handshake } = started;
  if (isExposed(process, handshake, context)) return { type: 'exposed' };
  const healthMs = context.healthMs ?? HEALTH_MS;
  const agreed = agreeOnSecurity(process.tls?.certificate, handshake);
  if (agreed.type === 'refused') return notStarted(process, { type: 'tls', detail: agreed.detail });
  const { security } = agreed;
  const { name: provider } = process.spec;
  const connection = new Connection({ provider, handshake, security, clock, log });
  const link = new PluginLink(process, connection, clock, healthMs);
  onLink(link);
  const client = new ModelClient(link, log, context.callLimits ?? CALL_LIMITS);
  // Asked together, judged in order: a round trip each would delay the first answer.
  const description = client.describe(signal);
  const capabilities = client.capabilities(signal);
  const unhealthy = await judgeHealth(await connection.checkHealth(healthMs), link, handshake);
  if (unhealthy) return unhealthy;
  const described = judgeDescription(await description, process);
  if (described.type === 'unavailable') return described;
  const checked = judgeCapabilities(await capabilities, process, clock.now());
  if (checked.type === 'unavailable') return checked;
  const { producer } = described;
  return { ...checked, type: 'inspected', link, client, producer };
}

/**
 * `Configure` with the decoded block, then the capabilities once more.
 *
 * @param config - Holds secrets; it is sent and not kept.
 */
export async function configure(
  inspected: Inspected,
  config: JsonObject,
  nowMs: number,
  signal: AbortSignal,
): Promise<Ready | Unavailable> {
  const { client, link, producer } = inspected;
  const configured = await client.configure(config, signal);
  if (configured.type !== 'ok') return callFailed('Configure', configured, link.process);
  const checked = judgeCapabilities(await client.capabilities(signal), link.process, nowMs);
  return checked.type === 'unavailable' ? checked : { ...checked, type: 'ready', client, producer };
}

function isExposed(process: PluginProcess, handshake: Handshake, context: LaunchContext): boolean {
  return handshake.network === 'tcp' && !process.tls && tlsPolicyOf(context) !== 'never';
}

async function judgeHealth(
  health: Health,
  link: PluginLink,
  { address }: Handshake,
): Promise<Unavailable | undefined> {
  if (health.type === 'serving') return undefined;
  const { process } = link;
  const { name: provider, program } = process.spec;
  const { detail } = health;
  if (health.type === 'no-answer' && (await link.hasEnded())) {
    const crash = await link.crash();
    return unavailable({ type: 'crashed', provider, program, step: 'first calls', crash });
  }
  if (health.type === 'not-serving') return notStarted(process, { type: 'unhealthy', detail });
  return notStarted(
    process,
    process.tls ? { type: 'tls', detail } : { type: 'unreachable', address, detail },
  );
}

function notStarted(process: PluginProcess, reason: StartReason): Unavailable {
  return unavailable({ type: 'start', failure: process.startFailure(reason) });
}

function judgeDescription(
  description: CallOutcome<ProducerRef>,
  process: PluginProcess,
): { readonly type: 'described'; readonly producer: ProducerRef } | Unavailable {
  if (description.type !== 'ok') return callFailed('Describe', description, process);
  const producer = description.value;
  const { name: provider, program } = process.spec;
  if (producer.category !== 'model') {
    return unavailable({ type: 'wrong-category', provider, program, found: producer.category });
  }
  if (producer.protocolVersion !== MODEL_PROTOCOL_VERSION) {
    const found = producer.protocolVersion;
    return unavailable({ type: 'wrong-version', provider, program, found });
  }
  if (producer.name === '') return unavailable({ type: 'nameless', provider, program });
  return { type: 'described', producer };
}

function judgeCapabilities(
  outcome: CallOutcome<Capabilities>,
  process: PluginProcess,
  nowMs: number,
):
  | {
      readonly type: 'checked';
      readonly capabilities: Capabilities;
      readonly findings: readonly CapabilityFinding[];
    }
  | Unavailable {
  if (outcome.type !== 'ok') return callFailed('GetCapabilities', outcome, process);
  const capabilities = outcome.value;
  const findings = checkCapabilities(capabilities, nowMs);
  if (isUsable(findings)) return { type: 'checked', capabilities, findings };
  const { name: provider, program } = process.spec;
  return unavailable({ type: 'invalid', provider, program, findings });
}

function callFailed(
  step: 'Describe' | 'GetCapabilities' | 'Configure',
  outcome: Exclude<CallOutcome<unknown>, { readonly type: 'ok' }>,
  process: PluginProcess,
): Unavailable {
  const { name: provider, program } = process.spec;
  if (outcome.type === 'cancelled') return unavailable({ type: 'cancelled', provider });
  if (outcome.type === 'crash') {
    return unavailable({ type: 'crashed', provider, program, step, crash: outcome.crash });
  }
  const error =
    outcome.type === 'error'
      ? outcome.error
      : ({ category: 'unknown', message: `${step} is not offered`, retryable: false } as const);
  return unavailable({ type: 'refused', provider, program, step, error });
}

function unavailable(failure: BringUpFailure): Unavailable {
  return { type: 'unavailable', failure };
}
