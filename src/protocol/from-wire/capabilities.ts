import type { ConfigAttribute, ConfigSchema } from '../config-schema.ts';
import type { ProducerRef as WireProducer } from '../gen/pluggableharness/common/v1/types_pb.js';
import type * as config from '../gen/pluggableharness/config/v1/types_pb.js';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { AccountSnapshot, AuthDescriptor, Capabilities, ProducerRef } from '../model-spec.ts';
import {
  attributeTypes,
  authMethods,
  categories,
  hookPoints,
  meteringDomains,
} from '../wire-enums.ts';
import { type FromWire, reading, refuse } from './fault.ts';
import { readModelSpec } from './model-spec.ts';
import { readRateLimits } from './rate-limit.ts';
import { knownNames, milliseconds, unlessEmpty } from './values.ts';

export function fromWireCapabilities({
  capabilities,
}: wire.GetCapabilitiesResponse): FromWire<Capabilities> {
  return reading(() => readCapabilities(capabilities ?? refuse('capabilities', 'is missing')));
}

export function fromWireProducer({ producer }: wire.DescribeResponse): FromWire<ProducerRef> {
  return reading(() => readProducer(producer ?? refuse('producer', 'is missing')));
}

export function fromWireAccount({ account }: wire.GetAccountResponse): FromWire<AccountSnapshot> {
  return reading(() => readAccount(account ?? refuse('account', 'is missing')));
}

function readCapabilities(capabilities: wire.Capabilities): Capabilities {
  const { configSchema, auth, catalogFetchedAt } = capabilities;
  const points = capabilities.supportedHookPoints;
  return {
    models: capabilities.models.map((spec, index) => readModelSpec(spec, `models[${index}]`)),
    slashCommands: capabilities.slashCommands.map(({ name, description, template }) => ({
      name,
      description,
      template,
    })),
    configSchema: configSchema && readConfigSchema(configSchema),
    supportedHookPoints: knownNames(hookPoints, points, 'supported_hook_points'),
    auth: auth && readAuth(auth),
    catalogEtag: capabilities.catalogEtag,
    catalogFetchedAtMs: milliseconds(catalogFetchedAt, 'catalog_fetched_at'),
  };
}

/** Another category is no fault of the message: bring-up says that it is the wrong one. */
function readProducer(producer: WireProducer): ProducerRef {
  const { name, version, source, category, protocolVersion } = producer;
  const categoryName = categories.nameOf(category) ?? `category ${category}`;
  return { name, version, source, category: categoryName, protocolVersion };
}

function readAccount(account: wire.AccountSnapshot): AccountSnapshot {
  return {
    ...readAuth(account),
    quotas: readRateLimits(account.quotas, 'account.quotas'),
    fetchedAtMs: milliseconds(account.fetchedAt, 'account.fetched_at'),
  };
}

function readAuth(auth: wire.AuthDescriptor | wire.AccountSnapshot): AuthDescriptor {
  return {
    method: authMethods.nameOf(auth.method) ?? 'unspecified',
    metering: meteringDomains.nameOf(auth.metering) ?? 'unspecified',
    plan: auth.plan,
    labels: auth.labels,
  };
}

function readConfigSchema(schema: config.ConfigSchema): ConfigSchema {
  return { attributes: schema.attributes.map(readAttribute) };
}

function readAttribute(attribute: config.ConfigAttribute): ConfigAttribute {
  return {
    name: attribute.name,
    type: attributeTypes.nameOf(attribute.type) ?? 'unspecified',
    required: attribute.required,
    sensitive: attribute.sensitive,
    description: attribute.description,
    object_attributes: unlessEmpty(attribute.objectAttributes.map(readAttribute)),
    default_json: attribute.defaultJson,
  };
}
