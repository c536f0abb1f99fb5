/** The three questions, answered from the rows of one organization: who can, where can, and why. */
import { EVERY_OTHER_CAPABILITY, why, type GroupNode } from '../../access';
import { isKnownCapability } from '../../api';
import type { Review } from '../report/review';
import { capabilitiesMeant, groupsMeant, identitiesMeant, QuestionError } from '../access/names';
import { answerRows, type AnswerRow, type Side } from './rows';

/** Grows with whatever a reader of the JSON has to know. */
const ANSWER_VERSION = 1;

export interface Question {
  readonly ask: 'who-can' | 'where-can' | 'why';
  /** A path, a uid or an e-mail address; with `*` and `**` several. */
  readonly identity?: string | undefined;
  /** A dotted name; with `*` several. */
  readonly capability?: string | undefined;
  /** A group's path or uid; with `*` and `**` several. */
  readonly path?: string | undefined;
}

export interface Answer {
  readonly version: typeof ANSWER_VERSION;
  readonly question: Question;
  /** Whether anybody can, anywhere. */
  readonly holds: boolean;
  readonly rows: readonly AnsweredRow[];
  /** Why the answer may not be whole, in words: then nobody may conclude anything from what is not there. */
  readonly problems: readonly string[];
  /** Whether all of the organization was read, and not only what is managed. */
  readonly isLive: boolean;
}

export interface AnsweredRow extends AnswerRow {
  /** Only of `why`: from the group of the grant to the one that was asked about. */
  readonly way?: readonly string[];
}

export interface AnswerOptions {
  /** @default 'after' */
  readonly side?: Side | undefined;
  /** Whether all of the organization was read, and not only what is managed. @default false */
  readonly isLive?: boolean | undefined;
}

/** Throws a {@link QuestionError} for a name that stands for nothing. */
export function answer(
  review: Review,
  question: Question,
  { side = 'after', isLive = false }: AnswerOptions = {},
): Answer {
  const rows = question.ask === 'why' ? reasons(review, question, side) : grants(review, question, side);
  const { verdict, unresolved } = review.report;
  return {
    version: ANSWER_VERSION,
    question,
    holds: rows.length > 0,
    rows,
    problems: [
      ...verdict.problems,
      ...unresolved.map(({ address, attribute, reason }) => `${attribute} of ${address} cannot be told: ${reason}.`),
      ...rolesUnknown(review.unknownRoles),
    ],
    isLive,
  };
}

/** What somebody holds by a role of which nothing is known, may be anything. */
function rolesUnknown(unknownRoles: Review['unknownRoles']): string[] {
  return [...unknownRoles].map(
    (key) => `What the role ${key} gives is not known: read it with a data source, or use --live.`,
  );
}

/** The grants that reach any of the groups, with those of their capabilities that are meant. */
function grants(review: Review, { identity, capability = '*', path = '**' }: Question, side: Side): AnswerRow[] {
  const graph = review[side];
  const names = capabilitiesMeant(graph, capability);
  const groups = groupsMeant(graph, path);
  const identities = identity === undefined ? undefined : identitiesMeant(graph, identity);
  const scopes = new Map(graph.groups.map((group) => [group.key, group]));
  return answerRows(review, side).flatMap((row) => {
    const scope = scopes.get(row.groupUid);
    if (scope === undefined || !reaches(scope, groups) || identities?.has(row.identity) === false) return [];
    const held = row.capabilities.filter((name) => names(name));
    if (held.length > 0) return [{ ...row, capabilities: held }];
    // What has no name in this package is held by owners all the same.
    const isHeld =
      row.capabilities.includes(EVERY_OTHER_CAPABILITY) && !isKnownCapability(capability) && !capability.includes('*');
    return isHeld ? [{ ...row, capabilities: [capability] }] : [];
  });
}

/** The groups are in the order of the tree: one at or beneath the scope is enough. */
function reaches(scope: GroupNode, groups: readonly GroupNode[]): boolean {
  return groups.some(({ order }) => scope.order <= order && order <= scope.end);
}

function reasons(review: Review, { identity = '', capability = '', path = '' }: Question, side: Side): AnsweredRow[] {
  const graph = review[side];
  const exact = [identity, capability, path].find((name) => name.includes('*'));
  if (exact !== undefined)
    throw new QuestionError(
      `"why" is asked of one identity, capability and group: ${JSON.stringify(exact)} may be several.`,
    );
  capabilitiesMeant(graph, capability);
  const [group] = groupsMeant(graph, path);
  const [who] = identitiesMeant(graph, identity);
  if (group === undefined || who === undefined) return [];
  const rows = new Map(answerRows(review, side).map((row) => [row.grant, row]));
  return why(graph, who, capability, group.key).flatMap(({ grant, path: way }) => {
    const row = rows.get(grant.key);
    return row === undefined ? [] : [{ ...row, capabilities: [capability], way: way.map((one) => one.path) }];
  });
}
