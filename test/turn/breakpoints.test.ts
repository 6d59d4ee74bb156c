import { expect, test } from 'vitest';
import type { ContextSection, ToolDeclaration } from '../../src/protocol/model-request.ts';
import { placeBreakpoints } from '../../src/turn/breakpoints.ts';

function section(stability: 'static' | 'dynamic'): ContextSection {
  return { provider: 'kernel', label: 'x', content: [], tokens: 0, stability, truncated: false };
}

function tool(name: string): ToolDeclaration {
  const inputSchema = {
    type: 'object' as const,
    description: '',
    properties: {},
    required: [],
    enumValues: [],
  };
  return { name, description: '', inputSchema };
}

const marked = {
  caching: {
    supported: true,
    keepaliveSupported: false,
    explicitMarkers: true,
    implicitAutomatic: false,
  },
};
const context = [section('static'), section('dynamic')];
const tools = [tool('a'), tool('b')];

test.each([
  { name: 'no context and no tools', input: { context: [], tools: [] }, expected: [] },
  {
    name: 'a static first section',
    input: { context, tools: [] },
    expected: ['after-assembled-context'],
  },
  {
    name: 'a dynamic first section',
    input: { context: [section('dynamic'), section('static')], tools: [] },
    expected: [],
  },
  { name: 'tools of a first turn', input: { context: [], tools }, expected: [] },
  {
    name: 'the same tools again',
    input: { context, tools, previousTools: [tool('a'), tool('b')] },
    expected: ['after-assembled-context', 'after-tools'],
  },
  {
    name: 'other tools',
    input: { context: [], tools, previousTools: [tool('a')] },
    expected: [],
  },
  {
    name: 'the same tools in another order',
    input: { context: [], tools, previousTools: [tool('b'), tool('a')] },
    expected: [],
  },
  {
    name: 'no tools twice',
    input: { context: [], tools: [], previousTools: [] },
    expected: [],
  },
])('with $name', ({ input, expected }) => {
  const placed = placeBreakpoints(marked, input).map((breakpoint) => breakpoint.type);

  expect(placed).toEqual(expected);
});

test.each([
  {
    name: 'only caches by itself',
    spec: { caching: { ...marked.caching, explicitMarkers: false } },
  },
  { name: 'does not cache', spec: { caching: { ...marked.caching, supported: false } } },
  { name: 'says nothing of caching', spec: {} },
])('a model that $name gets no markers', ({ spec }) => {
  expect(placeBreakpoints(spec, { context, tools, previousTools: tools })).toEqual([]);
});
