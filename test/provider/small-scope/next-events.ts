/**
 * The events that may follow others in a placement. Events with the same effect are merged:
 * - A read has no effect on the service. A lost request is like a lost response, and a kill before it is like a kill after it.
 * - Reads begin to lag at the next write, so a lag that begins at a read is like one that begins at the read after it.
 * - Empty lists of one query over several kinds are interchangeable. The first of them represents all.
 */
import { BLIND, type Event, faults, kills, type Met } from './course';

const MAX_FAULTS = 2;

const isKill = ({ what }: Event): boolean => what.startsWith('kill');

/** Returns all events, or with `merge` one of those that have the same effect. */
export function nextEvents(events: readonly Event[], requests: readonly Met[], merge: boolean): Event[] {
  const first = (events.at(-1)?.at ?? -1) + 1;
  const kinds = [
    ...(events.filter((event) => !isKill(event)).length < MAX_FAULTS ? faults : []),
    ...(events.some(isKill) ? [] : kills),
  ];
  const questions = requests.map((_, at) => questionOf(requests, at));
  const indexes = Array.from({ length: Math.max(0, requests.length - first) }, (_, offset) => first + offset);
  return indexes.flatMap((at) => {
    const question = questions[at];
    if (merge && question !== undefined && questions.slice(first, at).includes(question)) return [];
    const isMerged = (what: Event['what']): boolean => {
      if (what.startsWith('lag')) return at > first && requests[at - 1]?.isRead === true;
      return requests[at]?.isRead === true && (what === 'lost response' || what === 'kill after');
    };
    const mayBeBlind = requests[at]?.startsRun === true && kinds.includes(faults[0]);
    const all: readonly Event['what'][] = mayBeBlind ? [BLIND, ...kinds] : kinds;
    return all.filter((what) => !(merge && isMerged(what))).map((what): Event => ({ at, what }));
  });
}

/** Returns the query of an empty list without its kind, and the number of earlier requests; otherwise `undefined`. */
function questionOf(requests: readonly Met[], at: number): string | undefined {
  const { line = '', isEmptyList = false } = requests[at] ?? {};
  if (!isEmptyList) return undefined;
  const repetition = requests.slice(0, at).filter((other) => other.line === line).length;
  return `${line.slice(line.indexOf('?'))} ${repetition}`;
}
