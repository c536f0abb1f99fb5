/**
 * Finds texts that fit together: variables are chosen within languages, and templates put together from fixed parts and
 * variables must be in languages, too. All templates are read together, variable by variable, breadth first, so that
 * the first result is the shortest.
 */
import { getAlphabet, compareCharacters } from './alphabet';
import { complement, createTextReader, type Automaton, type TextReader } from './automaton';
import { UndecidedError, type Budget } from './budget';

/** A text in each language of `all` and in no language of `none`. */
export interface Constraint {
  readonly all: readonly Automaton[];
  readonly none: readonly Automaton[];
}

/** Fixed texts and numbers of variables. Each variable occurs at most once, in ascending order. */
export interface Template extends Constraint {
  readonly parts: readonly (string | number)[];
}

export interface ConstraintProblem {
  readonly variables: readonly Constraint[];
  readonly templates: readonly Template[];
  /** True to find the variables that have endless values. @default false */
  readonly asksEndless?: boolean;
}

export type Solution =
  | {
      readonly status: 'found';
      readonly values: readonly string[];
      /**
       * Optional result: numbers of variables with a character that can be repeated any number of times, while all
       * others are constant.
       */
      readonly endless?: ReadonlySet<number>;
    }
  | { readonly status: 'none' }
  /** The result is unknown. */
  | { readonly status: 'unknown'; readonly reason: string };

/** One search may not spend the budget of all others. */
export const SEARCH_STEPS = 20_000_000;

/** The shortest solution, no solution, or a search that would be too expensive. */
export function solve(problem: ConstraintProblem, whole: Budget): Solution {
  const budget = whole.part(SEARCH_STEPS);
  try {
    const { end, canStay } = search(problem, budget);
    if (end === undefined) return { status: 'none' };
    const values = getValues(end, problem.variables.length, budget);
    return { status: 'found', values, ...(problem.asksEndless && { endless: findEndless(end, canStay) }) };
  } catch (error) {
    if (error instanceof UndecidedError) return { status: 'unknown', reason: error.message };
    throw error;
  }
}

interface TemplateReader {
  readonly reader: TextReader;
  readonly parts: readonly (string | number)[];
}

/** A node of the search: a variable, and the position of each reader. */
interface Node {
  readonly variable: number;
  /** The states of the templates' readers, then of the variable's. */
  readonly states: readonly number[];
  readonly from: Node | undefined;
  /** The character that led to this node. Undefined at the beginning of a variable. */
  readonly character: number | undefined;
}

interface Search {
  /** The node at which all templates are complete. */
  readonly end: Node | undefined;
  /** Returns true if a character at the node can lead back to the node before it. */
  readonly canStay: (node: Node) => boolean;
}

