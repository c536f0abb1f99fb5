/**
 * Finds variables whose value is already determined, without searching. Most rules begin with fixed text, or are fixed
 * text: this determines the variables at the beginning of a template in one pass over the text.
 *
 * The result is exact. All derivations of such a text from a template are followed: a determined value is in every
 * solution, and the rest has the same solutions. No determined variable is endless, as that would be another solution.
 */
import { reads, createTextReader, type Automaton, type TextReader } from './automaton';
import { createRecentlyUsed, type RecentlyUsed } from '../../../base/cache/recently-used';
import { recall, type Budget, type Counted } from './budget';
import { getBeginning, nextStates, STATES, type Beginning } from './beginning';
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
export function propagateConstants({ variables, templates }: ConstraintProblem, budget: Budget): Constants | undefined {
  if (!templates.every(({ parts, all }) => all.every((rule) => mayContain(getBeginning(rule, budget), parts))))
    return undefined;
  const values = new Map<number, string>();
  const unread: Template[] = [];
  for (const template of templates) {
    let isRead = template.none.length === 0;
    for (const automaton of template.all) {
      const found = valuesWithin(template, getBeginning(automaton, budget), variables, budget);
      if (found === undefined) return undefined;
      // Bounded: the issuer declares the variables.
      for (const [variable, value] of found.values) {
        if ((values.get(variable) ?? value) !== value) return undefined;
        values.set(variable, value);
      }
      isRead &&= found.isAll;
    }
    if (!isRead) unread.push(template);
  }
  for (const [variable, value] of values) if (!meets(value, variables[variable], budget)) return undefined;
  const left = [...variables.keys()].filter((variable) => !values.has(variable));
  const putIn = (part: string | number) => (typeof part === 'number' ? (values.get(part) ?? left.indexOf(part)) : part);
  return {
    values,
    left,
    templates: unread.map((template) => withoutLead({ ...template, parts: template.parts.map(putIn) }, budget)),
  };
}

/**
 * Returns false if the fixed parts of a template alone exclude a text with this beginning. Most templates have another form than
 * the text, and their variables are expensive to read.
 */
