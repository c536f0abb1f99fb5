// @slow
/** A pattern that begins with literal text has the same language as in a group, which is compiled as a whole. */
import fc from 'fast-check';
import { splitPattern } from '../../../../src/access/claims/languages/literal';
import { areApart, shortest } from '../../../../src/access/claims/languages/shortest';
import { solve } from '../../../../src/access/claims/languages/solve';
import { search } from '../../../support/search';
import { pairs, patterns, textsUpTo } from '../arbitrary-pattern';
import { patternAutomaton, reads, UNLIMITED } from '../unlimited';

jest.setTimeout(120_000 * search);

const literals = fc
  .array(fc.constantFrom('a', 'b', '-', '\\-', '\n', 'A', '0', '\\.', '\\\\', 'é', '😀'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const rests = fc.oneof(
  patterns,
  pairs.map((sides) => sides.join('|')),
  fc.constantFrom(
    '',
    '$',
    '*b',
    '{2}a',
    '?',
    '\\Q|\\E.',
    '[|]b',
    '(a|b)',
    'a|b',
    '\\|',
    '[]|]',
    '[[:alpha:]|]',
    '\\b.',
  ),
);

describe('a pattern with literal text at its beginning', () => {
  it('has the language of the whole', () => {
    const texts = [...textsUpTo(2), 'a|', 'aa|b', 'é-', '😀a', 'ab\\', '-.a'];
    let split = 0;
    fc.assert(
      fc.property(literals, rests, fc.boolean(), fc.boolean(), (literal, rest, anchored, isBegun) => {
        const pattern = `${isBegun ? '^' : ''}${literal}${rest}`;
        if (splitPattern(pattern, anchored) !== undefined) split++;
        const [fast, whole] = [patternAutomaton(pattern, anchored), patternAutomaton(`(?:${pattern})`, anchored)];
        const begin = literal.replace(/\\(.)/g, '$1');
        for (const text of texts.flatMap((one) => [one, begin + one]))
          expect([pattern, text, reads(fast, text)]).toEqual([pattern, text, reads(whole, text)]);
        expect(shortest({ all: [fast], none: [] }, UNLIMITED)).toEqual(
          solve({ variables: [{ all: [whole], none: [] }], templates: [] }, UNLIMITED),
        );
        expect(shortest({ all: [fast], none: [whole] }, UNLIMITED).status).toBe('none');
        expect(shortest({ all: [whole], none: [fast] }, UNLIMITED).status).toBe('none');
      }),
      { numRuns: 400 * search },
    );
    expect(split).toBeGreaterThan(100);
  });

  it.each([
    ['^ab|c', undefined],
    ['^ab*', { text: 'a', rest: 'b*' }],
    ['^a*', undefined],
    ['^a\\.b(c|d)$', { text: 'a.b', rest: '(c|d)$' }],
    ['^a[|]', { text: 'a', rest: '[|]' }],
    ['^a\\Q|\\E', { text: 'a', rest: '\\Q|\\E' }],
    ['ab', undefined],
  ])('is split only in front of a repetition, and without an alternative: %s', (pattern, expected) => {
    expect(splitPattern(pattern, false)).toEqual(expected);
  });

  it('remains invalid', () => {
    for (const pattern of ['^a(', '^a**', '^a\\8', '^a[', '^a)', '^a{2}{3}*'])
      expect(() => patternAutomaton(pattern, false)).toThrow();
  });
});

describe('languages with different beginnings', () => {
  it('have no text in common, so to refuse one changes nothing in the other', () => {
    let apart = 0;
    const begun = fc.tuple(literals, patterns).map((parts) => `^${parts.join('')}`);
    fc.assert(
      fc.property(begun, begun, fc.boolean(), (one, other, anchored) => {
        const [accepted, refused] = [patternAutomaton(one, anchored), patternAutomaton(other, anchored)];
        if (!areApart(accepted, refused, UNLIMITED)) return;
        apart++;
        const solved = (none: (typeof refused)[]) =>
          solve({ variables: [{ all: [accepted], none }], templates: [], asksEndless: true }, UNLIMITED);
        expect(solved([refused])).toEqual(solved([]));
        expect(solve({ variables: [{ all: [accepted, refused], none: [] }], templates: [] }, UNLIMITED).status).toBe(
          'none',
        );
      }),
      { numRuns: 400 * search },
    );
    expect(apart).toBeGreaterThan(100);
  });
});
