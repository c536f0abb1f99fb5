/** The people and identities that own the adopted group: they can do everything in it. */
import { OWNER, type OpenOwner } from '../organization/open-owners';
import { inlineCode } from '../../base/text/markdown';
import { displayedPerson } from '../../base/text/person-account';
import { visible } from '../../base/text/visible';
import { capitalized, few } from '../../base/text/words';
import { roleBinding } from '../../model/kinds';
import { getMembers, type AdoptedOrganization, type Target } from '../organization/model';

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
  /** The owners that no role binding of the project names. */
  readonly open: readonly OpenOwner[];
  /** Identities before people, each sorted. An unknown identity has its uid. */
  readonly names: readonly string[];
}

export function listRootOwners(organization: AdoptedOrganization): RootOwners {
  const targets = findRootOwners(organization);
  const names = (isPerson: boolean): string[] => {
    const selected = targets.filter((target) => (target?.is === 'person') === isPerson);
    return [...new Set(selected.flatMap((target) => getOwnerText(organization, target)))].map(visible).sort();
  };
  const declared = [...names(false), ...names(true)];
  // A person can own several groups above.
  const seen = new Set(declared);
  const open = organization.openOwners.filter((owner) => {
    if (owner.by !== 'binding') return true;
    const isNew = !seen.has(visible(owner.name));
    seen.add(visible(owner.name));
    return isNew;
  });
  return { group: organization.root.name, open, names: declared };
}

function getOwnerText(organization: AdoptedOrganization, target: Target | undefined): string[] {
  const name = findOwnerName(organization, target);
  if (name !== undefined) return [name];
  return target?.is === 'other'
    ? [target.name === undefined ? target.uid : `${visible(target.name)} (${visible(target.uid)})`]
    : [];
}

/** Returns one line of text; an empty text without owners. */
export function rootOwnersLine({ group, open, names }: RootOwners): string {
  const owners = [...open.map((owner) => describeOpenOwner(owner, visible)), ...names];
  if (owners.length === 0) return '';
  const all = owners.length > SHOWN + 1 ? ` README.md lists all ${owners.length}.` : '';
  return `Owners of the group ${visible(group)}: ${few(owners, SHOWN)}.${all}`;
}

const SHOWN = 3;

/** Returns the section of a README that names the owners; no lines without owners. */
export function rootOwnersSection({ group, open, names }: RootOwners): string[] {
  if (open.length + names.length === 0) return [];
  return [
    '## Owners of the group',
    '',
    `They can do everything in ${inlineCode(group)}. Check that you know each of them:`,
    '',
    ...open.map((owner) => `- ${capitalized(describeOpenOwner(owner, inlineCode))}`),
    ...names.map((owner) => `- ${inlineCode(owner)}`),
    '',
  ];
}

/** Returns, for example, `anyone with the code of an open invite (any number of times, until 2026-12-01)`. */
function describeOpenOwner(owner: OpenOwner, quote: (name: string) => string): string {
  if (owner.by === 'signIn') return `anyone who signs in through ${quote(owner.provider)}`;
  if (owner.by === 'externalGroup')
    return `anyone in the external group ${quote(owner.externalGroup)} of ${quote(owner.provider)}`;
  if (owner.by === 'binding') return quote(owner.name);
  if (owner.by === 'hidden') return 'the owners of the groups above, which the token cannot list';
  const { email, isSingleUse, until } = owner;
  const people = email === '' ? 'anyone' : quote(email);
  const uses = isSingleUse ? 'for a single use' : 'any number of times';
  return `${people} with the code of an open invite (${uses}, ${until === '' ? 'without an expiry' : `until ${until}`})`;
}
