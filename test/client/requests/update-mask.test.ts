import { getUpdateMask } from '../../../src/client/requests/update-mask';
import { group, identityProvider } from '../../../src/model/kinds';
import type { Fields } from '../../../src/model/schema';

const labels: Fields = { labels: { type: { is: 'map', of: { is: 'string' } }, behavior: [], description: '' } };

describe('the mask of an update', () => {
  it.each<[string, Fields, object, readonly string[]]>([
    ['nothing', group.fields, {}, []],
    ['a field with a value, and a cleared one', group.fields, { name: 'a', description: '' }, ['name', 'description']],
    ['a message with a secret', identityProvider.fields, { oidc: { clientSecret: 's' } }, ['oidc']],
    ['a message without its secret', identityProvider.fields, { oidc: { issuer: '' } }, ['oidc']],
    ['an emptied secret', identityProvider.fields, { oidc: { clientSecret: '' } }, ['oidc', 'oidc.clientSecret']],
    ['a cleared message', identityProvider.fields, { oidc: undefined }, ['oidc']],
    ['a map', labels, { labels: { clientSecret: '' } }, ['labels']],
    ['a field that is not declared', group.fields, { other: { clientSecret: '' } }, ['other']],
  ])('names %s', (_, fields, values, mask) => {
    expect(getUpdateMask(fields, { ...values })).toEqual(mask);
  });
});
