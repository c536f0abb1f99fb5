import { childrenQuery } from '../../../src/client/find/find-by-key';
import { externalGroupRoleMapping, group, identity, roleBinding } from '../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const team = `${root}/${'1'.repeat(16)}`;
const provider = `${team}/${'a'.repeat(16)}`;

test.each([
  ['root groups', group, undefined, { childrenOf: undefined }],
  ['groups', group, team, { childrenOf: team }],
  ['identities', identity, team, { childrenOf: team }],
  ['role bindings, which have a filter for their group, too', roleBinding, team, { childrenOf: team }],
  ['objects without a parent', externalGroupRoleMapping, undefined, { childrenOf: undefined }],
  [
    'objects in an identity provider',
    externalGroupRoleMapping,
    provider,
    { descendantsOf: team, identityProviderUid: provider },
  ],
])('the query for %s in a parent', (_, declaration, parent, query) => {
  expect(childrenQuery(declaration, parent)).toEqual(query);
});
