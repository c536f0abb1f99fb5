import fc from 'fast-check';
import { patternSource } from '../../src/api';

const matches = (pattern: string, text: string): boolean => {
  const compiled = patternSource(pattern);
  return compiled !== undefined && new RegExp(compiled.source, compiled.flags).test(text);
};

describe('patternSource', () => {
  it('understands escapes that the service allows and JavaScript does not', () => {
    expect(matches('^repo\\:acme\\-corp/shop$', 'repo:acme-corp/shop')).toBe(true);
    expect(matches('^[a\\-z\\:]+$', 'a-z:')).toBe(true);
    expect(matches('^[a\\-z]+$', 'm')).toBe(false);
  });

  it('understands named groups and flags as the service spells them', () => {
    expect(matches('(?i)^(?P<owner>acme)$', 'ACME')).toBe(true);
    expect(matches('^(?P<owner>acme)$', 'ACME')).toBe(false);
  });

  it('leaves an escaped backslash alone', () => {
    expect(matches('^a\\\\-b$', 'a\\-b')).toBe(true);
    expect(matches('^a\\\\-b$', 'a-b')).toBe(false);
  });

  it.each(['(', 'a)|(b', '[z-a]', '*', 'a{2,1}', '\\'])('takes %s for no regular expression', (pattern) => {
    expect(patternSource(pattern)).toBeUndefined();
  });

  it('changes nothing about a pattern that JavaScript understands', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '\\.',
      '\\d',
      '[^/]',
      '[a-z]',
      '(?:b|c)',
      '+',
      '$',
      '^',
      '\\/',
      '\\p{L}',
      '\\\\',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const pattern = parts.join('');
        try {
          new RegExp(pattern, 'u');
        } catch {
          return;
        }
        expect(patternSource(pattern)).toEqual({ source: pattern, flags: 'u' });
      }),
    );
  });
});
