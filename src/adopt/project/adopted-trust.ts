/** The trust of identities in the words of its platform, and the owners of the workloads that the identities accept. */
import { BUILT_IN_ROLES, isObject, type Values } from '../../model/api';
import { roleBinding } from '../../model/kinds';
import { awsIdentityMatch, tokenMatch, type TokenMatch } from '../../access/claims';
import { canWrite } from '../../access/graph/built-in-roles';
import { groupBy } from '../../access/graph/paths';
import { completeOwnerLine, type TrustedOwner } from '../../access/rules';
import { findOwners, findTrustData } from '../../access/trust';
import { inlineCode } from '../../base/text/markdown';
import type { ToTrust } from '../formats/typescript/scope';
import { adoptedObjects, type AdoptedGroup, type AdoptedObject, type AdoptedOrganization } from '../organization/model';

/** Finds the trust of identities. People sign in with the issuers of the identity providers, and of the people with roles. */
export function createTrustFinder(organization: AdoptedOrganization): ToTrust {
  const objects = adoptedObjects(organization);
  const issuers = objects.flatMap(({ values, references }) => [
    ...Object.values(references).flatMap((target) => (target.is === 'person' ? [target.issuer] : [])),
    ...('oidc' in values ? [String((values['oidc'] as Values)['issuer'])] : []),
  ]);
  const signInIssuers = [...new Set(issuers)];
  return ({ values }) => {
    const data = findTrustData(values, { signInIssuers });
    const [entry] = Object.entries<unknown>(data ?? {});
    return entry === undefined ? undefined : { platform: entry[0], props: entry[1] as Values };
  };
}

/** Returns the owners of the workloads that the identities accept, those with the highest access first. */
export function listTrustedOwners(organization: AdoptedOrganization): readonly TrustedOwner[] {
  const accepted = adoptedObjects(organization).flatMap((object) =>
    getTokenMatches(object).flatMap((match) => findOwners(match).map((owner) => ({ ...owner, object }))),
  );
  const rank = createRanking(organization);
  const owners = [...groupBy(accepted, ({ entry }) => entry)].map(([entry, ofOwner]) => {
    const { name } = ofOwner.find((owner) => owner.name !== undefined) ?? {};
    return { ...rank(ofOwner.map(({ object }) => object)), entry, name };
  });
  return owners
    .sort((a, b) => compareTrustRisk(a, b) || (a.entry < b.entry ? -1 : 1))
    .map(({ entry, name, identities, role }) => ({ entry, name, identities, role }));
}

/** Returns the trust policies of an identity with claims. */
export function getTokenMatches({ values: { claimMatch, awsIdentity } }: AdoptedObject): TokenMatch[] {
  return [
    ...(isObject(claimMatch) ? [tokenMatch(claimMatch)] : []),
    ...(isObject(awsIdentity) ? [awsIdentityMatch(awsIdentity)] : []),
  ];
}

/** The access of identities, as one line shows it. */
export interface Ranked extends Pick<TrustedOwner, 'identities' | 'role'> {
  readonly weight: number;
  /** The level of the group of the strongest role: a role in the root group reaches everything. */
  readonly depth: number;
}

/** Returns a function that finds the strongest role of identities. The identity with this role comes first. */
export function createRanking(organization: AdoptedOrganization): (objects: readonly AdoptedObject[]) => Ranked {
  const grants = groupBy(
    adoptedObjects(organization).filter(({ declaration }) => declaration === roleBinding),
    ({ references: { identityUid } }) => (identityUid?.is === 'adopted' ? identityUid.object.uid : undefined),
  );
  return (objects) => {
    const identities = [...new Set(objects)].map((object) => {
      const roles = (grants.get(object.uid) ?? []).map((grant) => toRole(grant, organization));
      return { object, strongest: roles.sort(compareTrustRisk)[0] ?? NO_ROLE };
    });
    identities.sort((a, b) => compareTrustRisk(a.strongest, b.strongest));
    const { text, weight, depth } = identities[0]?.strongest ?? NO_ROLE;
    return {
      ...{ role: text, weight, depth },
      identities: identities.map(({ object: { group, name } }) => getPath(group, organization, name)),
    };
  };
}

const NO_ROLE = { text: undefined, weight: 0, depth: 0 };

/** The strongest role first, in the highest group, and then one of few identities: a stranger has few. */
export function compareTrustRisk(
  a: Pick<Ranked, 'weight' | 'depth'> & Partial<Ranked>,
  b: Pick<Ranked, 'weight' | 'depth'> & Partial<Ranked>,
): number {
  return b.weight - a.weight || a.depth - b.depth || (a.identities?.length ?? 0) - (b.identities?.length ?? 0);
}

/** A role that is not in the lists may hold every capability. */
function toRole({ references: { roleUid: target }, group }: AdoptedObject, organization: AdoptedOrganization) {
  const custom = target?.is === 'adopted' ? target.object : undefined;
  const name = custom?.name ?? (target?.is === 'builtIn' || target?.is === 'other' ? target.name : undefined);
  const builtIn = target?.is === 'builtIn' ? BUILT_IN_ROLES.find((one) => one.name === name) : undefined;
  const capabilities = (custom?.values['capabilities'] ?? builtIn?.capabilities ?? []) as readonly string[];
  const holdsUnknown = builtIn?.holdsUnknown ?? (custom === undefined && builtIn === undefined);
  const role = { key: target?.is === 'builtIn' ? target.uid : '', group: undefined, capabilities, holdsUnknown };
  return {
    depth: group.names.length,
    text: `${name ?? 'an unknown role'} in ${getPath(group, organization)}`,
    weight: holdsUnknown ? 1e6 : capabilities.length + (canWrite(role) ? 1e3 : 0),
  };
}

function getPath({ names }: AdoptedGroup, { root }: AdoptedOrganization, ...name: readonly string[]): string {
  return [root.name, ...names, ...name].join('/');
}

/** The sentence about owners that a person confirms. */
export const CONFIRM_OWNERS =
  'Nobody has confirmed these owners of workloads yet, so the review treats them as outsiders. Move each one that is yours from "unconfirmedOwners" to "owners"';

/** Returns the section of a README that asks to confirm the owners; no lines without owners. */
export function ownersSection(owners: readonly TrustedOwner[]): string[] {
  if (owners.length === 0) return [];
  const isNumber = owners.some(({ entry, name }) => name === undefined && /^github:\d+$/.test(entry));
  return [
    '## Owners to confirm',
    '',
    `${CONFIRM_OWNERS} in \`review.config.json\`.`,
    '',
    ...owners.map((owner) => `- ${inlineCode(completeOwnerLine(owner))}`),
    '',
    'If an owner is not yours, first apply the plan that imports the objects. Then narrow or delete the trust policy of its identities, in the file that declares them.',
    '',
    ...(isNumber ? ['To look up a GitHub owner by its number, open `https://api.github.com/user/NUMBER`.', ''] : []),
  ];
}
