import fc from 'fast-check';
import { matchesWhole, patternProblem } from '../../src/api';

const problem = (reason: string) => `is no regular expression in the syntax of RE2: ${reason}`;

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

  it('is anchored to the whole text whatever it says of lines', () => {
    for (const pattern of ['(?m)^repo:acme/x$', '(?m:^repo:acme/x$)', 'repo:acme/x', '^repo:acme/x$']) {
      expect(matchesWhole(pattern, 'repo:acme/x')).toBe(true);
      for (const text of ['repo:evil\nrepo:acme/x', 'repo:acme/x\nrepo:evil', 'repo:acme/x\n', '\nrepo:acme/x'])
        expect(matchesWhole(pattern, text)).toBe(false);
    }
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

  it('is judged without a failure of another kind, whatever it is', () => {
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
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 }))), (pieces) => {
        const pattern = pieces.join('');
        const refused = patternProblem(pattern);
        expect(refused === undefined || refused.startsWith(problem(''))).toBe(true);
        expect(typeof matchesWhole(pattern, 'text')).toBe('boolean');
      }),
    );
  });
});
