/** Finds the shortest text that meets a constraint: fixed beginnings decide most, and a search the rest. */
import { reads, type Automaton } from './automaton';
import { getBeginning, onlyText } from './beginning';
import { countedOnce, UndecidedError, type Budget } from './budget';
import { solve, type Constraint, type Solution } from './solve';

/**
 * Returns the shortest text that meets a constraint: the first one in the order of readable characters. The languages alone determine
 * it, and not their automata.
 */
export function shortest(constraint: Constraint, budget: Budget): Solution {
  try {
    return readOnly(constraint, budget) ?? searchShortest(constraint, budget);
  } catch (error) {
    if (error instanceof UndecidedError) return { status: 'unknown', reason: error.message };
    throw error;
  }
}

/** Searches only what the fixed beginnings of the languages do not decide. */
function searchShortest({ all, none }: Constraint, budget: Budget): Solution {
  const [first, ...others] = all;
  const isApart = (language: Automaton) => first !== undefined && areApart(first, language, budget);
  if (others.some(isApart)) return { status: 'none' };
  const left = none.filter((language) => !isApart(language));
  if (first !== undefined && others.length === 0 && left.length === 0) return findShortest(first, budget);
  return solve({ variables: [{ all, none: left }], templates: [] }, budget);
}

/** Returns true if the fixed beginnings show that no text is in both languages. */
export function areApart(first: Automaton, second: Automaton, budget: Budget): boolean {
  const [a, b] = [getBeginning(first, budget), getBeginning(second, budget)];
  const [short, long] = a.text.length < b.text.length ? [a, b] : [b, a];
  return !long.text.startsWith(short.text) || (short.isAll && short.text.length < long.text.length);
}

/** Returns the shortest text of a language. After a fixed beginning, the rest is the same as that of most rules of an organization. */
function findShortest(automaton: Automaton, budget: Budget): Solution {
  const { text, reached } = getBeginning(automaton, budget);
  const [state, ...others] = reached.get(text.length) ?? [];
  const rest = text === '' || state === undefined || others.length > 0 ? undefined : automaton.rest(state, budget);
  if (rest === undefined) return searchWhole(automaton, budget);
  // The rest can begin with fixed text, too, endlessly.
  const solution = searchWhole(rest, budget);
  return solution.status === 'found' ? { status: 'found', values: [text + (solution.values[0] ?? '')] } : solution;
}

const searchWhole = countedOnce((automaton: Automaton, budget: Budget): Solution => {
  const solution = solve({ variables: [{ all: [automaton], none: [] }], templates: [] }, budget);
  // Another query has other steps left.
  if (solution.status === 'unknown') throw new UndecidedError(solution.reason);
  return solution;
});

/** Returns the only text of a constraint, if one of its languages contains a single text, as most rules do. */
function readOnly({ all, none }: Constraint, budget: Budget): Solution | undefined {
  for (const automaton of all) {
    const text = onlyText(automaton, budget);
    if (text === undefined) continue;
    const isRead = (language: Automaton) => reads(language, text, budget);
    return all.every(isRead) && !none.some(isRead) ? { status: 'found', values: [text] } : { status: 'none' };
  }
  return undefined;
}
