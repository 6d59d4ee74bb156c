import type { WireInit } from '../codec/message-type.ts';
import type { ConfigAttribute, ConfigSchema } from '../config-schema.ts';
import type { ProducerRef as WireProducer } from '../gen/pluggableharness/common/v1/types_pb.js';
import type * as config from '../gen/pluggableharness/config/v1/types_pb.js';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { AccountSnapshot, AuthDescriptor, Capabilities, ProducerRef } from '../model-spec.ts';
import {
  attributeTypes,
  authMethods,
  categories,
  type EnumTable,
  hookPoints,
  meteringDomains,
} from '../wire-enums.ts';
import { toWireModelSpec } from './model-spec.ts';
import { toWireRateLimit } from './rate-limit.ts';
import { timestamp } from './values.ts';

export function toWireCapabilities(capabilities: Capabilities): WireInit<wire.Capabilities> {
  const { configSchema, auth } = capabilities;
  return {
    models: capabilities.models.map(toWireModelSpec),
    slashCommands: capabilities.slashCommands.map((command) => ({ ...command })),
    supportedHookPoints: capabilities.supportedHookPoints.map((name) => numberOf(hookPoints, name)),
    configSchema: configSchema && toWireConfigSchema(configSchema),
    auth: auth && toWireAuth(auth),
    catalogEtag: capabilities.catalogEtag,
    catalogFetchedAt: timestamp(capabilities.catalogFetchedAtMs),
  };
}

export function toWireProducer(producer: ProducerRef): WireInit<WireProducer> {
  return {
    name: producer.name,
    version: producer.version,
    source: producer.source,
    category: numberOf(categories, producer.category),
    protocolVersion: producer.protocolVersion,
  };
}

export function toWireAccount(account: AccountSnapshot): WireInit<wire.AccountSnapshot> {
  return {
    ...toWireAuth(account),
    quotas: account.quotas.map(toWireRateLimit),
    fetchedAt: timestamp(account.fetchedAtMs),
  };
}

function toWireAuth({ method, metering, plan, labels }: AuthDescriptor) {
  return {
    method: authMethods.numbers[method],
    metering: meteringDomains.numbers[metering],
    labels: labels,
    plan,
  };
}

function toWireConfigSchema(schema: ConfigSchema): WireInit<config.ConfigSchema> {
  return { attributes: schema.attributes.map(toWireAttribute) };
}

function toWireAttribute(attribute: ConfigAttribute): WireInit<config.ConfigAttribute> {
  const nested = attribute.object_attributes ?? [];
  return {
    name: attribute.name,
    type: attributeTypes.numbers[attribute.type],
    required: attribute.required ?? false,
    sensitive: attribute.sensitive ?? false,
    description: attribute.description ?? '',
    objectAttributes: nested.map(toWireAttribute),
    defaultJson: attribute.default_json,
  };
}

/** @throws RangeError - a name the contract does not have. */
function numberOf<Value extends number>(table: EnumTable<string, Value>, name: string): Value {
  const value = Object.hasOwn(table.numbers, name) ? table.numbers[name] : undefined;
  if (value === undefined) throw new RangeError(`not a name of the contract: ${name}`);
  return value;
}
