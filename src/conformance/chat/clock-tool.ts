/** The tool that suite C gives to models, and how a test answers for it. */
import type { JsonValue } from '../../protocol/json.ts';
import type { ToolDeclaration } from '../../protocol/model-request.ts';
import type { ToolAnswer, ToolHandlers } from '../../turn/tool-handler.ts';

/** What a backend that plays `calls` gives with its calls, in their order. */
export const ZONES = ['UTC', 'CET'] as const;

export type Zone = (typeof ZONES)[number];

const NOTHING_MORE = { properties: {}, required: [], enumValues: [] } as const;

export const CLOCK: ToolDeclaration = {
  name: 'clock',
  description: 'Tells the time of a time zone.',
  inputSchema: {
    ...NOTHING_MORE,
    type: 'object',
    description: '',
    properties: { zone: { ...NOTHING_MORE, type: 'string', description: 'A name such as UTC.' } },
    required: ['zone'],
  },
};

/** What the clock of a zone says. */
export function timeIn(zone: JsonValue | undefined): string {
  return `It is late in ${String(zone)}.`;
}

/** @param answer - Of one call; default: the time. */
export function clockHandlers(
  answer: (zone: Zone) => Promise<ToolAnswer | undefined> = tellTime,
): ToolHandlers {
  return new Map([
    [CLOCK.name, ({ arguments: { zone } }) => answer(ZONES.find((each) => each === zone) ?? 'UTC')],
  ]);
}

export async function tellTime(zone: Zone): Promise<ToolAnswer> {
  return { type: 'result', text: timeIn(zone) };
}
