import fc from 'fast-check';
import { sentSecrets, shownSecrets, withoutSecrets } from '../../../src/client/errors/secrets';
import { groupInvite, identityProvider } from '../../../src/model/kinds';
import type { Declaration, Fields } from '../../../src/model/schema';

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

const labels: Fields = { labels: { type: { is: 'map', of: { is: 'string' } }, behavior: [], description: '' } };

describe('secrets', () => {
  it('of a request are the sensitive texts, at every depth', () => {
    const values = { name: 'a', other: 'b', oidc: { issuer: 'c', clientSecret: 'd' } };
    expect(sentSecrets(identityProvider.fields, values)).toEqual(['d']);
    expect(sentSecrets(labels, { labels: { clientSecret: 'd' } })).toEqual([]);
    for (const oidc of ['d', { clientSecret: 7 }, undefined])
      expect(sentSecrets(identityProvider.fields, { oidc })).toEqual([]);
  });

  it('of a response are the values that only it contains, with both names, also if it is truncated', () => {
    const text = '{"code": "a", "email": "b", "items": [{"code" : "c"}, {"code": "trunc';
    expect(shownSecrets(groupInvite, text)).toEqual(['a', 'c', 'trunc']);
    const field = { ...groupInvite.fields['code'] };
    const renamed = { ...groupInvite, fields: { oneTimeCode: field } } as unknown as Declaration;
    expect(shownSecrets(renamed, '{"oneTimeCode":"a","one_time_code":"b","code":"c"}')).toEqual(['a', 'b']);
  });
});
