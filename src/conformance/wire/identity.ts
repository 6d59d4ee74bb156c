/** W-01 … W-06, W-20 … W-23: who the provider is and what it declares once. */

import type { ConfigAttribute } from '../../protocol/gen/pluggableharness/config/v1/types_pb.js';
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { AttrType, Category, HookPoint } from '../../protocol/gen/wire-tables.ts';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { capabilityCheck, describeFailure, duplicates, readCapabilities } from './declared.ts';
import { leaksIn } from './secrets.ts';
import type { DeclarationContext } from './wire-context.ts';

const MUST = 'MUST' as const;
const PROTOCOL_VERSION = 1;

const describes: Check<DeclarationContext> = {
  id: 'W-01',
  name: 'Describe names a model provider of contract version 1',
  level: MUST,
  async run({ client }) {
    const outcome = await client.describe();
    if (outcome.type !== 'ok') return [violation('', `Describe: ${describeFailure(outcome)}`)];
    const { producer } = outcome.value;
    if (!producer) return [violation('', 'the response holds no producer')];
    const remarks: Remark[] = [];
    if (producer.name === '') remarks.push(violation('', 'the name is empty'));
    if (producer.category !== Category.MODEL) {
      remarks.push(violation('', `the category is ${producer.category}, expected MODEL (1)`));
    }
    if (producer.protocolVersion !== PROTOCOL_VERSION) {
      remarks.push(
        violation('', `the contract version is ${producer.protocolVersion}, expected 1`),
      );
    }
    return remarks;
  },
};

const isExpected: Check<DeclarationContext> = {
  id: 'W-02',
  name: 'name, version and source are the expected ones',
  level: MUST,
  needs: ['W-01'],
  async run({ client, drive, expected }) {
    if (drive === 'in-process') return [skipped('in-process: the suite itself gave the identity')];
    const wanted = Object.entries(expected ?? {}).filter(([, value]) => value !== undefined);
    if (wanted.length === 0) return [skipped('no expectation given (--expect)')];
    const outcome = await client.describe();
    if (outcome.type !== 'ok') return [violation('', `Describe: ${describeFailure(outcome)}`)];
    const found: Readonly<Record<string, string | undefined>> = {
      name: outcome.value.producer?.name,
      version: outcome.value.producer?.version,
      source: outcome.value.producer?.source,
    };
    return wanted
      .filter(([key, value]) => found[key] !== value)
      .map(([key, value]) => violation(key, `is "${found[key] ?? ''}", expected "${value}"`));
  },
};

const answersEarly: Check<DeclarationContext> = {
  id: 'W-03',
  name: 'GetCapabilities answers before Configure',
  level: MUST,
  async run(context) {
    const capabilities = await readCapabilities(context);
    return 'models' in capabilities ? [] : capabilities;
  },
};

const hasModels = capabilityCheck(
  { id: 'W-04', name: 'at least one model is offered', level: MUST },
  ({ models }) => (models.length > 0 ? [] : [violation('', 'the list of models is empty')]),
);

const hasSchema = capabilityCheck(
  { id: 'W-05', name: 'a config schema is present and well formed', level: MUST },
  ({ configSchema }) =>
    configSchema ? schemaFaults(configSchema.attributes, '') : [violation('', 'no config schema')],
);

function schemaFaults(attributes: readonly ConfigAttribute[], prefix: string): readonly Remark[] {
  const names = attributes.map(({ name }) => name);
  const repeated = duplicates(names).map((name) =>
    violation(`${prefix}${name}`, 'the attribute is declared twice'),
  );
  return [
    ...repeated,
    ...attributes.flatMap((attribute): readonly Remark[] => {
      const path = `${prefix}${attribute.name}`;
      const isObject = attribute.type === AttrType.OBJECT;
      const isNested = attribute.objectAttributes.length > 0;
      return [
        ...(attribute.name === '' ? [violation(path, 'an attribute has no name')] : []),
        ...(!Object.values<number>(AttrType).includes(attribute.type) ||
        attribute.type === AttrType.UNSPECIFIED
          ? [violation(path, `the type ${attribute.type} is none of the seven`)]
          : []),
        ...(isNested !== isObject
          ? [violation(path, 'object attributes belong to the type object, and to no other')]
          : []),
        ...schemaFaults(attribute.objectAttributes, `${path}.`),
      ];
    }),
  ];
}

