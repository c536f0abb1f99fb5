/** Bodies of requests that create an object, with all that the kind needs. */
import type { Values } from '../../api';
import type { Collection, Kit } from './kit';
import { ISSUER } from './signed-token';

type DefaultBody = (kit: Kit) => Promise<Values> | Values;

export const defaultBodies: Readonly<Partial<Record<Collection, DefaultBody>>> = {
  groups: (kit) => ({ name: kit.name() }),
  identities: (kit) => ({ name: kit.name(), claimMatch: { issuer: ISSUER, subject: 'nobody' } }),
  roles: (kit) => ({ name: kit.name(), capabilities: ['CAP_IAM_GROUPS_LIST'] }),
  roleBindings: async (kit) => ({ roleUid: (await kit.builtIn('viewer'))['uid'] }),
  accountAssociations: (kit) => ({ name: kit.name(), amazon: { account: '123456789012' } }),
  groupInvites: async (kit) => ({ roleUid: (await kit.builtIn('viewer'))['uid'], ttl: '600s' }),
  identityProviders: async (kit) => ({
    name: kit.name(),
    defaultRole: (await kit.builtIn('viewer'))['uid'],
    oidc: { issuer: ISSUER, clientId: 'conformance', clientSecret: 'conformance-secret', groupsClaim: 'groups' },
  }),
};