function search({ variables, templates }: ConstraintProblem, budget: Budget): Search {
  const getReaders = ({ all, none }: Constraint) => [
    ...all.map((automaton) => createTextReader(automaton, budget)),
    ...none.map((automaton) => complement(automaton, budget)),
  ];
  const ofTemplates: TemplateReader[] = templates.flatMap((template) =>
    getReaders(template).map((reader) => ({ reader, parts: template.parts })),
  );
  const ofVariables = variables.map(getReaders);
  const active = variables.map((_, variable) => [
    ...ofTemplates.flatMap(({ reader, parts }, place) => (parts.includes(variable) ? [{ reader, place }] : [])),
    ...(ofVariables[variable] ?? []).map((reader, index) => ({ reader, place: ofTemplates.length + index })),
  ]);
  const alphabets: (readonly number[])[] = [];
  const alphabetFor = (variable: number) =>
    (alphabets[variable] ??= getAlphabet(
      (active[variable] ?? []).map(({ reader }) => reader.automaton),
      budget,
    ));
  /** Returns the characters that can lead to a next node, and possibly others. */
  const charactersAt = ({ variable, states }: Node): readonly number[] => {
    let fewest: readonly number[] | undefined;
    for (const { reader, place } of active[variable] ?? []) {
      budget.spend();
      const only = reader.only(states[place] ?? 0);
      if (only !== undefined && only.length < (fewest?.length ?? Infinity)) fewest = only;
    }
    budget.spend(1 + (fewest?.length ?? 0));
    return fewest === undefined ? alphabetFor(variable) : fewest.toSorted(compareCharacters);
  };

  const canStay = (node: Node): boolean =>
    charactersAt(node).some((character) =>
      (active[node.variable] ?? []).every(({ reader, place }) => {
        budget.spend();
        const state = node.states[place] ?? 0;
        return reader.next(state, character).includes(state);
      }),
    );

  const seen = new Set<string>();
  const queue: Node[] = [];
  /**
   * Adds the nodes that are reachable from a node without a character. Returns the final node, if it is one of them.
   */
  const add = (node: Node): Node | undefined => {
    budget.spend(1 + node.states.length);
    const key = `${node.variable} ${node.states.join()}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    queue.push(node);
    const own = ofVariables[node.variable] ?? [];
    const hasEnded = own.every((reader, index) => reader.ends(node.states[ofTemplates.length + index] ?? 0));
    return hasEnded ? enter(node.variable + 1, node.states.slice(0, ofTemplates.length), node) : undefined;
  };
  /** Reads the fixed parts before a variable, or after the last one. */
  const enter = (variable: number, states: readonly number[], from: Node | undefined): Node | undefined => {
    const ways = ofTemplates.map(({ reader, parts }, index) =>
      readFixed(reader, states[index] ?? 0, parts, variable, budget),
    );
    const own = (ofVariables[variable] ?? []).map((reader) => [reader.start]);
    for (const next of combinations([...ways, ...own], budget)) {
      budget.spend();
      const node: Node = { variable, states: next, from, character: undefined };
      const end = variable < variables.length ? add(node) : node;
      if (end !== undefined) return end;
    }
    return undefined;
  };
  const starts = ofTemplates.map(({ reader }) => reader.start);
  const atOnce = enter(0, starts, undefined);
  if (atOnce !== undefined) return { end: atOnce, canStay };
  for (const node of queue) {
    const reading = active[node.variable] ?? [];
    for (const character of charactersAt(node)) {
      const ways = reading.map(({ reader, place }) => reader.next(node.states[place] ?? 0, character));
      for (const next of combinations(ways, budget)) {
        budget.spend(reading.length);
        const states = [...node.states];
        for (const [index, { place }] of reading.entries()) states[place] = next[index] ?? 0; // Bounded: spent before it.
        const end = add({ variable: node.variable, states, from: node, character });
        if (end !== undefined) return { end, canStay };
      }
    }
  }
  return { end: undefined, canStay };
}

/**
 * Returns the states after the fixed parts directly before the variable, or after the last variable of the template, if
 * that is the one before: states that cannot reach a valid end are dropped there.
 */
function readFixed(
  reader: TextReader,
  state: number,
  parts: readonly (string | number)[],
  variable: number,
  budget: Budget,
): readonly number[] {
  budget.spend(parts.length);
  const last = Math.max(-1, ...parts.filter((part) => typeof part === 'number'));
  if (parts.includes(variable)) return readTexts(reader, state, fixedBefore(parts, parts.indexOf(variable)), budget);
  if (variable !== last + 1) return [state];
  return readTexts(reader, state, fixedBefore(parts, parts.length), budget).filter((end) => reader.ends(end));
}

function readTexts(reader: TextReader, state: number, texts: readonly string[], budget: Budget): readonly number[] {
  let states: readonly number[] = [state];
  for (const text of texts)
    for (const character of text) {
      const [first, ...others] = states;
      if (first === undefined) return [];
      budget.spend(states.length);
      const next = reader.next(first, character.codePointAt(0) ?? 0);
      // There is almost always one.
      states =
        others.length === 0
          ? next
          : [...new Set([...next, ...others.flatMap((other) => reader.next(other, character.codePointAt(0) ?? 0))])];
    }
  return states;
}

function fixedBefore(parts: readonly (string | number)[], end: number): string[] {
  // Bounded: readFixed has spent a step for each part.
  const last = parts.slice(0, end).findLastIndex((part) => typeof part === 'number');
  // Bounded: readFixed has spent a step for each part.
  return parts.slice(last + 1, end).filter((part) => typeof part === 'string');
}

function* combinations(ways: readonly (readonly number[])[], budget: Budget): Iterable<number[]> {
  if (ways.some((options) => options.length === 0)) return;
  const chosen = ways.map(() => 0);
  for (;;) {
    budget.spend(1 + ways.length);
    yield chosen.map((choice, index) => ways[index]?.[choice] ?? 0);
    let at = ways.length - 1;
    // Bounded: there are as many as ways, which the step above counts.
    for (; at >= 0 && (chosen[at] ?? 0) + 1 >= (ways[at]?.length ?? 0); at--) chosen[at] = 0;
    if (at < 0) return;
    chosen[at] = (chosen[at] ?? 0) + 1;
  }
}

function getValues(end: Node, count: number, budget: Budget): string[] {
  const values = Array.from({ length: count }, () => '');
  for (let node: Node | undefined = end; node !== undefined; node = node.from) {
    budget.spend();
    if (node.character !== undefined)
      values[node.variable] = String.fromCodePoint(node.character) + (values[node.variable] ?? '');
  }
  return values;
}

/** A character that leads back to the same node can be read again. */
function findEndless(end: Node, canStay: Search['canStay']): ReadonlySet<number> {
  const endless = new Set<number>();
  try {
    // Bounded: each node has cost a step.
    for (let node = end.from; node !== undefined; node = node.from)
      if (!endless.has(node.variable) && canStay(node)) endless.add(node.variable);
  } catch (error) {
    // The first result is used.
    if (!(error instanceof UndecidedError)) throw error;
  }
  return endless;
}
