import { describe, expect, test } from 'vitest';
import { checkEntryName } from '../../src/config/lift-environment.ts';

const at = { line: 3, column: 5, byte: 30 };
const place = {
  range: { file: 'agent.hcl', start: at, end: at },
  path: 'provider.acme.environment',
};

/** The grammar of HCL keeps most of these out of a file; other callers are stopped here. */
describe('the name of an environment entry', () => {
  test.each([
    ['', 'env-name-empty'],
    ['A=B', 'env-name-invalid'],
    ['A\0B', 'env-name-invalid'],
    ['PLUGIN_CLIENT_CERT', 'env-name-reserved'],
    ['PLUGGABLEHARNESS_AGENT_PLUGIN', 'env-name-reserved'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', 'not-trusted'],
    // The same variable to Windows.
    ['node_tls_reject_unauthorized', 'not-trusted'],
  ])('%j is refused: %s', (name, code) => {
    const faults = checkEntryName(name, 'acme', place);

    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(faults[0]?.detail).toContain('"acme"');
  });

  test.each([
    'A',
    '_',
    'lower-case',
    'größe',
    'PLUGIN',
    'plugin_x',
    'PATH',
    'OTEL_RESOURCE_ATTRIBUTES',
  ])('%s is accepted', (name) => {
    expect(checkEntryName(name, 'acme', place)).toEqual([]);
  });

  test('an odd name is shown escaped', () => {
    expect(checkEntryName('A\0B', 'acme', place)[0]?.detail).toContain('"A\\u0000B"');
  });
});
