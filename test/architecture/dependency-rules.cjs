// The import table of docs/architecture.md. Each row names what a folder may import, `types` what
// it may import as types only; everything else between our folders is forbidden.
const table = {
  diagnostics: { may: [], types: [] },
  host: { may: [], types: [] },
  protocol: { may: [], types: [] },
  format: { may: ['diagnostics'], types: ['protocol'] },
  sdk: { may: ['host', 'protocol'], types: [] },
  config: { may: ['diagnostics'], types: ['host', 'protocol'] },
  plugin: { may: ['diagnostics', 'protocol'], types: ['host'] },
  turn: { may: ['protocol'], types: ['host'] },
  session: { may: ['diagnostics'], types: ['host', 'protocol', 'turn'] },
  output: { may: ['diagnostics', 'format'], types: ['host', 'protocol', 'turn'] },
  ui: { may: ['format'], types: ['diagnostics', 'host', 'protocol', 'turn'] },
  conformance: {
    may: ['diagnostics', 'host', 'protocol', 'format', 'plugin', 'turn'],
    types: [],
  },
  cli: {
    may: [
      'diagnostics',
      'host',
      'format',
      'config',
      'plugin',
      'turn',
      'session',
      'output',
      'ui',
      'conformance',
      // The kernel removes secrets by the rules that providers use.
      'protocol',
    ],
    types: [],
  },
};

const folders = (names) => `^src/(${names.join('|')})/`;

const rows = Object.entries(table).flatMap(([folder, { may, types }]) => [
  {
    name: `${folder}-imports`,
    comment: `src/${folder} may import: ${[...may, ...types].join(', ') || 'nothing of ours'}`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: folders([folder, ...may, ...types]) },
  },
  ...(types.length === 0
    ? []
    : [
        {
          name: `${folder}-types-only`,
          comment: `src/${folder} may import only types from: ${types.join(', ')}`,
          severity: 'error',
          from: { path: `^src/${folder}/` },
          to: { path: folders(types), dependencyTypesNot: ['type-only'] },
        },
      ]),
]);

const fence = (name, packages, from) => ({
  name: `fence-${name}`,
  comment: `${packages} only in ${from}`,
  severity: 'error',
  from: { path: '^(src|providers)/', pathNot: from },
  to: { path: `(^|/)node_modules/(${packages})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rows,
    {
      name: 'providers-see-the-public-sdk',
      comment:
        'a provider imports the package by its own name, never src paths nor another provider',
      severity: 'error',
      from: { path: '^providers/([^/]+)/' },
      to: {
        path: '^(src|providers)/',
        pathNot: [
          '^providers/$1/',
          '^src/sdk/(index|testing)\\.ts$',
          '^src/sdk/(chat-completions|responses)/index\\.ts$',
        ],
      },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|providers)/' },
      to: { path: '^test/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    fence('hcl2json', '@cdktf', '^src/(config/hcl\\.ts|bundle/)'),
    fence(
      'grpc',
      '@grpc',
      '^src/(plugin/(connect|grpc-call)|sdk/(credentials|plugin-server|grpc-service))\\.ts',
    ),
    {
      // Its descriptors cost a short-lived process more than all the rest of gRPC.
      name: 'fence-protobuf',
      comment: 'the protobuf runtime gives types only; src/protocol/codec reads and writes',
      severity: 'error',
      from: { path: '^(src|providers)/', pathNot: '^src/(protocol/gen/|bundle/)' },
      to: {
        path: '((^|/)node_modules/@bufbuild/|^src/protocol/gen/.*_pb\\.)',
        dependencyTypesNot: ['type-only'],
      },
    },
    fence('undici', 'undici', '^src/sdk/http/(connection|exchange|undici-client\\.d)\\.ts'),
    fence('sse', 'eventsource-parser', '^src/sdk/sse\\.ts'),
    fence('yargs', 'yargs', '^src/cli/'),
    fence('ajv', 'ajv(?:-formats)?', '^src/cli/compile-schema\\.ts'),
    fence('ink', '(?:ink|react)', '^src/ui/'),
    fence('vitest', 'vitest', '^src/conformance/vitest\\.ts'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import'] },
  },
};
