/**
 * The language of a pattern, from the program that `re2js` compiles it to: its syntax is RE2's then, all of it (contract
 * V8). The program is no public interface of `re2js`, so its version is pinned and a test holds the program's shape.
 */
import { commonToBudgets, type Automaton } from './automaton';
import { recall, type Budget, type Counted } from './budget';
import { checkSize, compile, type Instruction, type Compiled } from './compile';
import { literalAutomaton, splitPattern } from './literal';

const OP = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7, firstRune: 8, lastRune: 11 };

const CONDITION = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, wordBoundary: 16, noWordBoundary: 32 };

const FOLD_CASE = 1;
/** The last character that has another case. */
const MAX_FOLD = 125_251;
const NEWLINE = 0x0a;
const END = -1;

/** The context before a position, as far as assertions need it. */
const BEFORE = { start: 0, newline: 1, word: 2, other: 3 };

/** Returns the instructions that are reachable from an instruction without reading a character. */
interface Closure {
  /** Instructions that read a character. */
  readonly reading: readonly number[];
  readonly matches: boolean;
}

/**
 * Returns the language of a pattern: the texts that it matches as a whole if it is `anchored`, otherwise the texts that
 * contain a match. Throws the error of `re2js` for an invalid pattern, and an `UndecidedError` for a pattern that is too
 * large.
 */
export function patternAutomaton(pattern: string, anchored: boolean, budget: Budget): Automaton {
  const split = splitPattern(pattern, anchored);
  if (split === undefined) return programAutomaton(compile(pattern, budget), anchored, budget);
  checkSize(pattern, budget);
  const { text, rest } = split;
  const standing = getContext(text.codePointAt(text.length - 1) ?? 0);
  const key = ` ${anchored} ${standing} ${rest}`;
  const after = commonToBudgets(`pattern after a text${key}`, budget, () =>
    programAutomaton(compile(rest, budget), anchored, budget, standing),
  );
  return literalAutomaton(text, after, ` before${key}`);
}

/** Returns the context after a character, as far as any assertion needs it. */
function getContext(character: number): number {
  if (character === NEWLINE) return BEFORE.newline;
  return isWord(character) ? BEFORE.word : BEFORE.other;
}

/** @param standing what stands before the program, if it is the rest of one */
function programAutomaton({ inst, start }: Compiled, anchored: boolean, budget: Budget, standing?: number): Automaton {
  const conditions = getConditions(inst, budget);
  const asksForLines = (conditions & (CONDITION.beginLine | CONDITION.endLine)) !== 0;
  const asksForWords = (conditions & (CONDITION.wordBoundary | CONDITION.noWordBoundary)) !== 0;
  const readers = distinctReaders(inst, budget);

  // A state is an instruction that is next and what stands before; with one of two further instructions where a search
  // restarts at each character, and where it has found a match.
  const seeking = inst.length;
  const found = inst.length + 1;
  const getState = (instruction: number, before: number) => instruction * 4 + before;
  const before = (character: number): number => {
    if (asksForLines && character === NEWLINE) return BEFORE.newline;
    return asksForWords && isWord(character) ? BEFORE.word : BEFORE.other;
  };

  const later = closure(inst, start, conditions & ~CONDITION.beginText, budget);
  const canBeginLater = later.matches || later.reading.length > 0;

  const kinds = new Map<number, string>();
  const rests = new Map<number, Counted<Automaton | undefined>>();
  const closures = new Map<number, Counted<Closure>>();
  const closureAt = (state: number, character: number, query: Budget): Closure => {
    const holding = conditions === 0 ? 0 : conditions & conditionsBetween(state & 3, character);
    const from = state >> 2 === seeking ? start : state >> 2;
    const key = from * 64 + holding;
    return recall(closures, key, query, () => closure(inst, from, holding, query));
  };

  const getKind = (character: number, query: Budget): string => {
    query.spend(1 + readers.length);
    const known =
      kinds.get(character) ??
      String(before(character)) + readers.map((reader) => (reader.matchRune(character) ? '1' : '0')).join('');
    kinds.set(character, known);
    return known;
  };

  return {
    start:
      standing === undefined
        ? getState(anchored ? start : seeking, conditions === 0 ? BEFORE.other : BEFORE.start)
        : getState(start, standing),
    next: (state, character, query) => {
      if (state >> 2 === found) return [state];
      const { reading, matches } = closureAt(state, character, query);
      query.spend(reading.length);
      if (matches && !anchored) return [getState(found, 0)];
      const after = before(character);
      const next = reading
        .filter((instruction) => inst[instruction]?.matchRune(character))
        .map((instruction) => getState(inst[instruction]?.out ?? 0, after));
      const goesOnSeeking = state >> 2 === seeking && canBeginLater;
      return [...new Set(next), ...(goesOnSeeking ? [getState(seeking, after)] : [])];
    },
    accepts: (state, query) => state >> 2 === found || closureAt(state, END, query).matches,
    acceptsAll: (state) => state >> 2 === found,
    only: (state, query) => {
      const from = state >> 2;
      if (from === found || (from === seeking && canBeginLater)) return undefined;
      // If all assertions hold, these characters are sufficient. The text does not end before one of them.
      const { reading, matches } = closure(
        inst,
        from === seeking ? start : from,
        conditions & ~CONDITION.endText,
        query,
      );
      if (matches && !anchored) return undefined;
      const characters = reading.map((at) => onlyRune(inst[at]));
      return characters.includes(undefined) ? undefined : (characters as number[]);
    },
    rest: (state, query) => {
      if (state >> 2 >= seeking) return undefined;
      return recall(rests, state, query, () => restAutomaton(inst, state >> 2, state & 3, anchored, query));
    },
    boundaries: [
      ...readers.flatMap((reader) => getBoundaries(reader, budget)),
      ...(asksForLines ? [NEWLINE, NEWLINE + 1] : []),
      ...(asksForWords ? wordBoundaries : []),
    ],
    getKind,
    lacks: (character, query) => anchored && !getKind(character, query).includes('1', 1),
  };
}

