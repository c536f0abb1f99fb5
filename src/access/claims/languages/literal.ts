/** The literal text at the beginning of a pattern: most patterns begin with a name, and only the rest is compiled. */
import { commonToBudgets, type Automaton } from './automaton';

/** A pattern as the text that each match begins with, and the pattern of the rest. */
export interface SplitPattern {
  readonly text: string;
  readonly rest: string;
}

/** Characters that are themselves, alone or escaped. A repetition behind one belongs to the rest. */
const LITERAL = /^\^?((?:(?:[^\\.+*?()[\]{}|^$]|\\[!-/:-@[-^`{-~])(?![*+?{]))+)/u;

/** A quotation, an escape, a class of characters, or one character. */
const TOKEN = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*(?:\]|$)|[^]/g;

/** Returns the parts of a pattern, or `undefined` if it does not begin with literal text at the beginning of the value. */
export function splitPattern(pattern: string, anchored: boolean): SplitPattern | undefined {
  if (!anchored && !pattern.startsWith('^')) return undefined;
  const [whole, text = ''] = LITERAL.exec(pattern) ?? [''];
  const rest = pattern.slice(whole.length);
  // An alternative would begin with other text.
  if (text === '' || hasAlternative(rest)) return undefined;
  return { text: text.replace(/\\(.)/g, '$1'), rest };
}

/** Returns true if a part of the pattern outside of groups is an alternative. */
function hasAlternative(pattern: string): boolean {
  if (!pattern.includes('|')) return false;
  let depth = 0;
  // Bounded: linear in the pattern, whose characters the caller has counted.
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) return true;
  }
  return false;
}

/** Returns the texts that begin with the text and continue with a text of the language. Its states are not negative. */
export function literalAutomaton(text: string, rest: Automaton, key: string): Automaton {
  // Bounded: linear in the pattern, whose characters the caller has counted.
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const kinds = new Set(codes);
  // A negative state is the number of characters that are left.
  const codeAt = (state: number) => codes[codes.length + state] ?? 0;
  return {
    start: -codes.length,
    next: (state, character, budget) => {
      if (state >= 0) return rest.next(state, character, budget);
      budget.spend();
      return codeAt(state) === character ? [state === -1 ? rest.start : state + 1] : [];
    },
    accepts: (state, budget) => state >= 0 && rest.accepts(state, budget),
    acceptsAll: (state) => state >= 0 && rest.acceptsAll(state),
    only: (state, budget) => (state >= 0 ? rest.only(state, budget) : [codeAt(state)]),
    rest: (state, budget) => {
      if (state >= 0) return rest.rest(state, budget);
      budget.spend(-state);
      const left = String.fromCodePoint(...codes.slice(state));
      return commonToBudgets(`${left.length} ${left}${key}`, budget, () => literalAutomaton(left, rest, key));
    },
    get boundaries() {
      return [...[...kinds].flatMap((code) => [code, code + 1]), ...rest.boundaries];
    },
    getKind: (character, budget) => {
      budget.spend();
      return `${kinds.has(character) ? character : ''} ${rest.getKind(character, budget)}`;
    },
    lacks: (character, budget) => !kinds.has(character) && rest.lacks?.(character, budget) === true,
  };
}
