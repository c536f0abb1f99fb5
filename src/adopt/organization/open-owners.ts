/** Finds the owners of the root that no role binding of the project names: those with the code of an invite, those who sign in, and others. */
import { accountIn, displayedPerson } from '../../base/text/person-account';
import { isObject, isWithin, parentUid, parseTimestamp, type Values } from '../../model/api';
import { externalGroupRoleMapping, getPlace, groupInvite, identityProvider, roleBinding } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { ListedOrganization } from './read-organization';

/** The built-in role that can do everything. */
export const OWNER = 'owner';

/** People who meet a condition. `provider`: the name of an identity provider. `binding`: a role binding that the project does not declare. */
export type OpenOwner =
  | { readonly by: 'invite'; readonly email: string; readonly isSingleUse: boolean; readonly until: string }
  | { readonly by: 'externalGroup'; readonly externalGroup: string; readonly provider: string }
  | { readonly by: 'signIn'; readonly provider: string }
  | { readonly by: 'binding'; readonly name: string }
  | { readonly by: 'hidden' };

export interface OwnerOptions {
  readonly now: Date;
  /** Returns true for a role binding that the project declares. */
  readonly isAdopted: (bindingUid: string) => boolean;
  /** Returns the path of an identity beneath the root. */
  readonly findPath: (identityUid: string) => string | undefined;
}

/**
 * Returns the owners that no role binding of the project names, also those of objects that are not selected or cannot be declared,
 * and those of the groups above the root.
 */
export function findOpenOwners(
  { root, objects, builtInRoles, above }: ListedOrganization,
  { now, isAdopted, findPath }: OwnerOptions,
): readonly OpenOwner[] {
  const owner = builtInRoles.find(({ name }) => name === OWNER)?.['uid'];
  const all = (declaration: Declaration): readonly Values[] => {
    const inherited = typeof above === 'object' ? (above.get(declaration) ?? []) : [];
    return [...(objects.get(declaration) ?? []), ...inherited];
  };
  const giving = (declaration: Declaration, role: string): readonly Values[] =>
    all(declaration).filter((object) => {
      const place = getPlace(declaration, String(object['uid']), object);
      return (
        owner !== undefined && object[role] === owner && place !== undefined && isWithin(String(root['uid']), place)
      );
    });
  const providers = all(identityProvider);
  const toName = (uid = ''): string => {
    const name = providers.find((provider) => provider['uid'] === uid)?.['name'];
    return typeof name === 'string' ? name : uid;
  };
  return [
    ...giving(groupInvite, 'roleUid').flatMap(({ email, singleUse, expirationTime }): OpenOwner[] => {
      const end = parseTimestamp(String(expirationTime));
      if (end !== undefined && end <= now) return [];
      const until = end?.toISOString().slice(0, 10) ?? '';
      return [{ by: 'invite', email: typeof email === 'string' ? email : '', isSingleUse: singleUse === true, until }];
    }),
    ...giving(externalGroupRoleMapping, 'roleUid').map(({ uid, externalGroupId }): OpenOwner => {
      const provider = toName(parentUid(String(uid)));
      return { by: 'externalGroup', externalGroup: String(externalGroupId), provider };
    }),
    ...giving(identityProvider, 'defaultRole').map(({ uid }): OpenOwner => ({
      by: 'signIn',
      provider: toName(String(uid)),
    })),
    ...giving(roleBinding, 'roleUid').flatMap(({ uid, identityUid, identity }): OpenOwner[] => {
      if (isAdopted(String(uid))) return [];
      const known = isObject(identity) ? identity : {};
      return [{ by: 'binding', name: findPath(String(identityUid)) ?? describeHolder(String(identityUid), known) }];
    }),
    ...(above === 'hidden' ? [{ by: 'hidden' } as const] : []),
  ];
}

/** Returns the account of a person, or the name and the uid of another identity. */
function describeHolder(uid: string, { name, email, ...known }: Values): string {
  const account = parentUid(uid) === undefined ? accountIn(known) : undefined;
  const label = [name, email].find((text): text is string => typeof text === 'string' && text !== '');
  if (account !== undefined) return displayedPerson({ account }) ?? uid;
  return label === undefined ? uid : `${label} (${uid})`;
}
