/** The shape of a recorded stream: its terminal event, and how it ended. */
import type {
  ModelError,
  StreamEvent,
} from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { ModelErrorCategory, StopReason } from '../../protocol/gen/wire-tables.ts';
import { isClassified, statusText } from './status.ts';
import type { StreamRecord } from './wire-context.ts';

/** A known variant; what a later contract adds decodes as unset and is passed over. */
export type KnownEvent = Extract<StreamEvent['event'], { readonly case: string }>;

export function knownEvents({ events }: StreamRecord): readonly KnownEvent[] {
  return events.flatMap(({ event }) => (event.case === undefined ? [] : [event]));
}

type ValueOf<Case extends KnownEvent['case']> = Extract<
  KnownEvent,
  { readonly case: Case }
>['value'];

/** Events of one kind, in order. */
export function eventsOf<Case extends KnownEvent['case']>(
  record: StreamRecord,
  kind: Case,
): readonly ValueOf<Case>[] {
  const values: unknown = knownEvents(record)
    .filter((event) => event.case === kind)
    .map(({ value }) => value);
  // The filter has chosen them by the name that chooses the type.
  return values as readonly ValueOf<Case>[];
}

/** All of its text, joined. */
export function textOf(record: StreamRecord): string {
  return eventsOf(record, 'textDelta')
    .map(({ text }) => text)
    .join('');
}

/** Whether it ended with `stop`. */
export function stopOf(record: StreamRecord) {
  return eventsOf(record, 'stop')[0];
}

export function errorsOf(record: StreamRecord): readonly (ModelError | undefined)[] {
  return eventsOf(record, 'error').map(({ error }) => error);
}

/** What is wrong with the end of a stream, if anything (MP-30, MP-32). */
export function endFault(record: StreamRecord): string | undefined {
  const { failure, unreadable } = record;
  if (unreadable !== undefined) return `a message is unreadable: ${unreadable}`;
  const events = knownEvents(record);
  if (failure) {
    if (events.length > 0) return `events are followed by ${statusText(failure)}`;
    return isClassified(failure) ? undefined : `an unclassified ${statusText(failure)}`;
  }
  const terminals = events.filter(isTerminal);
  if (terminals.length !== 1) return `${terminals.length} terminal events, expected one`;
  const last = events.at(-1);
  return last && isTerminal(last) ? undefined : 'an event follows the terminal one';
}

function isTerminal(event: KnownEvent): boolean {
  return event.case === 'stop' || event.case === 'error';
}

/** How a completion ended, in words that two alike endings share. */
export function outcomeOf(record: StreamRecord | undefined): string {
  if (record === undefined) return 'nothing';
  if (record.failure) return `status ${record.failure.code}`;
  const [error] = errorsOf(record);
  if (error) return `error ${nameIn(ModelErrorCategory, error.category)}`;
  const stop = stopOf(record);
  return stop ? `stop ${nameIn(StopReason, stop.reason)}` : 'no terminal event';
}

/** The name of an enum's number; a number of a later contract stands for itself. */
export function nameIn(table: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(table).find((name) => table[name] === value) ?? String(value);
}
