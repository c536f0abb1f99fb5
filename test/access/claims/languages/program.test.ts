// @slow
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { RE2JS } from 're2js';

import { patterns, textsUpTo } from '../arbitrary-pattern';
import { search } from '../../../support/search';
import { patternAutomaton, UNLIMITED } from '../unlimited';

jest.setTimeout(60_000 * search);

/** Returns true if an automaton accepts a text, by following all ways. */
function accepts(pattern: string, anchored: boolean, text: string): boolean {
  const automaton = patternAutomaton(pattern, anchored);
  let states = new Set([automaton.start]);
  for (const character of text)
    states = new Set([...states].flatMap((state) => automaton.next(state, character.codePointAt(0)!, UNLIMITED)));
  return [...states].some((state) => automaton.accepts(state, UNLIMITED));
}

describe('the language of a pattern', () => {
  it('is what re2js matches', () => {
    const texts = [...textsUpTo(2), 'aab-', 'a\nb', 'ab aB', 'Aab\n', 'é', 'aé', '😀', 'a😀b'];
    fc.assert(
      fc.property(patterns, fc.boolean(), (pattern, anchored) => {
        const compiled = RE2JS.compile(pattern);
        for (const text of texts) {
          const expected = anchored ? compiled.testExact(text) : compiled.test(text);
          expect([text, accepts(pattern, anchored, text)]).toEqual([text, expected]);
        }
      }),
      { numRuns: 60 * search },
    );
  });

  it('knows all cases of a character', () => {
    for (const text of ['k', 'K', '\u212a']) expect(accepts('^(?i)k$', true, text)).toBe(true);
    const { boundaries } = patternAutomaton('(?i)k', true);
    expect([...boundaries].sort((one, other) => one - other)).toEqual([0x4b, 0x4c, 0x6b, 0x6c, 0x212a, 0x212b]);
  });

  it('knows all cases of the letters of ASCII', () => {
    const matching = (pattern: string, characters: readonly number[]) => {
      const compiled = RE2JS.compile(pattern);
      return characters.filter((at) => compiled.testExact(String.fromCodePoint(at)));
    };
    const every = matching('(?i)[a-z]', [...Array(125_252).keys()]);
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      const { boundaries } = patternAutomaton(`(?i)${letter}`, true);
      const cases = matching(`(?i)${letter}`, every);
      expect([...boundaries].sort((one, other) => one - other)).toEqual(cases.flatMap((at) => [at, at + 1]));
    }
  });

  it('treats alike what it says it does', () => {
    fc.assert(
      fc.property(patterns, fc.boolean(), (pattern, anchored) => {
        const automaton = patternAutomaton(pattern, anchored);
        const starts = [0, ...automaton.boundaries].sort((one, other) => one - other);
        for (let character = 0; character < 300; character++) {
          const start = starts.findLast((at) => at <= character)!;
          expect(automaton.getKind(character, UNLIMITED)).toBe(automaton.getKind(start, UNLIMITED));
          expect(automaton.next(automaton.start, character, UNLIMITED)).toEqual(
            automaton.next(automaton.start, start, UNLIMITED),
          );
        }
      }),
      { numRuns: 40 * search },
    );
  });

  it('refuses what is no pattern', () => {
    expect(() => patternAutomaton('(?=a)', true)).toThrow();
  });
});

describe('the program of re2js', () => {
  it('is that of the version that this was written for', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
    const installed = JSON.parse(readFileSync('node_modules/re2js/package.json', 'utf8')) as { version: string };
    expect(manifest.dependencies['re2js']).toBe(installed.version);
  });

  it.each([
    ['ab', ['fail', 'rune1 "a" -> 2', 'rune1 "b" -> 3', 'match']],
    ['a|b*', ['fail', 'rune1 "a" -> 5', 'rune1 "b" -> 3', 'alt -> 2, 5', 'alt -> 1, 3', 'match']],
    ['^a$', ['fail', 'empty 4 -> 2', 'rune1 "a" -> 3', 'empty 8 -> 4', 'match']],
    ['(?m)^$', ['fail', 'empty 1 -> 2', 'empty 2 -> 3', 'match']],
    ['\\b\\B', ['fail', 'empty 16 -> 2', 'empty 32 -> 3', 'match']],
    ['(.)', ['fail', 'cap 2 -> 2', 'anynotnl -> 3', 'cap 3 -> 4', 'match']],
    ['(?s).', ['fail', 'any -> 2', 'match']],
    ['(?i)a', ['fail', 'rune "A"/i -> 2', 'match']],
    ['(?:)', ['fail', 'nop -> 2', 'match']],
  ])('of %j has its known shape', (pattern, expected) => {
    const { prog } = RE2JS.compile(pattern).re2() as { prog: { inst: object[]; start: number } };
    expect(prog.inst.map(String)).toEqual(expected);
    expect(Number.isInteger(prog.start)).toBe(true);
  });

  it('has the numbers for its instructions that are read here', () => {
    const opsOf = (pattern: string) =>
      (RE2JS.compile(pattern).re2() as { prog: { inst: { op: number }[] } }).prog.inst.map(({ op }) => op);
    expect(opsOf('(a)|^[bc]*.(?s:.)')).toEqual(expect.arrayContaining([1, 3, 4, 5, 6, 8, 9, 10, 11]));
    expect(opsOf('(?:)')).toContain(7);
  });
});
