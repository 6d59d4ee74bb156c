import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  ScalarType,
} from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { file_google_rpc_error_details } from '../../src/protocol/gen/google/rpc/error_details_pb.js';
import { file_google_rpc_status } from '../../src/protocol/gen/google/rpc/status_pb.js';
import { file_health } from '../../src/protocol/gen/health_pb.js';
import { file_pluggableharness_common_v1_types } from '../../src/protocol/gen/pluggableharness/common/v1/types_pb.js';
import { file_pluggableharness_config_v1_types } from '../../src/protocol/gen/pluggableharness/config/v1/types_pb.js';
import { file_pluggableharness_content_v1_types } from '../../src/protocol/gen/pluggableharness/content/v1/types_pb.js';
import { file_pluggableharness_model_v1_types } from '../../src/protocol/gen/pluggableharness/model/v1/types_pb.js';
import { file_pluggableharness_render_v1_types } from '../../src/protocol/gen/pluggableharness/render/v1/types_pb.js';
import { file_pluggableharness_schema_v1_types } from '../../src/protocol/gen/pluggableharness/schema/v1/types_pb.js';
import { file_plugin_grpc_broker } from '../../src/protocol/gen/plugin/grpc_broker_pb.js';
import { file_plugin_grpc_controller } from '../../src/protocol/gen/plugin/grpc_controller_pb.js';
import { file_plugin_grpc_stdio } from '../../src/protocol/gen/plugin/grpc_stdio_pb.js';
import {
  brokerMethods,
  controllerMethods,
  healthMethods,
  modelMethods,
  stdioMethods,
} from '../../src/protocol/grpc-methods.ts';
import { root } from '../support/shared.ts';
import { WIRE_NUMBERS } from './wire-numbers.ts';

const FILES: readonly DescFile[] = [
  file_google_rpc_error_details,
  file_google_rpc_status,
  file_health,
  file_pluggableharness_common_v1_types,
  file_pluggableharness_config_v1_types,
  file_pluggableharness_content_v1_types,
  file_pluggableharness_model_v1_types,
  file_pluggableharness_render_v1_types,
  file_pluggableharness_schema_v1_types,
  file_plugin_grpc_broker,
  file_plugin_grpc_controller,
  file_plugin_grpc_stdio,
];

const bin = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };

function buf(...args: readonly string[]): string {
  return execFileSync(join(bin, 'buf'), args, { cwd: root, env: environment, encoding: 'utf8' });
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );
}

describe('generated code', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'generated-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Three programs start; on a busy machine that takes long.
  test('is what the schemas generate today', { timeout: 120_000 }, () => {
    const output = join(folder, 'src/protocol/gen');
    // Beside the repository's own packages, which the generated code imports.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

    buf('generate', 'schemas', '--template', 'schemas/buf.gen.yaml', '--output', folder);
    const script = join(root, 'src/bundle/wire-tables.mjs');
    execFileSync(process.execPath, [script, output], { cwd: root });

    const generated = contents(output);
    expect(contents(join(root, 'src/protocol/gen'))).toEqual(generated);
    expect(Object.keys(generated)).toHaveLength(2 * FILES.length + 1);
  });

  test('comes from schemas without a lint finding', { timeout: 120_000 }, () => {
    expect(buf('lint', 'schemas')).toBe('');
  });
});

test('every name and number of the contract is the published one', () => {
  expect(Object.fromEntries(FILES.flatMap(describeFile))).toEqual(WIRE_NUMBERS);
});

test('every method is called by its published name, with its published messages', () => {
  const tables = [modelMethods, healthMethods, controllerMethods, stdioMethods, brokerMethods];
  const ours = tables.flatMap((table) => Object.values(table));

  const published = FILES.flatMap(({ services }) => services).flatMap(({ methods }) => methods);

  expect(ours.map(({ path }) => path).sort()).toEqual(
    published.map(({ parent, name }) => `/${parent.typeName}/${name}`).sort(),
  );
  for (const { path, requestStream, responseStream } of ours) {
    const method = published.find(({ parent, name }) => path === `/${parent.typeName}/${name}`);
    const kind = `${requestStream ? 'client' : ''}${responseStream ? 'server' : ''}`;
    expect({ '': 'unary', server: 'server_streaming', clientserver: 'bidi_streaming' }[kind]).toBe(
      method?.methodKind,
    );
  }
});

test('numbers of removed fields stay reserved', () => {
  const reserved = file_pluggableharness_model_v1_types.messages
    .filter(({ proto }) => proto.reservedRange.length > 0)
    .map(({ name, proto }) => [
      name,
      // The end of a descriptor's range is exclusive.
      ...proto.reservedRange.map(({ start, end }) => `${start}-${end - 1}`),
      ...proto.reservedName,
    ]);

  expect(reserved).toEqual([
    ['CountTokensRequest', '1-1'],
    ['ThinkingSpec', '2-6', 'budget_range', 'can_disable', 'default', 'effort_levels', 'mode'],
    ['CachingSpec', '2-2', 'mode'],
  ]);
});

type Entry = readonly [name: string, members: readonly string[]];

function describeFile(file: DescFile): readonly Entry[] {
  return [
    ...file.messages.flatMap(describeMessage),
    ...file.enums.map(describeEnum),
    ...file.services.map((service): Entry => {
      const methods = service.methods.map(
        ({ name, input, output, methodKind }) =>
          `${name}(${input.typeName}) ${methodKind} ${output.typeName}`,
      );
      return [`service ${service.typeName}`, methods];
    }),
  ];
}

function describeMessage(message: DescMessage): readonly Entry[] {
  return [
    [message.typeName, message.fields.map(describeField)],
    ...message.nestedMessages
      .filter(({ proto }) => !proto.options?.mapEntry)
      .flatMap(describeMessage),
    ...message.nestedEnums.map(describeEnum),
  ];
}

function describeEnum({ typeName, values }: DescEnum): Entry {
  return [`enum ${typeName}`, values.map(({ name, number }) => `${name}=${number}`)];
}

function describeField(field: DescField): string {
  const isOptional = field.proto.proto3Optional;
  const member = field.oneof && !isOptional ? `${field.oneof.name}/` : '';
  return `${member}${field.name}=${field.number} ${labelOf(field, isOptional)}${typeOf(field)}`;
}

function labelOf(field: DescField, isOptional: boolean): string {
  if (field.fieldKind === 'list') return 'repeated ';
  return isOptional ? 'optional ' : '';
}

function typeOf(field: DescField): string {
  const type =
    field.message?.typeName ?? field.enum?.typeName ?? ScalarType[field.scalar ?? 0]?.toLowerCase();
  return field.fieldKind === 'map'
    ? `map<${ScalarType[field.mapKey]?.toLowerCase()}, ${type}>`
    : `${type}`;
}
