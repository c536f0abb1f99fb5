// @slow
import fc from 'fast-check';
import { textAutomaton, type Automaton } from '../../../../src/access/claims/languages/automaton';

import {
  solve,
  type Constraint,
  type ConstraintProblem,
  type Solution,
} from '../../../../src/access/claims/languages/solve';
import { patterns, textsUpTo } from '../arbitrary-pattern';
import { search } from '../../../support/search';
import { patternAutomaton, propagateConstants, reads, UNLIMITED } from '../unlimited';

jest.setTimeout(300_000 * search);

const limits = UNLIMITED;
const within = (pattern: string): Constraint => ({ all: [patternAutomaton(pattern, true)], none: [] });
const LABEL = '[a-z0-9]+(-[a-z0-9]+)*';

/** The result of `solve` for the rest, with the determined values. */
function solveWithConstants(problem: ConstraintProblem): Solution {
  const constants = propagateConstants(problem);
  if (constants === undefined) return { status: 'none' };
  const { values, left, templates } = constants;
  const solution = solve(
    { ...problem, variables: left.map((variable) => problem.variables[variable]!), templates },
    limits,
  );
  if (solution.status !== 'found') return solution;
  return {
    status: 'found',
    values: problem.variables.map((_, variable) => values.get(variable) ?? solution.values[left.indexOf(variable)]!),
    endless: new Set([...(solution.endless ?? [])].map((index) => left[index]!)),
  };
}

describe('constants', () => {
  const owner = within(LABEL);
  const repository = within('[a-z0-9._-]+');
  const branch = within('[^:]+');
  const problemOf = (rule: string): ConstraintProblem => ({
    variables: [owner, repository, branch],
    templates: [{ parts: ['repo:', 0, '/', 1, ':ref:', 2], ...within(rule) }],
  });

  it('is what fixed text at the beginning leaves no choice of', () => {
    expect(propagateConstants(problemOf('repo:acme/shop:ref:v.+'))).toMatchObject({
      values: new Map([
        [0, 'acme'],
        [1, 'shop'],
      ]),
      left: [2],
    });
    expect(propagateConstants(problemOf('repo:acme.*'))).toMatchObject({ values: new Map(), left: [0, 1, 2] });
    expect(propagateConstants(problemOf('repo:acme/shop:ref:main'))).toMatchObject({ left: [], templates: [] });
  });

  it('is nothing if no text begins like that', () => {
    expect(propagateConstants(problemOf('project:.*'))).toBeUndefined();
    expect(propagateConstants(problemOf('repo:acme-/.*'))).toBeUndefined();
    expect(propagateConstants(problemOf('repo:acme/shop:ref:a:b'))).toBeUndefined();
  });

  it('leaves the same of rules that differ in nothing else', () => {
    const left = (rule: string) => propagateConstants(problemOf(rule))?.templates[0]?.all[0];
    expect(left('repo:acme/shop:ref:v[0-9]+')).toBe(left('repo:other/books:ref:v[0-9]+'));
    expect(left('repo:acme/shop:ref:v[0-9]+')).not.toBe(left('repo:acme/shop:ref:v[0-8]+'));
    expect(left('repo:acme/shop:ref:.+')).not.toBe(left('repo:acme/shop:ref:.+\\b'));
  });

  it('is not what can be read in two ways', () => {
    const { values } = propagateConstants({
      variables: [within('[ab]*'), within('[ab]*'), within('c*')],
      templates: [{ parts: [0, 1, '-', 2], ...within('ab-c+') }],
    })!;
    expect(values).toEqual(new Map());
  });

  it('holds for all templates together', () => {
    const problem = (other: string): ConstraintProblem => ({
      variables: [owner, repository],
      templates: [
        { parts: [0, '/', 1], ...within('acme/.*') },
        { parts: [0], ...within(other) },
      ],
    });
    expect(solveWithConstants(problem('a.*'))).toMatchObject({ status: 'found', values: ['acme', 'a'] });
    expect(propagateConstants(problem('other'))).toBeUndefined();
  });
});

