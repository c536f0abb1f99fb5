/** Lists one row for each grant. All questions and access reviews are based on these rows. */
import { compareNames } from '../../base/text/compare-names';
import { EVERY_OTHER_CAPABILITY, type GrantNode, type GrantSource } from '../../access/graph';
import { parseTimestamp } from '../../model/api';
import { sourceLineText } from '../../model/stack';
import { byWeight } from '../access/capability-weight';
import { getRights, RIGHTS_IN_WORDS, type RightsClass } from '../access/rights';
import { describeHolder } from './grant-holder';
import type { Exposure, ReviewedObject } from '../report/reviewed-objects';
import type { Origin } from '../input/plan/synthesized';
import type { Review } from '../report/review-result';

/** A grant: the identity has the role in the group and everywhere beneath it. */
export interface AnswerRow extends Partial<Origin> {
  /** The path of names from the root, or the e-mail address of a person. */
  readonly identity: string;
  /** Its uid; absent for people behind an invite or an identity provider, and for planned identities. */
  readonly identityUid?: string;
  /** The e-mail address of a person; absent if it is unknown. */
  readonly email?: string;
  /** The method: `claim_match`, `sign_in`, …; absent if it is unknown. */
  readonly assumption?: string;
  /** A description of the trust policy; absent if it is unknown. */
  readonly assumedBy?: string;
  /** Others who can assume it. */
  readonly exposure?: Exposure;
  /** Only in an access review: the access that the identity can obtain with this grant in several steps, as a sentence without its period. */
  readonly escalation?: string;
  readonly role: string;
  readonly roleUid: string;
  readonly rights: RightsClass;
  /** The matching capabilities, the most dangerous first; `*` represents all capabilities that this package does not know. */
  readonly capabilities: readonly string[];
  readonly group: string;
  readonly groupUid: string;
  /** The number of groups beneath it. */
  readonly beneath: number;
  /** The kind of object that grants. */
  readonly by: GrantSource;
  /** Its uid, otherwise its address. */
  readonly grant: string;
  /** True if a plan or a state manages it; absent if none was read. */
  readonly isManaged?: boolean;
  readonly address?: string;
  /** The plan or state that has the address. */
  readonly plan?: string;
  /** The time of creation of the grant, and of the identity. */
  readonly granted?: string;
  readonly created?: string;
  /** The last use of the identity: a time, or `never`; absent if it is unknown. */
  readonly lastUse?: string;
}

export type Side = 'before' | 'after';

/** The parts of a review that contain its grants. */
type GrantsOfReview = Pick<Review, 'objects' | Side> & { readonly report: { readonly plans: readonly unknown[] } };

/** Returns all grants of one side, sorted by the paths of their identities and groups. */
export function answerRows({ objects, report, ...graphs }: GrantsOfReview, side: Side): AnswerRow[] {
  const graph = graphs[side];
  const find = (node: NonNullable<ReviewedObject['node']>) =>
    new Map(
      objects.flatMap((object) =>
        object.node === node && object[side] !== undefined ? [[object[side].key, object] as const] : [],
      ),
    );
  const [grants, identities] = [find('grant'), find('identity')];
  const isManaged = (grant: ReviewedObject | undefined) =>
    report.plans.length === 0 ? undefined : grant?.isManaged === true;
  return [...graph.grants]
    .sort((a, b) => compareNames(a.identity.path, b.identity.path) || a.group.order - b.group.order)
    .map((node) => {
      const grant = grants.get(node.key);
      return getRow(node, side, { grant, isManaged: isManaged(grant), who: identities.get(node.identity.key) });
    });
}

