import fc from 'fast-check';
import { claimIn, exactly, given, textsIn, toTrustPolicy, unescaped } from '../../../src/access/platforms/platform';

const texts = fc.stringMatching(/^[ -~]{1,20}$/);

test('unescaped returns the text that exactly has escaped, and the pattern matches only this text', () => {
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      expect(unescaped(exactly(text))).toBe(text);
      expect(new RegExp(`^${exactly(text)}$`).test(other)).toBe(text === other);
    }),
  );
});

test('textsIn returns the texts that claimIn has put into the rule of a claim', () => {
  fc.assert(
    // No file of a workflow contains a backslash.
    fc.property(
      fc.uniqueArray(
        texts.filter((text) => !text.includes('\\')),
        { minLength: 1, maxLength: 4 },
      ),
      (some) => {
        expect(textsIn('workflow_ref', claimIn('workflow_ref', some))).toEqual(some);
      },
    ),
  );
});

test('given omits absent and empty values', () => {
  expect(given({ audience: undefined, subject: '', issuer: 'a' })).toEqual({ issuer: 'a' });
});

test('a trust policy contains a map of claims only if it is not empty', () => {
  const policy = (claims: Readonly<Record<string, string>>) =>
    toTrustPolicy({ policy: () => ({ claimMatch: { issuer: 'https://a', claims } }) } as never, {});
  expect(policy({})).toEqual({ claimMatch: { issuer: 'https://a' } });
  expect(policy({ b: 'c' })).toEqual({ claimMatch: { issuer: 'https://a', claims: { b: 'c' } } });
});
