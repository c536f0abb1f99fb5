// @slow
import fc from 'fast-check';
import { RE2JS } from 're2js';
import {
  compareMatches as compare,
  type CompareOptions,
  type TokenComparison,
  type TokenMatch,
} from '../../../../src/access/claims';
import { pairs, textsUpTo } from '../arbitrary-pattern';
import { search } from '../../../support/search';

jest.setTimeout(120_000 * search);

const texts = textsUpTo(4);

/** A verdict must not depend on how much else the machine has to do. */
const compareMatches = (before: TokenMatch, after: TokenMatch, options: CompareOptions = {}) =>
  compare(before, after, options);

const tester = (pattern: string, anchored: boolean) => {
  const compiled = RE2JS.compile(pattern);
  return (text: string) => (anchored ? compiled.testExact(text) : compiled.test(text));
};

describe.each([true, false])('two patterns, against thousands of texts (anchored: %s)', (anchored) => {
  it('the verdict agrees, every witness is accepted by the one and refused by the other, and none is shorter', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const [was, is] = [tester(before, anchored), tester(after, anchored)];
        const { relation, gained, lost, unknown } = compareMatches(
          { sub: { pattern: before } },
          { sub: { pattern: after } },
          { anchored },
        );
        expect(unknown).toEqual([]);
        seen.add(relation);
        const accepted = texts.map((text) => [was(text), is(text)] as const);
        const more = texts.filter((_, index) => accepted[index]![1] && !accepted[index]![0]);
        const less = texts.filter((_, index) => accepted[index]![0] && !accepted[index]![1]);
        const [isWider, isNarrower] = [gained !== undefined, lost !== undefined];
        if (more.length > 0) expect(isWider).toBe(true);
        if (less.length > 0) expect(isNarrower).toBe(true);
        for (const [token, accepts, refuses, others] of [
          [gained, is, was, more],
          [lost, was, is, less],
        ] as const) {
          const witness = token?.['sub'];
          if (witness === undefined) continue;
          expect([accepts(witness), refuses(witness)]).toEqual([true, false]);
          const [shortest = witness] = others;
          expect(Array.from(witness).length).toBeLessThanOrEqual(shortest.length);
        }
        const both = accepted.some(([first, second]) => first && second);
        if (both) expect(relation).not.toBe('disjoint');
        expect(relation).toBe(expectedRelation(isWider, isNarrower, relation));
      }),
      { numRuns: 75 * search },
    );
    expect([...seen].sort()).toEqual(['disjoint', 'equal', 'narrower', 'overlapping', 'wider']);
  });
});

function expectedRelation(isWider: boolean, isNarrower: boolean, found: TokenComparison['relation']): string {
  if (isWider && isNarrower) return found === 'disjoint' ? 'disjoint' : 'overlapping';
  if (isWider) return 'wider';
  return isNarrower ? 'narrower' : 'equal';
}

