/** Finds the people who own the root without a role binding: those with the code of an invite, and those who sign in. */
import { parentUid, parseTimestamp, type Values } from '../../model/api';
import { externalGroupRoleMapping, getPlace, groupInvite, identityProvider } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { ListedOrganization } from './read-organization';

/** The built-in role that can do everything. */
export const OWNER = 'owner';

/** People who meet a condition. `provider`: the name of an identity provider. */
export type OpenOwner =
  | { readonly by: 'invite'; readonly email: string; readonly isSingleUse: boolean; readonly until: string }
  | { readonly by: 'externalGroup'; readonly externalGroup: string; readonly provider: string }
  | { readonly by: 'signIn'; readonly provider: string };

/** Returns them, also those of objects that a project does not declare: nothing identifies an invite without email. */
export function findOpenOwners({ root, objects, builtInRoles }: ListedOrganization, now: Date): readonly OpenOwner[] {
  const owner = builtInRoles.find(({ name }) => name === OWNER)?.['uid'];
  const inRoot = (declaration: Declaration, role: string): readonly Values[] =>
    (objects.get(declaration) ?? []).filter((object) => {
      const place = getPlace(declaration, String(object['uid']), object);
      return owner !== undefined && object[role] === owner && place === root['uid'];
    });
  const providers = objects.get(identityProvider) ?? [];
  const toName = (uid = ''): string => {
    const name = providers.find((provider) => provider['uid'] === uid)?.['name'];
    return typeof name === 'string' ? name : uid;
  };
  return [
    ...inRoot(groupInvite, 'roleUid').flatMap(({ email, singleUse, expirationTime }): OpenOwner[] => {
      const end = parseTimestamp(String(expirationTime));
      if (end !== undefined && end <= now) return [];
      const until = end?.toISOString().slice(0, 10) ?? '';
      return [{ by: 'invite', email: typeof email === 'string' ? email : '', isSingleUse: singleUse === true, until }];
    }),
    ...inRoot(externalGroupRoleMapping, 'roleUid').map(({ uid, externalGroupId }): OpenOwner => {
      const provider = toName(parentUid(String(uid)));
      return { by: 'externalGroup', externalGroup: String(externalGroupId), provider };
    }),
    ...inRoot(identityProvider, 'defaultRole').map(({ uid }): OpenOwner => ({
      by: 'signIn',
      provider: toName(String(uid)),
    })),
  ];
}
