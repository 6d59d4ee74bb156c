/** W-56 … W-58, W-61: what of a request reaches the vendor. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { type Remark, skipped, violation } from '../finding.ts';
import { dialectCheck } from './dialect-check.ts';
import { completeWith, holds } from './exercise.ts';
import {
  assistantMessage,
  clockTool,
  contextSection,
  document,
  image,
  userMessage,
} from './requests.ts';
import { outcomeOf } from './stream-shape.ts';
import type { MarkerPlace } from './vendor-dialect.ts';
import type { CompletionRequest } from './wire-context.ts';

const MUST = 'MUST' as const;

interface Attachment {
  readonly subject: string;
  readonly block: typeof image;
  readonly allows: (model: ModelSpec) => boolean;
}

const ATTACHMENTS: readonly Attachment[] = [
  { subject: 'image', block: image, allows: (model) => model.supportsVision },
  { subject: 'document', block: document, allows: (model) => model.supportsDocuments },
];

const sendsAttachments = dialectCheck(
  {
    id: 'W-56',
    name: 'images and documents reach the vendor whole, with their type',
    level: MUST,
    part: (dialect) => dialect,
    lack: 'no stub',
  },
  async (session) => {
    const remarks: Remark[] = [];
    let reached = 0;
    for (const { subject, block, allows } of ATTACHMENTS) {
      const model = await session.modelThat(allows);
      if (!model) {
        remarks.push(skipped('no model declares it', subject));
        continue;
      }
      reached += 1;
      const content = { messages: [userMessage('What is this?', block)] };
      const { sent } = await completeWith(session, model, { content });
      const missing = partsOf(block).filter(([, part]) => !holds(sent, part));
      remarks.push(...missing.map(([what]) => violation(subject, `the request holds not ${what}`)));
    }
    return reached === 0 ? [skipped('no model declares images or documents')] : remarks;
  },
);

function partsOf({ block }: Attachment['block']): readonly (readonly [string, string])[] {
  if (block?.case !== 'image' && block?.case !== 'document') return [];
  const { data = new Uint8Array(), mediaType = '' } = block.value;
  return [
    ['its bytes', Buffer.from(data).toString('base64')],
    ['its type', mediaType],
  ];
}

/** A conversation in which every message, the tools and the context have an end to mark. */
const CONVERSATION: CompletionRequest = {
  messages: [
    userMessage('What time is it in UTC?'),
    assistantMessage('It is noon.'),
    userMessage('And in the evening?'),
  ],
  assembledContext: [contextSection('You are a clock.')],
};

type Breakpoint = NonNullable<CompletionRequest['cacheBreakpoints']>[number];

function breakpointAt(place: MarkerPlace): Breakpoint {
  switch (place) {
    case 'tools':
      return { position: { case: 'afterTools', value: {} } };
    case 'context':
      return { position: { case: 'afterAssembledContext', value: {} } };
    default:
      return { position: { case: 'afterMessageIndex', value: BigInt(place) } };
  }
}

/** The conversation, with tools where the model takes them, and breakpoints at these places. */
function marked(model: ModelSpec, places: readonly MarkerPlace[]): CompletionRequest {
  const tools = model.supportsToolUse ? [clockTool] : [];
  return { ...CONVERSATION, tools, cacheBreakpoints: places.map(breakpointAt) };
}

const ignoresBreakpoints = dialectCheck(
  {
    id: 'W-57',
    name: 'breakpoints to a model without explicit markers change nothing',
    level: MUST,
    part: (dialect) => dialect,
    lack: 'no stub',
  },
  async (session, { cacheMarkers }) => {
    const model = await session.modelThat(({ caching }) => caching?.explicitMarkers !== true);
    if (!model) return [skipped('every model takes explicit markers')];
    const places: readonly MarkerPlace[] = model.supportsToolUse
      ? ['tools', 'context', 0]
      : ['context', 0];
    const plain = await completeWith(session, model, { content: marked(model, []) });
    const { record, sent } = await completeWith(session, model, { content: marked(model, places) });
    if (!sent) return [violation(model.id, `nothing is sent; it ends with ${outcomeOf(record)}`)];
    const [expected, found] = [outcomeOf(plain.record), outcomeOf(record)];
    return [
      ...(found === expected ? [] : [`it ends with ${found}, without them with ${expected}`]),
      ...(cacheMarkers && cacheMarkers(sent).length > 0 ? ['the request holds a marker'] : []),
      ...(sent.body === plain.sent?.body ? [] : ['the request differs from that without them']),
    ]
      .slice(0, 1)
      .map((fault) => violation(model.id, fault));
  },
);

const placesMarkers = dialectCheck(
  {
    id: 'W-58',
    name: 'cache markers stand where the breakpoints are, and nowhere else',
    level: MUST,
    part: ({ cacheMarkers, unmarkable = [] }) => cacheMarkers && { cacheMarkers, unmarkable },
    lack: 'the vendor has no markers',
  },
  async (session, { cacheMarkers, unmarkable }) => {
    const model = await session.modelThat(({ caching }) => caching?.explicitMarkers === true);
    if (!model) return [skipped('no model declares explicit markers')];
    const remarks: Remark[] = [];
    for (const places of markerCases(model, unmarkable)) {
      const { sent, record } = await completeWith(session, model, {
        content: marked(model, places),
      });
      const expected = listOf(places);
      const found = sent ? listOf(cacheMarkers(sent)) : outcomeOf(record);
      if (found !== expected) {
        remarks.push(violation(expected, `markers: ${found}, expected ${expected}`));
      }
    }
    return remarks;
  },
);

function markerCases(
  { supportsToolUse }: ModelSpec,
  unmarkable: readonly MarkerPlace[],
): readonly (readonly MarkerPlace[])[] {
  const all: readonly MarkerPlace[] = [
    ...(supportsToolUse ? (['tools'] as const) : []),
    'context',
    0,
    1,
  ];
  const places = all.filter((place) => !unmarkable.includes(place));
  return [[], ...places.map((place) => [place]), places];
}

function listOf(places: readonly MarkerPlace[]): string {
  return places.length === 0 ? 'none' : places.map(String).sort().join(', ');
}

const sendsNoEmptySystem = dialectCheck(
  {
    id: 'W-61',
    name: "context is sent as the system's, and nothing where there is none",
    level: MUST,
    part: (dialect) => dialect.systemTurns,
    lack: 'the vendor has no system turns',
  },
  async (session, systemTurns) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const text = 'You are a clock.';
    const turns = async (assembledContext: CompletionRequest['assembledContext'] & object) => {
      const { sent } = await completeWith(session, model, { content: { assembledContext } });
      return sent && systemTurns(sent);
    };
    const without = await turns([]);
    const withText = await turns([contextSection(text)]);
    const count = without?.length ?? 0;
    return [
      ...(count > 0 ? [`without context the request holds ${count} system turns`] : []),
      ...(withText?.some((turn) => turn.includes(text)) ? [] : ['the context is not sent']),
    ].map((fault) => violation(model.id, fault));
  },
);

/** In the order they run. */
export const requestChecks = [
  sendsAttachments,
  ignoresBreakpoints,
  placesMarkers,
  sendsNoEmptySystem,
] as const;