const hasUniqueIds = capabilityCheck(
  { id: 'W-06', name: 'model ids are set and unique; no alias repeats one', level: MUST },
  ({ models }) => {
    const ids = models.map(({ id }) => id);
    const aliases = models.flatMap(({ catalog }) => catalog?.aliases ?? []);
    return [
      ...(ids.includes('') ? [violation('', 'a model has an empty id')] : []),
      ...duplicates(ids).map((id) => violation(id, 'the id stands twice')),
      ...aliases
        .filter((alias) => ids.includes(alias))
        .map((alias) => violation(alias, 'an alias repeats the id of a model')),
      ...duplicates(aliases).map((alias) => violation(alias, 'the alias stands twice')),
    ];
  },
);

const CREDENTIAL = /(?:^|_)(?:api_?key|key|token|secret|password|credential)s?$/i;

const marksSecrets = capabilityCheck(
  { id: 'W-20', name: 'attributes that hold a credential are sensitive', level: MUST },
  ({ configSchema }) =>
    withPaths(configSchema?.attributes ?? [], '')
      .filter(({ attribute }) => attribute.type === AttrType.STRING)
      .filter(({ attribute }) => CREDENTIAL.test(attribute.name) && !attribute.sensitive)
      .map(({ path }) => violation(path, 'holds a credential but is not marked sensitive')),
);

interface AttributeAt {
  readonly path: string;
  readonly attribute: ConfigAttribute;
}

function withPaths(attributes: readonly ConfigAttribute[], prefix: string): readonly AttributeAt[] {
  return attributes.flatMap((attribute) => {
    const path = `${prefix}${attribute.name}`;
    return [{ path, attribute }, ...withPaths(attribute.objectAttributes, `${path}.`)];
  });
}

const hasGoodExpansions = capabilityCheck(
  { id: 'W-21', name: 'prompt expansions have plain, unique names and a template', level: MUST },
  ({ slashCommands }) => {
    if (slashCommands.length === 0) return [skipped('none declared')];
    return [
      ...duplicates(slashCommands.map(({ name }) => name)).map((name) =>
        violation(name, 'the name stands twice'),
      ),
      ...slashCommands.flatMap(({ name, template }) => [
        ...(name === '' || name.includes('/')
          ? [violation(name, 'the name is empty or holds a slash')]
          : []),
        ...(template === '' ? [violation(name, 'the template is empty')] : []),
      ]),
    ];
  },
);

const hasGoodExtras = capabilityCheck(
  { id: 'W-22', name: 'verbosity, percentages and labels are consistent', level: MUST },
  ({ models, auth }, { secrets }) => {
    const labels = leaksIn(JSON.stringify([auth?.plan, auth?.labels ?? {}]), secrets);
    const remarks = models.flatMap((model) =>
      extraFaults(model).map((fault) => violation(model.id, fault)),
    );
    const isAbsent = !auth && models.every(({ verbosity }) => !verbosity);
    const leaks = labels.map(() => violation('auth', 'a label holds a configured secret'));
    return isAbsent && remarks.length === 0 ? [skipped('none declared')] : [...remarks, ...leaks];
  },
);

function extraFaults({ verbosity, effectiveContextWindowPercent }: ModelSpec): readonly string[] {
  const faults: string[] = [];
  const percent = effectiveContextWindowPercent ?? 0;
  if (!(percent >= 0 && percent <= 100)) faults.push(`${percent} % is outside 0 to 100`);
  if (!verbosity) return faults;
  if (!verbosity.supported && (verbosity.levels.length > 0 || verbosity.default !== undefined)) {
    faults.push('verbosity is unsupported but has levels or a default');
  }
  if (verbosity.supported && !verbosity.levels.includes(verbosity.default ?? '')) {
    faults.push(`the default verbosity "${verbosity.default ?? ''}" is none of its levels`);
  }
  return faults;
}

const hasGoodHookPoints = capabilityCheck(
  { id: 'W-23', name: 'hook points are set and unique', level: MUST },
  ({ supportedHookPoints }) => {
    if (supportedHookPoints.length === 0) return [skipped('none declared')];
    return [
      ...(supportedHookPoints.includes(HookPoint.UNSPECIFIED)
        ? [violation('', 'a hook point is UNSPECIFIED')]
        : []),
      ...duplicates(supportedHookPoints).map((point) =>
        violation(String(point), 'the hook point stands twice'),
      ),
    ];
  },
);

/** In the order they run. */
export const identityChecks = [
  describes,
  isExpected,
  answersEarly,
  hasModels,
  hasSchema,
  hasUniqueIds,
] as const;

export const providerWideChecks = [
  marksSecrets,
  hasGoodExpansions,
  hasGoodExtras,
  hasGoodHookPoints,
] as const;
