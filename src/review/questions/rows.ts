/** Who has which role where, a row for each grant: what every question is answered from, and what an access review lists. */
import { EVERY_OTHER_CAPABILITY, type GrantNode, type GrantSource, type RoleNode } from '../../access';
import { isKnownCapability, parseTimestamp } from '../../api';
import { byWeight, isIamWrite } from '../access/access-lines';
import type { ReviewedObject } from '../report/reviewed-objects';
import type { Origin } from '../input/plan/synthesized';
import type { Review } from '../report/review';

/** The most that a role gives: rights over rights, other writes, or nothing but reads. */
export type RightsClass = 'owns' | 'changes access' | 'writes' | 'reads';

/** A grant: the identity has the role in the group and everywhere beneath it. */
export interface AnswerRow extends Partial<Origin> {
  /** The path of names from the root, or the e-mail address of a person. */
  readonly identity: string;
  /** Its uid; absent for whoever comes by an invite or an identity provider, and for what is not made yet. */
  readonly identityUid?: string;
  /** The way: `claim_match`, `sign_in`, …; absent if it is not known. */
  readonly assumption?: string;
  /** Who can assume it, in words; absent if it is not known. */
  readonly assumedBy?: string;
  readonly role: string;
  readonly roleUid: string;
  readonly rights: RightsClass;
  /** Those that were asked about, the weightiest first; `*` is every one that has no name here. */
  readonly capabilities: readonly string[];
  readonly group: string;
  readonly groupUid: string;
  /** How many groups lie beneath it. */
  readonly beneath: number;
  /** What makes the grant. */
  readonly by: GrantSource;
  /** Its uid, else its address. */
  readonly grant: string;
  /** Whether a plan or a state manages it. */
  readonly isManaged: boolean;
  readonly address?: string;
  /** The plan or state that has the address. */
  readonly plan?: string;
  /** When the grant was made, and the identity. */
  readonly granted?: string;
  readonly created?: string;
  /** When the identity was last assumed: a time, or `never`; absent if it is not known. */
  readonly lastUse?: string;
}

export type Side = 'before' | 'after';

/** All grants of one side, by the paths of their identities and groups. */
export function answerRows({ objects, ...graphs }: Review, side: Side): AnswerRow[] {
  const graph = graphs[side];
  const find = (node: NonNullable<ReviewedObject['node']>) =>
    new Map(
      objects.flatMap((one) => (one.node === node && one[side] !== undefined ? [[one[side].key, one] as const] : [])),
    );
  const [grants, identities] = [find('grant'), find('identity')];
  return [...graph.grants]
    .sort((one, other) => compare(one.identity.path, other.identity.path) || one.group.order - other.group.order)
    .map((grant) => rowOf(grant, side, grants.get(grant.key), identities.get(grant.identity.key)));
}

function rowOf(
  { key, source, identity, role, group }: GrantNode,
  side: Side,
  grant: ReviewedObject | undefined,
  who: ReviewedObject | undefined,
): AnswerRow {
  const [made, known] = [grant?.[side], who?.[side]];
  const isSomebody = identity.grantedBy === undefined;
  const row = {
    identity: identity.path,
    identityUid: isSomebody ? identity.key : undefined,
    assumption: identity.grantedBy ?? identity.assumption,
    assumedBy: isSomebody
      ? identity.assumption === 'sign_in'
        ? 'the person who signs in'
        : known?.assumed
      : 'whoever comes',
    role: role.path,
    roleUid: role.key,
    rights: rightsOf(role),
    capabilities: byWeight([...role.capabilities, ...(role.holdsUnknown ? [EVERY_OTHER_CAPABILITY] : [])]),
    group: group.path,
    groupUid: group.key,
    beneath: group.end - group.order,
    by: source,
    grant: key,
    isManaged: grant?.isManaged ?? false,
    address: grant?.isManaged === true ? grant.address : undefined,
    plan: grant?.isManaged === true ? grant.plan : undefined,
    construct: grant?.construct,
    source: grant?.source,
    granted: made?.created,
    created: known?.created,
    lastUse: known && lastUseOf(known),
  };
  return withoutAbsent(row) as unknown as AnswerRow;
}

function withoutAbsent(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

function rightsOf({ capabilities, holdsUnknown }: RoleNode): RightsClass {
  if (holdsUnknown) return 'owns';
  if (capabilities.some(isIamWrite)) return 'changes access';
  const isWrite = (name: string) => !isKnownCapability(name) || /\.(create|update|delete)$/.test(name);
  return capabilities.some(isWrite) ? 'writes' : 'reads';
}

/** The service sets it when the identity is made (contract K3): as long as it is that, nobody has assumed it. */
function lastUseOf({ created, lastSeen }: NonNullable<ReviewedObject[Side]>): string | undefined {
  if (lastSeen === undefined) return undefined;
  const [made, seen] = [parseTimestamp(created ?? ''), parseTimestamp(lastSeen)];
  return made !== undefined && seen !== undefined && seen <= made ? 'never' : lastSeen;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
