/**
 * Finds variables whose value is already determined, without searching. Most rules begin with fixed text, or are fixed
 * text: this determines the variables at the beginning of a template in one pass over the text.
 *
 * The result is exact. All derivations of such a text from a template are followed: a determined value is in every
 * solution, and the rest has the same solutions. No determined variable is endless, as that would be another solution.
 */
import { onceFor } from '../../cache/once-for';
import { reads, within, type Automaton, type Reader } from './automaton';
import type { Constraint, ConstraintProblem, Template } from './solve';

export interface Constants {
  /** The values of variables that are the same in every solution. */
  readonly values: ReadonlyMap<number, string>;
  /** The numbers of the other variables. */
  readonly left: readonly number[];
  /** The unread rest, with known values inserted. Variables are numbered among the remaining ones. */
  readonly templates: readonly Template[];
}

/** Returns the values that are the same in every solution of the problem, or `undefined` if it has no solution. */
export function propagateConstants({ variables, templates }: ConstraintProblem): Constants | undefined {
  const values = new Map<number, string>();
  const unread: Template[] = [];
  for (const template of templates) {
    let isRead = template.none.length === 0;
    for (const automaton of template.all) {
      const found = valuesWithin(template, beginningOf(automaton), variables);
      if (found === undefined) return undefined;
      for (const [variable, value] of found.values) {
        if ((values.get(variable) ?? value) !== value) return undefined;
        values.set(variable, value);
      }
      isRead &&= found.isAll;
    }
    if (!isRead) unread.push(template);
  }
  for (const [variable, value] of values) if (!meets(value, variables[variable])) return undefined;
  const left = [...variables.keys()].filter((variable) => !values.has(variable));
  const putIn = (part: string | number) => (typeof part === 'number' ? (values.get(part) ?? left.indexOf(part)) : part);
  return {
    values,
    left,
    templates: unread.map((template) => withoutLead({ ...template, parts: template.parts.map(putIn) })),
  };
}

/** Removes the fixed text at the beginning: the rest is usually the same as that of other rules. */
function withoutLead(template: Template): Template {
  const { parts, all, none } = template;
  const variable = parts.findIndex((part) => typeof part === 'number');
  const lead = parts.slice(0, variable < 0 ? parts.length : variable).join('');
  const rests = all.map((automaton) => restAfter(automaton, lead));
  if (none.length > 0 || !rests.every((rest) => rest !== undefined)) return template;
  return { parts: variable < 0 ? [] : parts.slice(variable), all: rests, none };
}

function restAfter(automaton: Automaton, text: string): Automaton | undefined {
  const { reached, text: beginning } = beginningOf(automaton);
  let states: readonly number[] | undefined = beginning.startsWith(text) ? reached.get(text.length) : undefined;
  if (states === undefined) {
    states = [automaton.start];
    for (const character of text) {
      if (states.length > STATES) return undefined;
      states = nextOf(automaton, states, character.codePointAt(0) ?? 0);
    }
  }
  const [state, ...others] = states;
  return state === undefined || others.length > 0 ? undefined : automaton.rest(state);
}

function nextOf(automaton: Automaton, states: readonly number[], character: number): readonly number[] {
  const [state, ...others] = states;
  if (state === undefined || others.length === 0) return state === undefined ? [] : automaton.next(state, character);
  return [...new Set(states.flatMap((one) => automaton.next(one, character)))];
}

function meets(value: string, constraint: Constraint | undefined): boolean {
  const { all = [], none = [] } = constraint ?? {};
  return all.every((automaton) => reads(automaton, value)) && none.every((automaton) => !reads(automaton, value));
}

/** Returns the common beginning of all texts of a language. */
interface Beginning {
  readonly text: string;
  /** True if the language contains no other text. */
  readonly isAll: boolean;
  /** The possible states of the automaton, by the number of characters read. */
  readonly reached: ReadonlyMap<number, readonly number[]>;
}

/** Returns the text of a language that contains only one. */
export function onlyText(automaton: Automaton): string | undefined {
  const { text, isAll } = beginningOf(automaton);
  return isAll ? text : undefined;
}

/** Longer than real tokens. Some automata continue forever without accepting anything. */
const LONGEST = 1000;
/** Fixed text has one, and rarely a few. */
const STATES = 16;

const beginningOf = onceFor(readBeginning);

