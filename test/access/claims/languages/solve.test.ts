import fc from 'fast-check';
import { createBudget } from '../../../../src/access/claims/languages/budget';
import { textAutomaton } from '../../../../src/access/claims/languages/automaton';

import { shortest } from '../../../../src/access/claims/languages/shortest';
import {
  SEARCH_STEPS,
  solve,
  type Constraint,
  type ConstraintProblem,
} from '../../../../src/access/claims/languages/solve';
import { patterns } from '../arbitrary-pattern';
import { patternAutomaton, reads, UNLIMITED } from '../unlimited';

jest.setTimeout(120_000);

const within = (...patterns: string[]): Constraint => ({
  all: patterns.map((pattern) => patternAutomaton(pattern, true)),
  none: [],
});
const free: Constraint = { all: [], none: [] };
const limits = UNLIMITED;

describe('texts that fit together', () => {
  it('the shortest text within all and within none', () => {
    expect(shortest({ ...within('a*b*', '.{2,}'), none: [textAutomaton('aa'), textAutomaton('ab')] }, limits)).toEqual({
      status: 'found',
      values: ['bb'],
    });
    expect(shortest(within('a+', 'b+'), limits)).toEqual({ status: 'none' });
    expect(shortest(free, limits)).toEqual({ status: 'found', values: [''] });
  });

  it('a language without texts can have an endless beginning', () => {
    expect(shortest({ all: [patternAutomaton('(a*\\z)aa', false)], none: [] }, limits)).toEqual({ status: 'none' });
  });

  it('fixed beginnings decide as a search does', () => {
    const beginning = fc.constantFrom('', '', 'a', 'ab', 'ab-', 'b');
    fc.assert(
      fc.property(beginning, patterns, beginning, patterns, fc.boolean(), (one, rest, other, otherRest, anchored) => {
        const all = [patternAutomaton(`^${one}(?:${rest})`, anchored)];
        const texts = [textAutomaton(''), textAutomaton(one), textAutomaton(`${one}a`)];
        const languages = [patternAutomaton(`^${other}(?:${otherRest})`, anchored), ...texts];
        const both = languages.map((language): Constraint => ({ all: [...all, language], none: [] }));
        const without = languages.map((language): Constraint => ({ all, none: [language] }));
        for (const constraint of [{ all, none: [] }, ...both, ...without]) {
          const found = solve({ variables: [constraint], templates: [] }, limits);
          expect(shortest(constraint, limits)).toEqual(found);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('no half of a character, and what is easy to read', () => {
    expect(shortest(within('[^\\x00-\\x{d7ff}]'), limits)).toEqual({ status: 'found', values: ['\ue000'] });
    expect(shortest(within('.'), limits)).toEqual({ status: 'found', values: ['a'] });
    expect(shortest(within('[^a-z]'), limits)).toEqual({ status: 'found', values: ['0'] });
    expect(shortest(within('\\pL', '[^\\x00-\\x7f]'), limits)).toEqual({ status: 'found', values: ['ª'] });
  });

  it('templates share their variables', () => {
    const problem = {
      variables: [within('[a-c]+'), within('[a-c]*')],
      templates: [
        { parts: ['<', 0, '/', 1, '>'], ...within('<.*b.*/.*>') },
        { parts: [0], ...within('a.*') },
        { parts: ['x', 1], ...within('xc+') },
        { parts: ['fixed'], ...within('fi.*') },
      ],
    };
    expect(solve(problem, limits)).toEqual({ status: 'found', values: ['ab', 'c'] });
    const impossible = {
      ...problem,
      templates: [...problem.templates, { parts: ['end', 0, '!'], ...within('enda!') }],
    };
    expect(solve(impossible, limits)).toEqual({ status: 'none' });
    const fixed = { variables: [], templates: [{ parts: ['a'], ...within('b') }] };
    expect(solve(fixed, limits)).toEqual({ status: 'none' });
  });

  it('is inconclusive if its steps run out, at any of them', () => {
    const within = (steps: number) => {
      const constraint = { all: [patternAutomaton('[ab]{3,9}c', true)], none: [] };
      return shortest(constraint, createBudget({ steps }));
    };
    const found = within(10_000);
    expect(found).toEqual({ status: 'found', values: ['aaac'] });
    for (let steps = 1, last = within(steps); last.status !== 'found'; steps++, last = within(steps))
      expect(last).toEqual({ status: 'unknown', reason: expect.stringContaining('steps') });
  });

  it('needs no search for a language of one text', () => {
    expect(shortest(within('acme/shop', '[a-z/]+'), limits)).toEqual({ status: 'found', values: ['acme/shop'] });
    expect(shortest(within('acme/shop', '[a-z]+'), limits)).toEqual({ status: 'none' });
    expect(shortest({ ...within('acme'), none: [patternAutomaton('a', false)] }, limits)).toEqual({ status: 'none' });
    expect(shortest({ ...within('acme'), none: [textAutomaton('acm')] }, limits)).toMatchObject({ status: 'found' });
  });

  it('finds the same for a language of one text as a search', () => {
    fc.assert(
      fc.property(
        patterns,
        patterns,
        fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 3 }),
        (one, other, text) => {
          const constraint = {
            all: [patternAutomaton(one, false), textAutomaton(text)],
            none: [patternAutomaton(other, true)],
          };
          expect(shortest(constraint, limits)).toEqual(solve({ variables: [constraint], templates: [] }, limits));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stops at the limit of steps, its own and that of one search', () => {
    const both: Constraint = { all: within('[ab]{30}').all, none: within('(a|b)*a(a|b){14}').all };
    expect(shortest(both, createBudget({ steps: 1_000 }))).toEqual({
      status: 'unknown',
      reason: 'it takes more than 1000 steps',
    });
    expect(shortest(both, UNLIMITED)).toEqual({
      status: 'unknown',
      reason: `it takes more than ${SEARCH_STEPS} steps`,
    });
  });

  it('what is endless has as many values as one asks for, while the others stay', () => {
    const found = { endless: 0, other: 0 };
    fc.assert(
      fc.property(patterns, patterns, patterns, (one, other, whole) => {
        const problem = (excluded: readonly string[]): ConstraintProblem => ({
          variables: [within(one), { ...within(other), none: excluded.map((value) => textAutomaton(value)) }],
          templates: [{ parts: [0, '-', 1], all: [patternAutomaton(whole, false)], none: [] }],
          asksEndless: true,
        });
        const first = solve(problem([]), limits);
        if (first.status !== 'found') return;
        const isEndless = first.endless?.has(1) === true;
        found[isEndless ? 'endless' : 'other']++;
        if (!isEndless) return;
        const values = [first.values[1] ?? ''];
        while (values.length < 6) {
          const next = solve(problem(values), limits);
          if (next.status !== 'found') throw new Error(`after ${JSON.stringify(values)}: ${next.status}`);
          values.push(next.values[1] ?? '');
        }
        expect(new Set(values).size).toBe(values.length);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(found.endless, found.other)).toBeGreaterThan(5);
  });

  it('a text whose case does not count', () => {
    const automaton = textAutomaton('Acme-1', true);
    expect(['ACME-1', 'acme-1', 'aCmE-1', 'acme-2', 'acme', 'Acme-11'].map((text) => reads(automaton, text))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(shortest({ all: [automaton], none: [textAutomaton('acme-1')] }, limits)).toEqual({
      status: 'found',
      values: ['acmE-1'],
    });
  });
});