const separators = fc.constantFrom('', 'a', 'b', '-', 'ab-', '/');
const escaped = (text: string) => text.replace(/-/g, '\\-');

/** Languages, each with one of its texts: such as end where the next part begins, and such as may not. */
const samples = fc.constantFrom(
  { language: '[ab]+', value: 'ab' },
  { language: '[ab]+', value: 'b' },
  { language: 'a*', value: 'aa' },
  { language: '[ab]*', value: '' },
  { language: 'a|ab', value: 'ab' },
  { language: '(a-)*', value: 'a-' },
  { language: '[ab]+(-[ab]+)*', value: 'ab-a' },
  { language: 'b?', value: 'b' },
  { language: '.', value: '-' },
);

interface Rule {
  /** The length of the fixed part of a text. */
  readonly kept: number;
  /** The rule for the rest. */
  readonly rest: string;
  readonly anchored: boolean;
  readonly isExact: boolean;
  /** The rule for the whole. */
  readonly other: string | null;
}

const rules: fc.Arbitrary<Rule> = fc.record({
  kept: fc.integer({ min: 0, max: 12 }),
  rest: fc.oneof(fc.constantFrom('', '.*', '[ab]+', '[^/]*', '(a|b-)*'), patterns),
  anchored: fc.boolean(),
  isExact: fc.boolean(),
  other: fc.option(patterns, { freq: 4 }),
});

function automataOf(text: string, { kept, rest, anchored, isExact, other }: Rule): Automaton[] {
  const pattern = `${escaped(text.slice(0, kept))}(?:${rest})`;
  const automaton = isExact ? textAutomaton(text) : patternAutomaton(anchored ? pattern : `^${pattern}`, anchored);
  return other === null ? [automaton] : [automaton, patternAutomaton(other, false)];
}

const textual = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 4 });

const problems: fc.Arbitrary<ConstraintProblem> = fc
  .record({
    three: fc.tuple(samples, samples, samples),
    templates: fc.array(
      fc.record({
        of: fc.subarray([0, 1, 2], { minLength: 1 }),
        between: fc.tuple(separators, separators, separators, separators),
        rule: rules,
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ three, templates }) => ({
    variables: three.map(({ language }) => within(language)),
    templates: templates.map(({ of, between: [first, ...others], rule }) => {
      const parts = [first, ...of.flatMap((variable, index) => [variable, others[index]!])];
      const text = parts.map((part) => (typeof part === 'number' ? three[part]!.value : part)).join('');
      return { parts, all: automataOf(text, rule), none: [] };
    }),
    asksEndless: true,
  }));

describe('what is left', () => {
  it('has the solution of the whole', () => {
    const found = { constants: 0, none: 0, search: 0, endless: 0 };
    fc.assert(
      fc.property(problems, (problem) => {
        const whole = solve(problem, limits);
        if (whole.status === 'unknown') return;
        expect(solveWithConstants(problem)).toEqual(whole);
        const constants = propagateConstants(problem);
        if (constants === undefined) found.none++;
        else if (whole.status === 'found' && constants.values.size > 0) found.constants++;
        else found.search++;
        if (whole.status === 'found' && (whole.endless?.size ?? 0) > 0) found.endless++;
      }),
      { numRuns: 300 * search },
    );
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(10);
  });

  it('of an automaton is what can follow', () => {
    const texts = textsUpTo(3);
    fc.assert(
      fc.property(fc.tuple(textual, rules), fc.constantFrom(...textsUpTo(2)), ([begin, rule], text) => {
        const [automaton] = automataOf(begin, rule) as [Automaton];
        let states: readonly number[] = [automaton.start];
        for (const character of text)
          states = states.flatMap((state) => automaton.next(state, character.codePointAt(0)!, UNLIMITED));
        const rests = states.map((state) => automaton.rest(state, UNLIMITED));
        if (rests.includes(undefined)) return;
        for (const rest of texts)
          expect([rest, rests.some((one) => reads(one!, rest))]).toEqual([rest, reads(automaton, text + rest)]);
      }),
      { numRuns: 80 * search },
    );
  });
});