function getRow(
  { key, source, identity, role, group }: GrantNode,
  side: Side,
  {
    grant,
    isManaged,
    who,
  }: {
    readonly grant: ReviewedObject | undefined;
    readonly isManaged: boolean | undefined;
    readonly who: ReviewedObject | undefined;
  },
): AnswerRow {
  const [made, known] = [grant?.[side], who?.[side]];
  const isSomebody = identity.grantedBy === undefined;
  const holder = isSomebody ? undefined : describeHolder(identity, made ?? {});
  const row = {
    identity: identity.path,
    identityUid: isSomebody ? identity.key : undefined,
    email: identity.email ?? holder?.email,
    assumption: identity.grantedBy ?? identity.assumption,
    assumedBy:
      holder !== undefined
        ? `${holder.holder}${holder.terms}`
        : identity.assumption === 'sign_in'
          ? 'the person who signs in'
          : known?.assumed,
    exposure: isSomebody ? known?.exposure : made?.exposure,
    role: role.path,
    roleUid: role.key,
    rights: getRights(role),
    capabilities: byWeight([...role.capabilities, ...(role.holdsUnknown ? [EVERY_OTHER_CAPABILITY] : [])]),
    group: group.path,
    groupUid: group.key,
    beneath: group.end - group.order,
    by: source,
    grant: key,
    isManaged,
    address: isManaged === true ? grant?.address : undefined,
    plan: isManaged === true ? grant?.plan : undefined,
    construct: grant?.construct,
    source: grant?.source,
    granted: made?.created,
    created: known?.created,
    lastUse: known && getLastUse(known),
  };
  return withoutAbsent(row) as unknown as AnswerRow;
}

function withoutAbsent(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

function getLastUse(side: NonNullable<ReviewedObject[Side]>): string | undefined {
  return wasUsed(side) === false ? 'never' : side.lastSeen;
}

/**
 * Returns true if an identity was used; undefined if this is unknown. The service initializes the last use with the creation time
 * (contract K3): equal times mean that nobody has used it.
 */
export function wasUsed({ created, lastSeen }: Pick<NonNullable<ReviewedObject[Side]>, 'created' | 'lastSeen'>) {
  if (lastSeen === undefined) return undefined;
  const [made, seen] = [parseTimestamp(created ?? ''), parseTimestamp(lastSeen)];
  return made === undefined || seen === undefined || seen > made;
}

/** Returns the time at which the keys of an identity expired: nobody can assume it. Undefined if they have not. */
export function findKeyExpiry(
  { fields }: Pick<NonNullable<ReviewedObject[Side]>, 'fields'>,
  now: Date,
): string | undefined {
  const [, time = ''] = Object.entries(fields).find(([name]) => name.endsWith('expiration_time')) ?? [];
  const end = parseTimestamp(time);
  return end === undefined || end > now ? undefined : time;
}

/** Returns the line of the declaration; otherwise its construct or address. */
export function placeText({ source, construct, address = '' }: AnswerRow): string {
  return (source && sourceLineText(source)) ?? construct ?? address;
}

const RIGHTS = Object.keys(RIGHTS_IN_WORDS);

/**
 * Sorts grants by the cost of a mistake: first writes that outsiders or unreviewed code can do, then owners, then outsiders who read.
 * The highest access is first among each of them, and an unmanaged grant, which nobody has reviewed, before a managed one.
 */
export function compareRisk(a: AnswerRow, b: AnswerRow): number {
  return (
    RISKS.indexOf(getRisk(a)) - RISKS.indexOf(getRisk(b)) ||
    RIGHTS.indexOf(a.rights) - RIGHTS.indexOf(b.rights) ||
    weighExposure(b) - weighExposure(a) ||
    Number(isPerson(a)) - Number(isPerson(b)) ||
    Number(b.isManaged === false) - Number(a.isManaged === false) ||
    b.beneath - a.beneath ||
    compareNames(a.identity, b.identity) ||
    compareNames(a.group, b.group) ||
    compareNames(a.role, b.role)
  );
}

/** The risks of grants, the highest first. */
const RISKS = ['exposed writes', 'owner', 'exposed reads', 'other'] as const;

/** Returns the risk of a grant. An owner is exposed if it accepts workloads of a shared platform, and no owners are declared. */
export function getRisk({ rights, exposure }: AnswerRow): (typeof RISKS)[number] {
  const isExposed = exposure !== undefined && (exposure.to !== 'unknown' || rights === 'owns');
  if (isExposed && rights !== 'reads') return 'exposed writes';
  if (rights === 'owns') return 'owner';
  return exposure?.to === 'outsiders' ? 'exposed reads' : 'other';
}

export function isPerson({ assumption }: AnswerRow): boolean {
  return assumption === 'sign_in';
}

const EXPOSED: readonly (Exposure['to'] | undefined)[] = [
  undefined,
  'unknown',
  'unreviewed code',
  'possibly outsiders',
  'outsiders',
];

function weighExposure({ exposure }: AnswerRow): number {
  return EXPOSED.indexOf(exposure?.to) + (exposure?.to === 'outsiders' && exposure.unreviewed !== undefined ? 1 : 0);
}