function mayContain({ text, isAll }: Beginning, parts: Template['parts']): boolean {
  const [first, ...others] = parts;
  if (typeof first !== 'string') return true;
  if (!isAll) return text.startsWith(first) || first.startsWith(text);
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // Bounded: the issuer declares the parts, and each search continues where the previous one ended.
  for (const part of others) {
    if (typeof part !== 'string') continue;
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = others.at(-1) ?? first;
  return typeof last !== 'string' || text.endsWith(last);
}

/** Removes the fixed text at the beginning: the rest is usually the same as that of other rules. */
function withoutLead(template: Template, budget: Budget): Template {
  const { parts, all, none } = template;
  const variable = parts.findIndex((part) => typeof part === 'number');
  const lead = parts.slice(0, variable < 0 ? parts.length : variable).join('');
  const rests = all.map((automaton) => restAfter(automaton, lead, budget));
  if (none.length > 0 || !rests.every((rest) => rest !== undefined)) return template;
  return { parts: variable < 0 ? [] : parts.slice(variable), all: rests, none };
}

function restAfter(automaton: Automaton, text: string, budget: Budget): Automaton | undefined {
  if (automaton.text?.startsWith(text) === true) {
    budget.spend(text.length);
    return automaton.rest(Array.from(text).length, budget);
  }
  const { reached, text: beginning } = getBeginning(automaton, budget);
  let states: readonly number[] | undefined = beginning.startsWith(text) ? reached.get(text.length) : undefined;
  if (states === undefined) {
    states = [automaton.start];
    for (const character of text) {
      if (states.length > STATES) return undefined;
      states = nextStates(automaton, states, character.codePointAt(0) ?? 0, budget);
    }
  }
  const [state, ...others] = states;
  return state === undefined || others.length > 0 ? undefined : automaton.rest(state, budget);
}

function meets(value: string, constraint: Constraint | undefined, budget: Budget): boolean {
  const { all = [], none = [] } = constraint ?? {};
  return (
    all.every((automaton) => reads(automaton, value, budget)) &&
    none.every((automaton) => !reads(automaton, value, budget))
  );
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
  budget: Budget,
): Found | undefined {
  // Bounded: the issuer declares the parts.
  const fixed = parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
  if (fixed !== undefined && isAll) {
    budget.spend(text.length);
    return fixed === text ? { values: new Map(), isAll } : undefined;
  }
  // Most templates begin with other text.
  const [lead] = parts;
  if (typeof lead === 'string' && !text.startsWith(lead.slice(0, text.length))) return undefined;
  const readers = parts.map((part) => (typeof part === 'string' ? part : createReader(variables[part], budget)));
  let ways: readonly Way[] = [begun(readers, [])];
  let at = 0;
  while (at < text.length) {
    const ahead = ways.length === 1 ? fixedAhead(readers, ways[0]) : '';
    if (ahead !== '') {
      const read = ahead.slice(0, text.length - at);
      budget.spend(parts.length * read.length);
      if (!text.startsWith(read, at)) return undefined;
      ways = ways.map(({ ends, state }) => ({ ends, state: state + read.length }));
      at += read.length;
      continue;
    }
    const jump = ways.length === 1 ? readVariable(parts, readers, ways[0], { text, at, variables, budget }) : undefined;
    if (jump === 'none') return undefined;
    if (jump !== undefined) {
      ways = [jump];
      at = jump.ends.at(-1) ?? at;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const next: Way[] = [];
    for (const way of ways) {
      budget.spend(parts.length);
      step(readers, way, character, at, next);
    }
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

interface Position {
  readonly text: string;
  readonly at: number;
  readonly variables: readonly Constraint[];
  readonly budget: Budget;
}

/**
 * Reads a whole variable whose values lack the first character of the fixed part behind it: it ends there. Returns `none` if the text is
 * no value, and `undefined` if the text does not determine the end.
 */
function readVariable(
  parts: Template['parts'],
  readers: readonly PartReader[],
  way: Way | undefined,
  { text, at, variables, budget }: Position,
): Way | 'none' | undefined {
  if (way === undefined) return undefined;
  const isBehind = typeof parts[way.ends.length] === 'string';
  const ends = isBehind ? [...way.ends, at] : way.ends;
  const part = parts[ends.length];
  const behind = parts[ends.length + 1];
  const hasBegun = (ends.at(-1) ?? 0) < at;
  if (hasBegun || typeof part !== 'number' || typeof behind !== 'string' || behind === '') return undefined;
  const automaton = variables[part]?.all[0];
  const code = behind.codePointAt(0) ?? 0;
  if (automaton?.lacks?.(code, budget) !== true) return undefined;
  budget.spend(text.length - at);
  const end = text.indexOf(String.fromCodePoint(code), at);
  if (end < 0) return undefined;
  return isValue(automaton, text.slice(at, end), budget) ? begun(readers, [...ends, end]) : 'none';
}

/** Names of owners and projects, which many rules of an organization share. */
const values = new WeakMap<Automaton, RecentlyUsed<Counted<boolean>>>();
const MOST_VALUES = 1000;

function isValue(automaton: Automaton, text: string, budget: Budget): boolean {
  const known = values.get(automaton) ?? createRecentlyUsed(MOST_VALUES);
  values.set(automaton, known);
  return recall(known, text, budget, () => reads(automaton, text, budget));
}

type PartReader = string | Pick<TextReader, 'start' | 'next' | 'ends'>;

const anything: PartReader = { start: 0, next: () => [0], ends: () => true };

/** The values of a variable are in the first language, so other paths do not exist. */
function createReader(constraint: Constraint | undefined, budget: Budget): PartReader {
  const [automaton] = constraint?.all ?? [];
  return automaton === undefined ? anything : createTextReader(automaton, budget);
}

function begun(readers: readonly PartReader[], ends: readonly number[]): Way {
  const reader = readers[ends.length];
  return { ends, state: typeof reader === 'object' ? reader.start : 0 };
}

/** Returns the unread rest of a fixed part, which has no other derivation. */
function fixedAhead(readers: readonly PartReader[], way: Way | undefined): string {
  const reader = way && readers[way.ends.length];
  return typeof reader === 'string' ? reader.slice(way?.state) : '';
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
    // Bounded: the reader has spent a step for each state.
    for (const next of reader.next(state, character.codePointAt(0) ?? 0))
      ways.push(next === state ? way : { ends, state: next });
  else if (reader.startsWith(character, state)) ways.push({ ends, state: state + character.length });
  const following = readers[ends.length + 1];
  const goesOn = typeof following === 'string' ? following === '' || following.startsWith(character) : following;
  if (goesOn && isOver(reader, state)) step(readers, begun(readers, [...ends, at]), character, at, ways);
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
  // Bounded: the issuer declares the parts, and there are WAYS at most.
  for (const [index, part] of parts.entries()) {
    // Bounded: there are WAYS at most.
    const [value, ...others] = new Set(ways.map((way) => findValue(way, index, text)));
    if (typeof part === 'number' && value !== undefined && others.length === 0) values.set(part, value);
  }
  return values;
}

/** `undefined` if the part is incomplete. */
function findValue({ ends }: Way, index: number, text: string): string | undefined {
  const end = ends[index];
  return end === undefined ? undefined : text.slice(ends[index - 1] ?? 0, end);
}
