/** The trust of identities in the words of its platform, and the owners of the workloads that the identities accept. */
import { BUILT_IN_ROLES, isObject, type Values } from '../../model/api';
import { roleBinding } from '../../model/kinds';
import { awsIdentityMatch, tokenMatch } from '../../access/claims';
import { canWrite } from '../../access/graph/built-in-roles';
import { groupBy } from '../../access/graph/paths';
import { findOwners, findTrustData } from '../../access/trust';
import { code } from '../../base/text/markdown';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
import type { TrustOf } from '../formats/typescript/scope';
import { adoptedObjects, type AdoptedGroup, type AdoptedObject, type Organization } from '../organization/model';

/** Finds the trust of identities. People sign in with the issuers of the identity providers, and of the people with roles. */
export function createTrustFinder(organization: Organization): TrustOf {
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

/** An owner whose workloads the identities accept, as a person confirms it. */
export interface TrustedOwner {
  /** The entry in the rules of the organization. */
  readonly entry: string;
  /** The name of an owner with an id, if a trust policy has it. */
  readonly name: string | undefined;
  /** The paths of the identities. */
  readonly identities: readonly string[];
  /** The strongest role of these identities with its group. @default none */
  readonly role: string | undefined;
  /** True if one of the roles gives more than read-only access. */
  readonly canWrite: boolean;
}

/** Returns the owners of the workloads that the identities accept, those with the strongest roles first. */
export function listTrustedOwners(organization: Organization): readonly TrustedOwner[] {
  const objects = adoptedObjects(organization);
  const grants = groupBy(
    objects.filter(({ declaration }) => declaration === roleBinding),
    ({ references: { identityUid } }) => (identityUid?.is === 'adopted' ? identityUid.object.uid : undefined),
  );
  const accepted = objects.flatMap((object) => {
    const { claimMatch, awsIdentity } = object.values;
    const matches = [
      ...(isObject(claimMatch) ? [tokenMatch(claimMatch)] : []),
      ...(isObject(awsIdentity) ? [awsIdentityMatch(awsIdentity)] : []),
    ];
    return matches.flatMap((match) => findOwners(match).map((owner) => ({ ...owner, object })));
  });
  const owners = [...groupBy(accepted, ({ entry }) => entry)].map(([entry, ofOwner]) => {
    const identities = [...new Set(ofOwner.map(({ object }) => object))];
    const roles = identities.flatMap(({ uid }) => grants.get(uid) ?? []).map((grant) => toRole(grant, organization));
    const [strongest] = roles.sort((one, other) => other.weight - one.weight);
    const { name } = ofOwner.find((owner) => owner.name !== undefined) ?? {};
    return {
      owner: {
        ...{ entry, name, role: strongest?.text, canWrite: strongest?.isWriter ?? false },
        identities: identities.map((identity) => getPath(identity.group, organization, identity.name)),
      },
      weight: strongest?.weight ?? 0,
    };
  });
  return owners
    .sort((one, other) => other.weight - one.weight || (one.owner.entry < other.owner.entry ? -1 : 1))
    .map(({ owner }) => owner);
}

/** Returns a line of text: `github:1 acme: acme/payments/ci, owner in acme`. */
export function trustedOwnerLine({ entry, name, identities, role = 'no role' }: TrustedOwner): string {
  const who = name === undefined ? entry : `${entry} ${name}`;
  return visible(`${who}: ${few(identities)}, ${identities.length > 1 ? 'at most ' : ''}${role}`);
}

/** A role that is not in the lists may hold every capability. */
function toRole({ references: { roleUid: target }, group }: AdoptedObject, organization: Organization) {
  const custom = target?.is === 'adopted' ? target.object : undefined;
  const name = custom?.name ?? (target?.is === 'builtIn' || target?.is === 'other' ? target.name : undefined);
  const builtIn = target?.is === 'builtIn' ? BUILT_IN_ROLES.find((one) => one.name === name) : undefined;
  const capabilities = (custom?.values['capabilities'] ?? builtIn?.capabilities ?? []) as readonly string[];
  const holdsUnknown = builtIn?.holdsUnknown ?? (custom === undefined && builtIn === undefined);
  const role = { key: target?.is === 'builtIn' ? target.uid : '', group: undefined, capabilities, holdsUnknown };
  const isWriter = canWrite(role);
  return {
    isWriter,
    text: `${name ?? 'an unknown role'} in ${getPath(group, organization)}`,
    weight: holdsUnknown ? 1e6 : capabilities.length + (isWriter ? 1e3 : 0),
  };
}

function getPath({ names }: AdoptedGroup, { root }: Organization, ...name: readonly string[]): string {
  return [root.name, ...names, ...name].join('/');
}

/** Returns the section of a README that asks to confirm the owners; no lines without owners. */
export function ownersSection(owners: readonly TrustedOwner[]): string[] {
  if (owners.length === 0) return [];
  const list = (isListed: boolean, sentence: string) => {
    const lines = owners
      .filter((owner) => owner.canWrite !== isListed)
      .map((owner) => `- ${code(trustedOwnerLine(owner))}`);
    return lines.length === 0 ? [] : [sentence, '', ...lines, ''];
  };
  const isNumber = owners.some(({ entry, name }) => name === undefined && /^github:\d+$/.test(entry));
  return [
    '## Owners',
    '',
    ...list(
      false,
      'Identities with write access accept the workloads of these owners. Add each owner that is yours to `owners` in `review.config.json`. Until then, the review treats it as an outsider.',
    ),
    ...list(
      true,
      '`owners` already lists these owners: their identities can only read. Delete those that are not yours.',
    ),
    'If an owner is not yours, apply the plan that imports the objects. Then narrow or delete the trust policy of its identities, in the file that declares them.',
    '',
    ...(isNumber ? ['To look up a GitHub owner by its number, open `https://api.github.com/user/NUMBER`.', ''] : []),
  ];
}