describe('matches of several claims', () => {
  const main = { exact: 'repo:acme/shop:ref:refs/heads/main' };
  const iss = { exact: 'https://token.actions.githubusercontent.com' };

  it.each<[string, object, object, object]>([
    [
      'the same text as a pattern, from ^ to $',
      main,
      { pattern: '^repo:acme/shop:ref:refs/heads/main$' },
      { relation: 'equal' },
    ],
    [
      'one branch to any',
      main,
      { pattern: '^repo:acme/shop:ref:refs/heads/.*$' },
      { relation: 'wider', gained: { sub: 'repo:acme/shop:ref:refs/heads/' } },
    ],
    [
      'a dot that was not escaped',
      { exact: 'a.b' },
      { pattern: '^a.b$' },
      { relation: 'wider', gained: { sub: 'aab' } },
    ],
    ['to another repository', main, { exact: 'repo:acme/other:ref:refs/heads/main' }, { relation: 'disjoint' }],
    [
      'any branch to one',
      { pattern: '^repo:acme/shop:.*$' },
      main,
      { relation: 'narrower', lost: { sub: 'repo:acme/shop:' } },
    ],
    ['an alternative, turned round', { pattern: '^(a|b)$' }, { pattern: '^[ba]$' }, { relation: 'equal' }],
    ['what accepts nothing', main, { pattern: 'a^b' }, { relation: 'narrower' }],
  ])('%s', (_, before, after, expected) => {
    expect(compareMatches({ iss, sub: before as never }, { iss, sub: after as never })).toMatchObject(expected);
  });

  it('anchoring makes the difference between a text and a pattern of it', () => {
    const [before, after] = [{ sub: { exact: 'acme' } }, { sub: { pattern: 'acme' } }];
    expect(compareMatches(before, after, { anchored: true }).relation).toBe('equal');
    expect(compareMatches(before, after)).toMatchObject({ relation: 'wider', gained: { sub: 'aacme' } });
  });

  it('a rule less accepts more: also a token without the claim', () => {
    const before = { iss, sub: main, aud: { exact: 'here' } };
    const dropped = compareMatches(before, { iss, sub: main });
    expect(dropped).toMatchObject({ relation: 'wider', gained: { iss: iss.exact, sub: main.exact } });
    expect(dropped.gained!['aud']).not.toBe('here');
    const anything = compareMatches({ sub: main, ref: { pattern: '(?s).*' } }, { sub: main });
    expect(anything).toEqual({ relation: 'wider', gained: { sub: main.exact, ref: undefined }, unknown: [] });
  });

  it('a token differs only in the claim that makes the difference', () => {
    const before = { iss: { pattern: '^https://(x|y)$' }, sub: { pattern: '^(a|b)$' } };
    const after = { iss: { pattern: '^https://(y|z)$' }, sub: { pattern: '^(b|c)$' } };
    const { relation, gained } = compareMatches(before, after);
    expect(relation).toBe('overlapping');
    expect(gained).toEqual({ iss: 'https://y', sub: 'c' });
  });

  it('fixed texts are compared as their languages are', () => {
    const value = fc.constantFrom('', 'a', 'b', 'ab');
    const match = fc.dictionary(fc.constantFrom('iss', 'sub', 'ref', '1'), value, { maxKeys: 3 });
    const exactly = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([claim, exact]) => [claim, { exact }]));
    const asPatterns = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([claim, exact]) => [claim, { pattern: `^${exact}$` }]));
    fc.assert(
      fc.property(match, match, (before, after) => {
        expect(compareMatches(exactly(before), exactly(after))).toEqual(
          compareMatches(asPatterns(before), asPatterns(after), { anchored: true }),
        );
      }),
      { numRuns: 100 * search },
    );
  });

  it('long texts are compared immediately', () => {
    const long = (end: string) => ({ sub: { exact: 'x'.repeat(4095) + end } });
    expect(compareMatches(long('a'), long('b')).relation).toBe('disjoint');
    expect(compareMatches(long('a'), { sub: { pattern: `^${'x'.repeat(1000)}` } }).relation).toBe('wider');
  });
});

describe('what takes too much', () => {
  const bomb = { sub: { pattern: '^(a|b)*a(a|b){16}$' } };
  const half = { sub: { pattern: '^(a|b)*b(a|b){16}$' } };

  it('ends early, and the inconclusive part is reported', () => {
    expect(compareMatches(bomb, half)).toEqual({
      relation: 'unknown',
      unknown: [
        'whether it accepts more: it takes more than 20000000 steps',
        'whether it accepts less: it takes more than 20000000 steps',
      ],
    });
  });

  it('with what was found, and can be allowed to take more', () => {
    const found = compareMatches(bomb, { sub: { pattern: '^[abc]*$' } });
    expect(found).toEqual({ relation: 'wider', gained: { sub: '' }, unknown: [] });
    const smaller = [bomb, half].map(({ sub }) => ({ sub: { pattern: sub.pattern.replace('16', '13') } }));
    expect(compareMatches(smaller[0]!, smaller[1]!, { steps: 1_000_000 }).relation).toBe('unknown');
    expect(compareMatches(smaller[0]!, smaller[1]!).relation).toBe('disjoint');
  });

  it('a bomb that is only asked whether it accepts something is none', () => {
    expect(compareMatches({ sub: { pattern: '^[ab]*$' } }, bomb).gained).toBeUndefined();
  });
});
