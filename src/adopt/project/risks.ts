/** Names what a declaration of unmanaged objects would keep: owners, and workloads of others. */
import { trustedOwnerLine } from '../../access/rules';
import { kindInWords } from '../../model/schema';
import { visible } from '../../base/text/visible';
import { counted, few } from '../../base/text/words';
import { adoptedObjects, type AdoptedObject, type AdoptedOrganization, type Target } from '../organization/model';
import { listTrustedOwners } from './adopted-trust';
import { listUndeclaredTrust, undeclaredTrustLine } from './undeclared-trust';

interface RiskOptions extends Partial<Record<'trustedIssuers' | 'trustedAccounts', readonly string[] | undefined>> {
  /** The sentence about how to remove an object. */
  readonly removal: string;
  /** The uid of the identity of the token. */
  readonly caller?: string | undefined;
  /** The owners that the project declares. */
  readonly owners?: readonly string[] | undefined;
}

/** Returns lines for a terminal; none if the objects give no ownership and trust nobody. */
export function listRisks(
  organization: AdoptedOrganization,
  { removal, caller, owners = [], ...declared }: RiskOptions,
): string[] {
  const giving = adoptedObjects(organization).filter(givesOwner);
  const isOwn = ({ references }: AdoptedObject) => getUid(references['identityUid']) === caller && caller !== undefined;
  const names = giving.map((object) => `${getText(object, organization)}${isOwn(object) ? ' (your own access)' : ''}`);
  const others = giving.filter((object) => !isOwn(object)).length;
  const trust = [
    ...listTrustedOwners(organization)
      .filter(({ entry }) => !owners.includes(entry))
      .map(trustedOwnerLine),
    ...listUndeclaredTrust(organization)
      .filter(
        ({ list, party }) =>
          !(list === 'trustedIssuers' || list === 'trustedAccounts') || declared[list]?.includes(party) !== true,
      )
      .map(undeclaredTrustLine),
  ];
  return [
    ...(giving.length === 0
      ? []
      : [
          visible(`${counted(giving.length, 'object gives', 'objects give')} owner: ${few(names)}.`),
          ...(giving.length > others ? ['Keep your own access: its deletion locks you out.'] : []),
        ]),
    ...(trust.length === 0 ? [] : ['The identities accept the workloads of others. Confirm each:']),
    ...trust.map((line) => `  ${line}`),
    ...(others + trust.length === 0
      ? []
      : [`A declaration does not remove access. To remove an object now, do not apply. ${removal}`]),
  ];
}

function givesOwner({ references }: AdoptedObject): boolean {
  return Object.values(references).some((target) => target.is === 'builtIn' && target.name === 'owner');
}

function getUid(target: Target | undefined): string | undefined {
  return target?.is === 'adopted' ? target.object.uid : target?.uid;
}

/** Returns `role binding of acme/rogue in acme`. */
function getText({ declaration, name, group, references }: AdoptedObject, { root }: AdoptedOrganization): string {
  const who = references['identityUid'];
  const named = who === undefined ? name : getName(who, root.name);
  const place = [root.name, ...group.names].join('/');
  return `${kindInWords(declaration)}${named === '' ? '' : ` of ${named}`} in ${place}`;
}

function getName(target: Target, root: string): string {
  if (target.is === 'adopted') return [root, ...target.object.group.names, target.object.name].join('/');
  return target.is === 'person'
    ? `${visible(target.subject)} at ${visible(target.issuer)}`
    : (target.name ?? target.uid);
}
