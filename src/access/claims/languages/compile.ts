/** Compiles patterns with `re2js`, which cannot be interrupted: a pattern that is too large is inconclusive before it. */
import type { RE2JS } from 're2js';
import { patternSize } from '../../../model/api';
import { UndecidedError, type Budget } from './budget';

/** The parts of an instruction that this folder reads. */
export interface Instruction {
  readonly op: number;
  /** The next instruction. */
  readonly out: number;
  /**
   * For an alternative, the other next instruction. For an empty-width assertion, the conditions. For characters,
   * flags.
   */
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(character: number): boolean;
}

export interface Compiled {
  readonly inst: readonly Instruction[];
  readonly start: number;
}

/** The largest pattern that is compiled, with every counted repetition written out: as large as the service accepts (contract V9). */
const LARGEST_PATTERN = 10_000;
/** Steps that `re2js` takes to compile a character, and a class of Unicode. It cannot be interrupted. */
const COMPILE_STEPS = { character: 200, unicodeClass: 50_000 };

/** Returns the program of a pattern. Throws the error of `re2js` for an invalid pattern. */
export function compile(pattern: string, budget: Budget): Compiled {
  checkSize(pattern, budget);
  const classes = pattern.match(/\\p/gi)?.length ?? 0;
  budget.spend(patternSize(pattern) * COMPILE_STEPS.character + classes * COMPILE_STEPS.unicodeClass);
  // Required here and not imported, as in src/model/api: what compares no patterns never loads it.
  // oxlint-disable-next-line typescript/no-require-imports -- a dynamic import would not load under Jest
  const { RE2JS: re2 } = require('re2js') as { RE2JS: typeof RE2JS };
  return (re2.compile(pattern).re2() as { readonly prog: Compiled }).prog;
}

/** Throws an `UndecidedError` for a pattern that is too large to be compiled. */
export function checkSize(pattern: string, budget: Budget): void {
  budget.spend(pattern.length);
  if (pattern.length > LARGEST_PATTERN || patternSize(pattern) > LARGEST_PATTERN)
    throw new UndecidedError(`a pattern has more than ${LARGEST_PATTERN} characters with its repetitions written out`);
}
