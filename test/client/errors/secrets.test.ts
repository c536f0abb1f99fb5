import fc from 'fast-check';
import { withoutSecrets } from '../../../src/client/errors/secrets';

describe('texts from outside', () => {
  it('lose the token that was sent, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 20 }), fc.string(), (before, secret, after) => {
        fc.pre(!'(secret)'.includes(secret));
        expect(withoutSecrets(before + secret + after, [secret])).not.toContain(secret);
      }),
    );
  });

  it('lose what looks like a token of somebody else', () => {
    const text = withoutSecrets('got Authorization: Bearer abc.def, {"t":"eyJhbGciOiJ.eyJzdWIi.c2ln-_x"}', []);
    expect(text).toBe('got Authorization: Bearer (secret), {"t":"(secret)"}');
  });

  it('lose exactly what the form of a token describes', () => {
    const piece = fc.constantFrom('eyJ', 'eyJabcde', 'abcde', 'x', '.', '.', '-', '_', ' ', 'é');
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 12 }), (text) => {
        const described = text.replace(/\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*/g, '(secret)');
        expect(withoutSecrets(text, [])).toBe(described);
      }),
      { numRuns: 500 },
    );
  });

  it('are unchanged otherwise, also without a token', () => {
    expect(withoutSecrets('bearer of news: 404', [''])).toBe('bearer (secret) news: 404');
    expect(withoutSecrets('group does not exist', ['', 'x'.repeat(30)])).toBe('group does not exist');
  });
});
