/** The people and identities that own the adopted group: they can do everything in it. */
import { codeSpan } from '../../base/text/markdown';
import { displayedPerson } from '../../base/text/person-account';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
import { roleBinding } from '../../model/kinds';
import { getMembers, type AdoptedOrganization, type Target } from '../organization/model';

/** The built-in role that can do everything. */
export const OWNER = 'owner';

/** Returns the identities with the role owner in the root group of the project. */
export function findRootOwners({ root }: AdoptedOrganization): (Target | undefined)[] {
  return getMembers(root, roleBinding).flatMap(({ references }) => {
    const { roleUid: role, identityUid } = references;
    return role?.is === 'builtIn' && role.name === OWNER ? [identityUid] : [];
  });
}

/** Returns the name that tests use; undefined if it is unknown without the API. */
export function findOwnerName({ root }: AdoptedOrganization, target: Target | undefined): string | undefined {
  if (target?.is === 'person') return displayedPerson({ account: target });
  if (target?.is !== 'adopted') return undefined;
  return [root.name, ...target.object.group.names, target.object.name].join('/');
}

/** The owners of the adopted group. */
export interface RootOwners {
  readonly group: string;
  /** Sorted. An unknown identity has its uid. */
  readonly names: readonly string[];
}

export function listRootOwners(organization: AdoptedOrganization): RootOwners {
  const names = findRootOwners(organization).flatMap((target) => {
    const name = findOwnerName(organization, target);
    if (name !== undefined) return [name];
    return target?.is === 'other' ? [target.name === undefined ? target.uid : `${target.name} (${target.uid})`] : [];
  });
  return { group: organization.root.name, names: [...new Set(names)].map(visible).sort() };
}

/** Returns one line of text; an empty text without owners. */
export function rootOwnersLine({ group, names }: RootOwners): string {
  return names.length === 0 ? '' : `Owners of the group ${visible(group)}: ${few(names)}.`;
}

/** Returns the section of a README that names the owners; no lines without owners. */
export function rootOwnersSection({ group, names }: RootOwners): string[] {
  if (names.length === 0) return [];
  return [
    '## Owners of the group',
    '',
    `They can do everything in ${codeSpan(group)}. Check that you know each of them:`,
    '',
    ...names.map((owner) => `- ${codeSpan(owner)}`),
    '',
  ];
}
