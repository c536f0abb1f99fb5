/**
 * Proposes grants to remove for an access review. Each proposal has evidence; without data about the use of an identity there is no
 * proposal about its use.
 */
import { QuestionError } from '../../access/rules';
import type { AccessGraph } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { isWithin, parseTimestamp } from '../../model/api';
import { counted, few } from '../../base/text/words';
import { escalationText, listEscalations } from '../access/escalations';
import type { UndeclaredParty } from '../access/assume/undeclared';
import { undeclaredText } from '../formats/sentences/outsider-sentences';
import type { ReviewedObject } from '../report/reviewed-objects';
import type { Review } from '../report/review-result';
import { answer, type Answer } from './answer';
import { findDangers, type DangerousGrants } from './dangers';
import { decisionText, listOwnerDecisions, type DecisionText, type OwnerDecision } from './owner-decisions';
import { compareRisk, findKeyExpiry, type AnswerRow } from './rows';

export interface AccessReview {
  /** Every grant. */
  readonly access: Answer;
  readonly proposals: readonly RemovalProposal[];
  /** The proposals that depend on a decision about an undeclared owner. */
  readonly undecided: readonly RemovalProposal[];
  /** The undeclared owners, for a person to decide about. @default none */
  readonly decisionText?: DecisionText | undefined;
  /** The most dangerous grants, without those that are proposed because of outsiders. */
  readonly dangers: readonly DangerousGrants[];
  /** Sentences about issuers and accounts that the configuration does not declare, and about the protection of branches. */
  readonly notes: readonly string[];
  /** The time of the review, RFC 3339. */
  readonly time: string;
}

export interface RemovalProposal {
  readonly row: AnswerRow;
  readonly evidence: readonly RemovalEvidence[];
  /** True if the only evidence is an undeclared owner, which can be a part of the organization. */
  readonly isUndecided?: true;
}

/** The reasons to remove a grant. `docs/access.md` lists each. */
export const REMOVAL_REASONS = ['outsiders', 'unused', 'expired', 'duplicate', 'redundant'] as const;

type RemovalReason = (typeof REMOVAL_REASONS)[number];

export interface RemovalEvidence {
  readonly reason: RemovalReason;
  /** The facts, as sentences about "the identity". */
  readonly fact: string;
  /** The facts, as a clause after the grant: `and nobody has used it for 91 days`. */
  readonly clause: string;
  /** True for an undeclared owner: a person decides if it is part of the organization. */
  readonly isOfOwner?: true;
}