function getConditions(inst: readonly Instruction[], budget: Budget): number {
  budget.spend(inst.length);
  return inst.reduce((all, { op, arg }) => (op === OP.emptyWidth ? all | arg : all), 0);
}

/** Usual rules have shorter rests. Longer ones are not compared. */
const LONGEST_REST = 500;

/**
 * Returns the key of the program from an instruction on. If no assertion looks back, the context before it is
 * irrelevant.
 */
function restAutomaton(
  inst: readonly Instruction[],
  start: number,
  before: number,
  anchored: boolean,
  budget: Budget,
): Automaton | undefined {
  const rest = findRest(inst, start, budget);
  if (rest === undefined) return undefined;
  const standing = getConditions(rest, budget) === 0 ? BEFORE.other : before;
  const instructions = rest.map(({ op, out, arg, runes }) => {
    budget.spend(1 + runes.length);
    return [op, out, arg, ...Array.from(runes)].join();
  });
  return commonToBudgets(`rest ${anchored} ${standing} ${instructions.join(' ')}`, budget, () =>
    programAutomaton({ inst: rest, start: 0 }, anchored, budget, standing),
  );
}

/**
 * Returns the instructions that are reachable from an instruction, numbered in the order of discovery: equal rests have
 * equal numbers.
 */
function findRest(inst: readonly Instruction[], start: number, budget: Budget): Instruction[] | undefined {
  const reached = new Set([start]);
  for (const at of reached) {
    budget.spend();
    if (reached.size > LONGEST_REST) return undefined;
    for (const next of followers(inst[at])) reached.add(next); // Bounded: there are two at most.
  }
  const numbers = new Map([...reached].map((at, number) => [at, number]));
  return [...reached].flatMap((at) => {
    const instruction = inst[at];
    if (instruction === undefined) return [];
    const { op, out, arg, runes } = instruction;
    const isAlternative = op === OP.alt || op === OP.altMatch;
    return {
      op,
      out: numbers.get(out) ?? 0,
      // The argument of a capture is the number of its group, which has no effect.
      arg: isAlternative ? (numbers.get(arg) ?? 0) : op === OP.capture ? 0 : arg,
      runes,
      matchRune: (character) => instruction.matchRune(character),
    };
  });
}

function followers(instruction: Instruction | undefined): number[] {
  const { op = OP.fail, out = 0, arg = 0 } = instruction ?? {};
  if (op === OP.match || op === OP.fail) return [];
  return op === OP.alt || op === OP.altMatch ? [out, arg] : [out];
}

