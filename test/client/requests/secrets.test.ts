import { sentSecrets, shownSecrets } from '../../../src/client/requests/secrets';
import { groupInvite, identityProvider } from '../../../src/model/kinds';
import type { Declaration, Fields } from '../../../src/model/schema';

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