function readBeginning(automaton: Automaton): Beginning {
  const reached = new Map<number, readonly number[]>();
  let states: readonly number[] = [automaton.start];
  let text = '';
  for (;;) {
    reached.set(text.length, states);
    const accepts = states.some((state) => automaton.accepts(state));
    const characters = onlyOf(automaton, states);
    const [character] = characters ?? [];
    const isTooMuch = text.length > LONGEST || states.length > STATES;
    if (accepts || character === undefined || characters?.size !== 1 || isTooMuch)
      return { text, isAll: accepts && characters?.size === 0, reached };
    text += String.fromCodePoint(character);
    states = nextOf(automaton, states, character);
  }
}

function onlyOf(automaton: Automaton, states: readonly number[]): ReadonlySet<number> | undefined {
  const characters = new Set<number>();
  for (const state of states) {
    const only = automaton.only(state);
    if (only === undefined) return undefined;
    for (const character of only) characters.add(character);
  }
  return characters;
}

/** A derivation of the text read so far from the parts of a template. */
interface Way {
  /** The ends of the parts that are complete. */
  readonly ends: readonly number[];
  /**
   * The state within the next part: the number of characters read of a fixed part, or the state of the variable's
   * reader.
   */
  readonly state: number;
}

/** Several derivations need a search. */
const WAYS = 8;

interface Found {
  readonly values: ReadonlyMap<number, string>;
  /** True if the whole template is determined. */
  readonly isAll: boolean;
}

/**
 * Returns the values of the variables in every derivation of a text with this beginning, or `undefined` if the template
 * has no derivation.
 */
function valuesWithin(
  { parts }: Template,
  { text, isAll }: Beginning,
  variables: readonly Constraint[],
): Found | undefined {
  const readers = parts.map((part) => (typeof part === 'string' ? part : readerOf(variables[part])));
  let ways: readonly Way[] = [begun(readers, [])];
  let at = 0;
  for (const character of text) {
    const next: Way[] = [];
    for (const way of ways) step(readers, way, character, at, next);
    if (next.length > WAYS) return { values: agreed(parts, ways, text), isAll: false };
    if (next.length === 0) return undefined;
    ways = next;
    at += character.length;
  }
  if (!isAll) return { values: agreed(parts, ways, text), isAll };
  const ended = ways.flatMap((way) => end(readers, way, at));
  if (ended.length === 0) return undefined;
  const values = agreed(parts, ended, text);
  return { values, isAll: parts.every((part) => typeof part === 'string' || values.has(part)) };
}

type PartReader = string | Pick<Reader, 'start' | 'next' | 'ends'>;

const anything: PartReader = { start: 0, next: () => [0], ends: () => true };

/** The values of a variable are in the first language, so other paths do not exist. */
function readerOf(constraint: Constraint | undefined): PartReader {
  const [automaton] = constraint?.all ?? [];
  return automaton === undefined ? anything : within(automaton);
}

function begun(readers: readonly PartReader[], ends: readonly number[]): Way {
  const reader = readers[ends.length];
  return { ends, state: typeof reader === 'object' ? reader.start : 0 };
}

function isOver(reader: PartReader, state: number): boolean {
  return typeof reader === 'string' ? state === reader.length : reader.ends(state);
}

/** Adds the possible continuations. */
function step(readers: readonly PartReader[], way: Way, character: string, at: number, ways: Way[]): void {
  const { ends, state } = way;
  const reader = readers[ends.length];
  if (reader === undefined) return;
  if (typeof reader === 'object')
    for (const next of reader.next(state, character.codePointAt(0) ?? 0))
      ways.push(next === state ? way : { ends, state: next });
  else if (reader.startsWith(character, state)) ways.push({ ends, state: state + character.length });
  if (isOver(reader, state)) step(readers, begun(readers, [...ends, at]), character, at, ways);
}

/** Ends all remaining parts. */
function end(readers: readonly PartReader[], { ends, state }: Way, at: number): Way[] {
  const reader = readers[ends.length];
  if (reader === undefined) return [{ ends, state }];
  return isOver(reader, state) ? end(readers, begun(readers, [...ends, at]), at) : [];
}

/** Returns the variables that have the same value on all paths. */
function agreed(parts: readonly (string | number)[], ways: readonly Way[], text: string): Map<number, string> {
  const values = new Map<number, string>();
  for (const [index, part] of parts.entries()) {
    const [value, ...others] = new Set(ways.map((way) => valueOf(way, index, text)));
    if (typeof part === 'number' && value !== undefined && others.length === 0) values.set(part, value);
  }
  return values;
}

/** `undefined` if the part is incomplete. */
function valueOf({ ends }: Way, index: number, text: string): string | undefined {
  const end = ends[index];
  return end === undefined ? undefined : text.slice(ends[index - 1] ?? 0, end);
}