function closure(inst: readonly Instruction[], from: number, holding: number, budget: Budget): Closure {
  const reading: number[] = [];
  let matches = false;
  const seen = new Set([from]);
  for (const at of seen) {
    budget.spend();
    const { op = OP.fail, out = 0, arg = 0 } = inst[at] ?? {};
    if (op >= OP.firstRune && op <= OP.lastRune) reading.push(at);
    else if (op === OP.match) matches = true;
    else if (op === OP.alt || op === OP.altMatch) seen.add(out).add(arg);
    else if (op === OP.capture || op === OP.nop) seen.add(out);
    else if (op === OP.emptyWidth) {
      if ((arg & ~holding) === 0) seen.add(out);
    } else if (op !== OP.fail) throw new Error(`unknown instruction of re2js: ${op}`);
  }
  return { reading, matches };
}

/** Returns the conditions between the context before a position and the character after it, or the end. */
function conditionsBetween(before: number, after: number): number {
  let holding = (before === BEFORE.word) !== isWord(after) ? CONDITION.wordBoundary : CONDITION.noWordBoundary;
  if (before === BEFORE.start) holding |= CONDITION.beginText | CONDITION.beginLine;
  if (before === BEFORE.newline) holding |= CONDITION.beginLine;
  if (after === END) holding |= CONDITION.endText | CONDITION.endLine;
  if (after === NEWLINE) holding |= CONDITION.endLine;
  return holding;
}

const wordBoundaries = Array.from('0:A[_`a{', (character) => character.charCodeAt(0));

function isWord(character: number): boolean {
  return character >= 0 && character < 128 && /\w/.test(String.fromCharCode(character));
}

/** Returns the instructions that read characters, one of each kind. */
function distinctReaders(inst: readonly Instruction[], budget: Budget): Instruction[] {
  const readers = new Map<string, Instruction>();
  // Repetitions share their characters.
  const numbers = new Map<ArrayLike<number> | string, number>();
  for (const instruction of inst) {
    budget.spend();
    const { op, arg, runes } = instruction;
    if (op < OP.firstRune || op > OP.lastRune) continue;
    let number = numbers.get(runes);
    if (number === undefined) {
      budget.spend(runes.length);
      const text = Array.from(runes).join();
      number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number).set(runes, number);
    }
    const kind = `${op} ${arg} ${number}`;
    if (!readers.has(kind)) readers.set(kind, instruction);
  }
  return [...readers.values()];
}

/** Returns the character of an instruction that reads only one. */
function onlyRune(instruction: Instruction | undefined): number | undefined {
  const { arg = 0, runes = [] } = instruction ?? {};
  return runes.length === 1 && (arg & FOLD_CASE) === 0 ? runes[0] : undefined;
}

function getBoundaries(reader: Instruction, budget: Budget): number[] {
  budget.spend(reader.runes.length);
  const runes = Array.from(reader.runes);
  const [only] = runes;
  // Pairs of the first and the last character of a range.
  if (only === undefined || runes.length > 1) return runes.map((rune, index) => (index % 2 === 0 ? rune : rune + 1));
  const alike = (reader.arg & FOLD_CASE) === 0 ? [only] : foldedLike(only, reader, budget);
  return alike.flatMap((rune) => [rune, rune + 1]);
}

const folded = new Map<number, Counted<readonly number[]>>();
/** The other cases of `s` and `k`: no other ASCII letter has a non-ASCII equivalent. */
const [LONG_S, KELVIN] = [0x17f, 0x212a];

function everyCased(): number[] {
  return Array.from({ length: MAX_FOLD + 1 }, (_, at) => at); // Bounded: the same number for every pattern.
}

/**
 * Returns the characters that differ only in their case. `re2js` has a table of them, but shows it only in the results
 * of matches.
 */
function foldedLike(rune: number, reader: Instruction, budget: Budget): readonly number[] {
  return recall(folded, rune, budget, () => {
    // ASCII letters have few equivalents, and a search through all characters is slow.
    const small = rune | 0x20;
    const candidates = small >= 0x61 && small <= 0x7a ? [small ^ 0x20, small, LONG_S, KELVIN] : everyCased();
    budget.spend(candidates.length);
    return candidates.filter((at) => reader.matchRune(at));
  });
}
