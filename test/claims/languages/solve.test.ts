import fc from 'fast-check';
import { reads, textAutomaton } from '../../../src/claims/languages/automaton';
import { patternAutomaton } from '../../../src/claims/languages/program';
import { shortest, solve, type Constraint, type ConstraintProblem } from '../../../src/claims/languages/solve';
import { patterns } from '../arbitrary-pattern';

jest.setTimeout(120_000);

const within = (...patterns: string[]): Constraint => ({
  all: patterns.map((pattern) => patternAutomaton(pattern, true)),
  none: [],
});
const free: Constraint = { all: [], none: [] };
const limits = { milliseconds: 60_000 };

describe('texts that fit together', () => {
  it('the shortest text within all and within none', () => {
    expect(shortest({ ...within('a*b*', '.{2,}'), none: [textAutomaton('aa'), textAutomaton('ab')] }, limits)).toEqual({
      status: 'found',
      values: ['bb'],
    });
    expect(shortest(within('a+', 'b+'), limits)).toEqual({ status: 'none' });
    expect(shortest(free, limits)).toEqual({ status: 'found', values: [''] });
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

  it('needs no step for a language of one text', () => {
    const nothing = { ...limits, nodes: 0 };
    expect(shortest(within('acme/shop', '[a-z/]+'), nothing)).toEqual({ status: 'found', values: ['acme/shop'] });
    expect(shortest(within('acme/shop', '[a-z]+'), nothing)).toEqual({ status: 'none' });
    expect(shortest({ ...within('acme'), none: [patternAutomaton('a', false)] }, nothing)).toEqual({ status: 'none' });
    expect(shortest({ ...within('acme'), none: [textAutomaton('acm')] }, nothing)).toMatchObject({ status: 'found' });
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

  it('stops at the limit of nodes, and at the limit of time', () => {
    const both: Constraint = { all: within('[ab]{30}').all, none: within('(a|b)*a(a|b){14}').all };
    expect(shortest(both, { ...limits, nodes: 100 })).toEqual({
      status: 'unknown',
      reason: 'it takes more than 100 steps',
    });
    let now = 0;
    expect(shortest(both, { milliseconds: 50, clock: () => now++ })).toEqual({
      status: 'unknown',
      reason: 'it takes more than 50 ms',
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
