// What the program can be asked for: its own words for the newest model of each family. It lists no
// models. What a subscription costs for one answer nobody says, so that no price is known. Nor does it
// say the limits of a model before that has answered: here are the smallest ones of the newest models
// (those of Haiku), which no word can be below. It names no default effort either, which the protocol
// wants beside levels: `high` is that of the vendor's own service.
import { type ModelSpec, type ThinkingSpec, unknownPrice } from 'agent-hcl/sdk';

const THINKS: ThinkingSpec = {
  supported: true,
  effort: { levels: ['low', 'medium', 'high', 'max'], default: 'high' },
  adaptiveByDefault: true,
  disable: 'always',
};

function alias(id: string, name: string, priority: number): ModelSpec {
  return {
    id,
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    // The program runs tools of its own; those of the caller it does not know.
    supportsToolUse: false,
    supportsVision: false,
    supportsDocuments: false,
    supportsStreaming: true,
    supportsParallelToolCalls: false,
    supportsResponseSchema: true,
    supportedToolChoiceModes: [],
    thinking: THINKS,
    caching: {
      supported: true,
      explicitMarkers: false,
      implicitAutomatic: true,
      keepaliveSupported: false,
    },
    pricing: unknownPrice(true),
    catalog: { displayName: name, priority, aliases: [], family: id, supportedInApi: false },
  };
}

export const MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  alias('sonnet', 'Claude Sonnet (newest)', 30),
  alias('opus', 'Claude Opus (newest)', 20),
  alias('haiku', 'Claude Haiku (newest)', 10),
];
