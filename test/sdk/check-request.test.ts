import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../src/protocol/message.ts';
import type { CountTokensRequest, ToolDeclaration } from '../../src/protocol/model-request.ts';
import type { ModelSpec } from '../../src/protocol/model-spec.ts';
import { checkRequest } from '../../src/sdk/check-request.ts';
import { modelSpec } from '../support/fake-provider.ts';

const plain: ModelSpec = {
  ...modelSpec(),
  id: 'plain',
  supportsVision: false,
  supportsDocuments: false,
  supportsToolUse: false,
  catalog: { aliases: ['simple'] },
};
const able: ModelSpec = {
  ...plain,
  id: 'able',
  supportsVision: true,
  supportsDocuments: true,
  supportsToolUse: true,
  catalog: { aliases: ['plain'] },
};

const image: ContentBlock = { type: 'image', data: Uint8Array.of(1), mediaType: 'image/png' };
const document: ContentBlock = {
  type: 'document',
  data: Uint8Array.of(1),
  mediaType: 'application/pdf',
};
const toolUse: ContentBlock = { type: 'tool-use', id: '1', name: 'clock', arguments: {} };
const toolResult = (content: readonly ContentBlock[]): ContentBlock => ({
  type: 'tool-result',
  toolUseId: '1',
  content,
  isError: false,
});
const clock: ToolDeclaration = {
  name: 'clock',
  description: '',
  inputSchema: { type: 'object', description: '', properties: {}, required: [], enumValues: [] },
};

function check(modelId: string, content: readonly ContentBlock[], extra = {}): ModelSpec {
  const request: CountTokensRequest = {
    modelId,
    messages: [{ id: '1', role: 'user', content }],
    assembledContext: [],
    tools: [],
    ...extra,
  };
  return checkRequest(request, { models: [able, plain] });
}

const invalid = (message: string) =>
  expect.objectContaining({ error: { category: 'invalid_request', message, retryable: false } });

describe('the model of a request', () => {
  test('is found by its id before any alias', () => {
    expect(check('plain', []).id).toBe('plain');
  });

  test('is found by an alias', () => {
    expect(check('simple', []).id).toBe('plain');
  });

  test.each(['', 'PLAIN', 'plai', 'toString'])('is never a default for "%s"', (id) => {
    expect(() => check(id, [])).toThrow(invalid(`unknown model "${id}"`));
  });
});

describe('content a model does not declare is refused', () => {
  test.each([
    { name: 'images', content: [image] },
    { name: 'documents', content: [document] },
    { name: 'tool calls', content: [toolUse] },
    { name: 'tool results', content: [toolResult([])] },
  ])('$name', ({ name, content }) => {
    expect(() => check('plain', content)).toThrow(invalid(`model "plain" does not accept ${name}`));
    expect(check('able', content).id).toBe('able');
  });

  test('inside a tool result, however deep', () => {
    const content = [toolResult([toolResult([image])])];
    const blind = { ...able, supportsVision: false };
    const request = {
      modelId: 'able',
      messages: [{ id: '1', role: 'user' as const, content }],
      assembledContext: [],
      tools: [],
    };

    expect(() => checkRequest(request, { models: [blind] })).toThrow(
      invalid('model "able" does not accept images'),
    );
  });

  test('inside assembled context', () => {
    const section = {
      provider: 'x',
      label: 'y',
      content: [image],
      tokens: 1,
      stability: 'static',
      truncated: false,
    };

    expect(() => check('plain', [], { assembledContext: [section] })).toThrow(
      invalid('model "plain" does not accept images'),
    );
  });

  test('as declared tools', () => {
    expect(() => check('plain', [], { tools: [clock] })).toThrow(
      invalid('model "plain" does not use tools'),
    );
    expect(check('able', [], { tools: [clock] }).id).toBe('able');
  });
});

test('text and the reasoning of earlier answers are always accepted', () => {
  const content: ContentBlock[] = [
    { type: 'text', text: 'hi' },
    { type: 'thinking', text: 'hm', signature: new Uint8Array() },
    { type: 'redacted-thinking', data: Uint8Array.of(1) },
  ];

  expect(check('plain', content).id).toBe('plain');
});

describe('an image', () => {
  const ask = (mediaType: string, imageTypes?: readonly string[]) => {
    const seen: ContentBlock = { ...image, mediaType };
    const request: CountTokensRequest = {
      modelId: 'able',
      messages: [{ id: '1', role: 'user', content: [toolResult([seen])] }],
      assembledContext: [],
      tools: [],
    };
    return checkRequest(request, { models: [able], imageTypes }).id;
  };

  test.each(['image/png', 'IMAGE/JPEG', 'image/jpg', 'image/png; charset=binary'])(
    'of the type %s is one that the vendor reads',
    (mediaType) => {
      expect(ask(mediaType, ['image/png', 'image/jpeg'])).toBe('able');
    },
  );

  test('of a type that the vendor does not read is refused, also within a tool result', () => {
    expect(() => ask('image/tiff', ['image/png', 'image/jpeg'])).toThrow(
      invalid('an image of type "image/tiff" can not be sent; use image/png, image/jpeg'),
    );
  });

  test('of any type is left to a vendor of whom nothing is known', () => {
    expect(ask('image/tiff')).toBe('able');
  });
});