export interface AccessReviewOptions {
  /** The age in days at which an identity without use counts as unused. @default {@link UNUSED_DAYS} */
  readonly unusedDays?: number | undefined;
  /** Entries of owners that are not part of the organization: their grants are proposed. @default none */
  readonly notOurs?: readonly string[] | undefined;
  /** @default now */
  readonly now?: Date | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** An identity without use for this number of days counts as unused. */
export const UNUSED_DAYS = 90;

/** Returns all grants, and proposals to remove some of them, the most dangerous first. */
export function createAccessReview(review: Review, options: AccessReviewOptions = {}): AccessReview {
  const { now = new Date(), notOurs = [] } = options;
  const asked = answer(review, { ask: 'who-can', capability: '*', path: '**' }, { isLive: true });
  const access = { ...asked, rows: withEscalations(review.after, asked.rows) };
  const all = listOwnerDecisions(review, access.rows);
  const decisions = all.filter(({ entry }) => !notOurs.includes(entry));
  const strangers = all.filter(({ entry }) => notOurs.includes(entry));
  const unknown = notOurs.find((name) => !all.some(({ entry }) => entry === name));
  if (unknown !== undefined) throw new QuestionError(unknownOwnerText(unknown, all));
  const found = findProposals(access.rows, review.objects, { ...options, strangers }).sort(
    (a, b) => Number(isOfOutsiders(b)) - Number(isOfOutsiders(a)) || compareRisk(a.row, b.row),
  );
  const undecided = found.filter(({ isUndecided }) => isUndecided === true);
  const proposals = found.filter(({ isUndecided }) => isUndecided !== true);
  const ofOutsiders = new Set(proposals.filter(isOfOutsiders).map(({ row }) => row));
  const unusual = new Set(review.undeclaredOwners.flatMap(({ isMain, identities }) => (isMain ? [] : identities)));
  return {
    ...{ access, proposals, undecided, notes: listNotes(review), time: now.toISOString() },
    dangers: findDangers(
      access.rows.filter((row) => !ofOutsiders.has(row)),
      unusual,
    ),
    decisionText: decisionText(decisions, review.declaredOwners),
  };
}

function unknownOwnerText(name: string, all: readonly OwnerDecision[]): string {
  const known = all.length === 0 ? 'none' : few(all.map(({ entry }) => JSON.stringify(entry)));
  return `Cannot find ${JSON.stringify(name)}: it is no undeclared owner of workloads. Undeclared owners: ${known}.`;
}

function listNotes({ external, protection }: Review): string[] {
  const parties = external.map(({ outsiders }) => outsiders.flatMap(({ undeclared }) => undeclared ?? []));
  const trusting = parties.filter(({ length }) => length > 0);
  const undeclared = undeclaredText(trusting.length, trusting.flat()).map(
    (sentence) => `${sentence} Add those that are yours to review.config.json: ${toEntries(trusting.flat())}.`,
  );
  return [...undeclared, ...(protection.length > 0 ? [protection.join(' ')] : [])];
}

/** The number of parties of each list that a note names. */
const MOST_PARTIES = 5;

/** Returns the entries to paste: `"trustedIssuers": ["https://k8s.example"]`. */
function toEntries(parties: readonly UndeclaredParty[]): string {
  const lists = [...groupBy(parties, ({ list }) => list)].map(([list, all]) => {
    const names = [...new Set(all.map(({ name }) => name))];
    const left = names.length - MOST_PARTIES;
    const entries = names.slice(0, MOST_PARTIES).map((name) => JSON.stringify(name));
    return `"${list}": [${entries.join(', ')}]${left > 0 ? ` and ${left} more, which access.csv contains` : ''}`;
  });
  return lists.join(', ');
}

/** Returns true if the removal is proposed because outsiders can use the grant. */
export function isOfOutsiders({ evidence }: RemovalProposal): boolean {
  return evidence.some(({ reason }) => reason === 'outsiders');
}

/** Returns proposals to remove some of the grants, in the order of the grants. */
export function findProposals(
  rows: readonly AnswerRow[],
  objects: readonly ReviewedObject[],
  {
    unusedDays = UNUSED_DAYS,
    now = new Date(),
    strangers = [],
  }: AccessReviewOptions & { readonly strangers?: readonly OwnerDecision[] } = {},
): RemovalProposal[] {
  const byIdentity = new Map<string, AnswerRow[]>();
  for (const row of rows)
    if (row.identityUid !== undefined)
      byIdentity.set(row.identityUid, [...(byIdentity.get(row.identityUid) ?? []), row]);
  const identities = new Map(
    objects.flatMap((object) =>
      object.node === 'identity' && object.after ? [[object.after.key, object] as const] : [],
    ),
  );
  return rows.flatMap((row): RemovalProposal[] => {
    const { identityUid = '' } = row;
    const evidence = [
      unused(row, { unusedDays, now }),
      expired(identities.get(identityUid), now),
      ofOutsiders(row, strangers),
      covered(row, byIdentity.get(identityUid) ?? []),
    ].filter((removalEvidence) => removalEvidence !== undefined);
    // Evidence that depends on nobody's decision is enough.
    const decided = evidence.filter(({ isOfOwner }) => isOfOwner !== true);
    if (decided.length > 0) return [{ row, evidence: decided }];
    return evidence.length === 0 ? [] : [{ row, evidence, isUndecided: true }];
  });
}

/** A grant that is younger than the limit may not have been used yet. */
function unused(
  { lastUse, created, granted }: AnswerRow,
  { unusedDays, now }: { readonly unusedDays: number; readonly now: Date },
): RemovalEvidence | undefined {
  if (lastUse === undefined) return undefined;
  const since = lastUse === 'never' ? created : lastUse;
  const [age, ageOfGrant] = [since, granted].map((time) => daysSince(time, now));
  if (age === undefined || age < unusedDays || (ageOfGrant ?? unusedDays) < unusedDays) return undefined;
  const days = counted(age, 'day');
  const fact =
    lastUse === 'never'
      ? `The identity was created ${days} ago (${since}), and nobody has used it.`
      : `The identity was last used ${days} ago (${since}).`;
  const clause =
    lastUse === 'never'
      ? `and nobody has used the identity since its creation ${days} ago`
      : `and nobody has used the identity for ${days}`;
  return { reason: 'unused', fact, clause };
}

function daysSince(time: string | undefined, now: Date): number | undefined {
  const then = parseTimestamp(time ?? '');
  return then === undefined ? undefined : Math.floor((now.getTime() - then.getTime()) / DAY_MS);
}

/** Nobody can assume an identity whose keys have expired. */
function expired(identity: ReviewedObject | undefined, now: Date): RemovalEvidence | undefined {
  const time = identity?.after && findKeyExpiry(identity.after, now);
  if (time === undefined) return undefined;
  return {
    reason: 'expired',
    fact: `The keys of the identity expired at ${time}: nobody can assume it.`,
    clause: `and the keys of the identity expired at ${time}`,
  };
}

/** People outside of the organization have the access of the grant. */
function ofOutsiders(row: AnswerRow, strangers: readonly OwnerDecision[]): RemovalEvidence | undefined {
  const { exposure } = row;
  const common = { reason: 'outsiders', clause: 'and outsiders can assume it' } as const;
  const stranger = strangers.find(({ rows }) => rows.includes(row));
  if (stranger !== undefined)
    return { ...common, fact: `Workloads of ${stranger.entry} can assume it. This owner is not yours.` };
  if (exposure?.to !== 'outsiders') return undefined;
  return {
    ...common,
    fact: `${exposure.text}.`,
    ...(exposure.entries !== undefined && { isOfOwner: true }),
  };
}

/** Without the narrow grant, the workload would still be an owner. */
const OWNING_WORKLOAD = 'That grant is the larger risk: a workload rarely needs it. If you remove it, keep this one.';

/** Finds another grant of the identity that gives at least the same, in the group or above it. */
function covered(row: AnswerRow, others: readonly AnswerRow[]): RemovalEvidence | undefined {
  if (row.by !== 'role_binding') return undefined;
  const other = others.find((answerRow) => answerRow.by === 'role_binding' && covers(answerRow, row));
  if (other === undefined) return undefined;
  const isWorkload = row.assumption !== 'sign_in' && other.rights === 'owns';
  const isSame = other.roleUid === row.roleUid && other.groupUid === row.groupUid;
  return {
    reason: isSame ? 'duplicate' : 'redundant',
    fact: `The identity is also ${other.role} in ${other.group}, which gives at least the same access.${isWorkload && !isSame ? ` ${OWNING_WORKLOAD}` : ''}`,
    clause: `and ${other.role} in ${other.group} gives at least the same access`,
  };
}

function covers(wide: AnswerRow, narrow: AnswerRow): boolean {
  if (wide.grant === narrow.grant || !isWithin(narrow.groupUid, wide.groupUid)) return false;
  const held = new Set(wide.capabilities);
  if (!narrow.capabilities.every((name) => held.has(name))) return false;
  const isWider = wide.groupUid !== narrow.groupUid || wide.capabilities.length > narrow.capabilities.length;
  // One of two equal grants stays.
  return isWider || wide.grant < narrow.grant;
}

/** Adds to the grants of each first step what the identity can escalate to. */
function withEscalations<T extends AnswerRow>(graph: AccessGraph, rows: readonly T[]): T[] {
  const texts = new Map(
    listEscalations(graph).flatMap((escalation) =>
      (escalation.path.steps[0]?.through ?? []).map(({ grant }) => [grant, escalationText(escalation)] as const),
    ),
  );
  return rows.map((row) => {
    const escalation = texts.get(row.grant);
    return escalation === undefined ? row : { ...row, escalation };
  });
}
