// @slow
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { matchesWhole, patternProblem, patternSize } from '../../../src/model/api';
import { anyCharacter } from '../../support/any-text';

const problem = (reason: string) => `is not a regular expression in the syntax of RE2: ${reason}`;

describe('A pattern', () => {
  it.each([
    ['(?i:ACME)/shop', 'acme/shop', 'acme/SHOP'],
    ['(?i)repo:acme/shop', 'Repo:Acme/Shop', 'repo:acme'],
    ['[[:alnum:]]+', 'abc123', 'abc-123'],
    ['\\Arepo:acme/.*\\z', 'repo:acme/shop', 'repo:evil/shop'],
    ['\\pL+', 'Größe', 'G1'],
    ['\\p{Greek}+', 'αβγ', 'abc'],
    ['\\Qa.b+c\\E', 'a.b+c', 'axbbc'],
    ['\\x{41}\\x42', 'AB', 'x{41}'],
    ['(?U)a+', 'aaa', 'b'],
    ['(?P<owner>acme)/(?<name>shop)', 'acme/shop', 'acme'],
    ['repo\\:acme\\-corp/shop', 'repo:acme-corp/shop', 'repo:acme'],
    ['[a\\-z\\:]+', 'a-z:', 'm'],
    ['a{1000}', 'a'.repeat(1000), 'a'.repeat(999)],
    ['a|ab', 'ab', 'abb'],
    ['', '', 'a'],
    ['.', '😀', '\n'],
    ['(?s).', '\n', ''],
    ['\\d+', '123', '٣'],
  ])('%j matches the whole of %j and not of %j', (pattern, text, other) => {
    expect(patternProblem(pattern)).toBeUndefined();
    expect([matchesWhole(pattern, text), matchesWhole(pattern, other)]).toEqual([true, false]);
  });

  it.each([
    ['^repo:acme/(?!evil)', 'invalid or unsupported Perl syntax "(?!" at character 12 (RE2 has no look-around)'],
    ['(?=a)a', 'invalid or unsupported Perl syntax "(?=" at character 1 (RE2 has no look-around)'],
    ['x(?<=a)b', 'invalid named capture "(?<=a)b" at character 2 (RE2 has no look-around)'],
    ['(?<!a)b', 'invalid named capture'],
    ['(a)\\1', 'invalid escape sequence "\\\\1" at character 4 (RE2 has no back-references)'],
    ['(?P<n>a)(?P=n)', 'invalid or unsupported Perl syntax "(?P"'],
    ['😀\\k<n>', 'invalid escape sequence "\\\\k" at character 2 (RE2 has no back-references)'],
    ['(?>a)b', 'invalid or unsupported Perl syntax "(?>" at character 1 (RE2 has no atomic groups)'],
    ['a*+', 'invalid nested repetition operator "*+" at character 2 (RE2 has no possessive repetition)'],
    ['a\\Z', 'invalid escape sequence "\\\\Z" at character 2 (RE2 has no \\Z; \\z is the end of the text)'],
    ['a\\C', 'invalid escape sequence "\\\\C" at character 2'],
    ['a{1001}', 'invalid repeat count "{1001}" at character 2'],
    ['(a{100}){100}', 'invalid repeat count "{100}"'],
    ['a{2,1}', 'invalid repeat count "{2,1}" at character 2'],
    ['[[:foo:]]', 'invalid character class range "[:foo:]" at character 2'],
    ['[z-a]', 'invalid character class range "z-a" at character 2'],
    ['\\u0041', 'invalid escape sequence "\\\\u" at character 1'],
    ['(', 'missing closing )'],
    ['a)|(b', 'unexpected )'],
    ['*', 'missing argument to repetition operator'],
    ['\\', 'trailing backslash at end of expression'],
  ])('%j is refused with the reason and the place, and matches nothing', (pattern, reason) => {
    expect(patternProblem(pattern)).toBe(problem(reason));
    expect(matchesWhole(pattern, pattern)).toBe(false);
  });

  it.each([
    '^repo:acme/x$',
    'repo:acme/x',
    '(?m)^repo:acme/x$',
    '(?m:^repo:acme/x$)',
    '(?m:^)repo:acme/x(?m:$)',
    '(?m)(^)(?:repo:acme/x)($)',
    '(?ms)^repo:acme/x$',
    '(?-s)(?im)^REPO:acme/x$',
    '(?mU)^repo:acme/x$',
    '(?m)$repo:acme/y|^repo:acme/x$',
    'other|(?m)^repo:acme/x$|',
    '|repo:acme/x',
    '()|^repo:acme/x|repo:acme/x$',
    '(?m)\\brepo:acme/x\\b',
    '(?m)\\Arepo:acme/x|repo:acme/x\\z',
    '\\Qrepo:acme/x\\E|\\Qrepo:acme/x',
  ])('%j is anchored to the whole text, with any lines and alternatives', (pattern) => {
    expect(matchesWhole(pattern, 'repo:acme/x')).toBe(true);
    for (const [before, after] of [
      ['repo:evil\n', ''],
      ['', '\nrepo:evil'],
      ['repo:evil\n', '\nrepo:evil'],
      ['', '\n'],
      ['\n', ''],
      ['\r\n', '\u2028'],
      ['x', ''],
      ['', ' '],
      ['repo:acme/x\n', ''],
    ])
      expect(matchesWhole(pattern, `${before}repo:acme/x${after}`)).toBe(false);
  });

  it.each([
    ['abc', 6],
    ['a{100}', 106],
    ['a{1,100}', 108],
    ['a{7,}', 13],
    ['a{0}b', 7],
    ['(ab){10}', 48],
    ['((a{2}){3}){4}', 70],
    ['[a-z{9}\\]]{10}', 24],
    ['[]{9}]{10}', 20],
    ['[[:alpha:]{9}]{10}', 28],
    ['\\{10}', 9],
    ['\\+{10}', 16],
    ['\\Q{10}\\E{2}', 27],
    ['\\p{Greek}{10}', 23],
    ['\\x{41}{10}', 20],
    ['a{,5}', 10],
    ['a|b{10}', 19],
    ['a{2,30}\\Q\\E{9}', 284],
    ['a{30}(?i){9}', 282],
    ['a{9}?(?i){9}', 102],
    ['(((', 3],
    ['a{9}(b', 16],
    [')))', 9],
    ['[a{1000}', 9],
  ])('%j has the size %i', (pattern, size) => expect(patternSize(pattern)).toBe(size));

  it('is never smaller than what RE2 compiles it to', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '(',
      ')',
      '[a]',
      '[',
      ']',
      '(?i)',
      '\\Q',
      '\\E',
      '\\',
      '{9}',
      '{2,30}',
      '{5,}',
      '|',
      '*',
      '?',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const pattern = pieces.join('');
        fc.pre(patternProblem(pattern) === undefined);
        // Each optional repetition is an alternative to the character.
        expect(RE2JS.compile(pattern).programSize()).toBeLessThanOrEqual(4 * patternSize(pattern) + 10);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time in proportion to the text, also where other engines need years', () => {
    const text = `${'a'.repeat(10_000)}!`;
    for (const pattern of ['(a+)+', '(a|a)*', '(a|aa)+', '(.*a){50}']) expect(matchesWhole(pattern, text)).toBe(false);
  });

  it('means what JavaScript takes it for wherever the two share the syntax', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\.',
      '[ab]',
      '[^a]',
      '(?:b|c)',
      '(a)',
      'a?',
      'b*',
      'c+',
      '^',
      '$',
      '|',
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), text, (parts, sought) => {
        const pattern = parts.join('');
        expect(matchesWhole(pattern, sought)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(sought));
      }),
    );
  });

  it('that quotes a text matches that text and no other', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((given) => !given.includes('\\E'));
    fc.assert(
      fc.property(text, text, (quoted, other) => {
        expect(matchesWhole(`\\Q${quoted}\\E`, quoted)).toBe(true);
        expect(matchesWhole(`\\Q${quoted}\\E`, other)).toBe(quoted === other);
      }),
    );
  });

  it('is checked without any other failure, for any text', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '?',
      '*',
      '+',
      '\\',
      '^',
      '$',
      '|',
      '-',
      ':',
      '<',
      'P',
      'Q',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 3 }))), (pieces) => {
        const pattern = pieces.join('');
        const refused = patternProblem(pattern);
        expect(refused === undefined || refused.startsWith(problem(''))).toBe(true);
        expect(typeof matchesWhole(pattern, 'text')).toBe('boolean');
      }),
    );
  });
});
