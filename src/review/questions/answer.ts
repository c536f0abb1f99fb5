/** Answers the three questions about one organization: who-can, where-can and why. */
import { EVERY_OTHER_CAPABILITY, why, type AccessGraph, type GroupNode, type IdentityName } from '../../access/graph';
import { findDecisiveGrants } from '../../access/graph/decisive-grants';
import { isWithinGroup } from '../../access/graph/questions';
import { isKnownCapability } from '../../model/api';
import type { Review } from '../report/review';
import {
  areHeld,
  capabilitiesMeant,
  groupsMeant,
  identitiesMeant,
  identitiesNamed,
  identityNamed,
  namedRole,
  QuestionError,
  ROLE_NAMES,
  toNameText,
} from '../../access/rules';
import { answerRows, type AnswerRow, type Side } from './rows';

/** Increases with every incompatible change of the JSON. */
const ANSWER_VERSION = 1;

export interface Question {
  readonly ask: 'who-can' | 'where-can' | 'why';
  /** A path, a uid, or a name of a person: the account, `subject at host`, the subject, the e-mail address; `*` and `**` match several. */
  readonly identity?: IdentityName | undefined;
  /** A dotted name; `*` matches several. The name of a built-in role means all of its capabilities together. */
  readonly capability?: string | undefined;
  /** The path or uid of a group; `*` and `**` match several. */
  readonly path?: string | undefined;
}

export interface AnsweredQuestion extends Question {
  /** The displayed name, regardless of the form in the question; a pattern is unchanged. */
  readonly identity?: string | undefined;
  /** True if `capability` is the name of a built-in role. */
  readonly isRole?: true;
}

export interface Answer {
  readonly version: typeof ANSWER_VERSION;
  readonly question: AnsweredQuestion;
  /** True if at least one grant matches. */
  readonly holds: boolean;
  readonly rows: readonly AnsweredRow[];
  /** Reasons why the answer may be incomplete: then a missing row proves nothing. */
  readonly problems: readonly string[];
  /** True if the whole organization was read, not only managed objects. */
  readonly isLive: boolean;
}

export interface AnsweredRow extends AnswerRow {
  /** Only for `why`: the groups from the grant to the group of the question. */
  readonly way?: readonly string[];
}

export interface AnswerOptions {
  /** @default 'after' */
  readonly side?: Side | undefined;
  /** True if the whole organization was read, not only managed objects. @default false */
  readonly isLive?: boolean | undefined;
}

/** Answers a question. Throws a {@link QuestionError} for an unknown name. */
export function answer(
  review: Review,
  question: Question,
  { side = 'after', isLive = false }: AnswerOptions = {},
): Answer {
  const rows = question.ask === 'why' ? reasons(review, question, side) : grants(review, question, side);
  const { verdict, unresolved } = review.report;
  return {
    version: ANSWER_VERSION,
    question: withDisplayedName(question, review[side]),
    holds: rows.length > 0,
    rows,
    problems: [
      ...verdict.problems,
      ...unresolved.map(({ address, attribute, reason }) => `Cannot resolve ${attribute} of ${address}: ${reason}.`),
      ...rolesUnknown(review.unknownRoles),
    ],
    isLive,
  };
}

function withDisplayedName({ identity, ...asked }: Question, graph: Review[Side]): AnsweredQuestion {
  const { identities } = graph;
  const isRole = namedRole(graph, asked.capability ?? '') !== undefined;
  const question = { ...asked, ...(isRole && { isRole }) };
  if (identity === undefined) return question;
  const [found, ...others] = identitiesNamed(identities, identity);
  const isOne = found !== undefined && others.length === 0;
  return { ...question, identity: isOne ? found.path : toNameText(identity) };
}

/** Returns a problem for each role with unknown capabilities: it can give any access. */
function rolesUnknown(unknownRoles: Review['unknownRoles']): string[] {
  return [...unknownRoles].map(
    (key) => `The capabilities of role ${key} are unknown. Read it with a data source, or use --live.`,
  );
}

/** Returns the grants that apply to any of the groups, with their matching capabilities. */
function grants(review: Review, { identity, capability = '*', path = '**' }: Question, side: Side): AnswerRow[] {
  const graph = review[side];
  const role = namedRole(graph, capability);
  const names = role === undefined ? capabilitiesMeant(graph, capability, ROLE_NAMES) : undefined;
  const groups = groupsMeant(graph, path);
  const identities =
    identity === undefined ? undefined : new Set(identitiesMeant(graph, identity).map(({ path: name }) => name));
  const ofRole = role && grantsOfRole(graph, role, groups);
  const scopes = new Map(graph.groups.map((group) => [group.key, group]));
  return answerRows(review, side).flatMap((row) => {
    const scope = scopes.get(row.groupUid);
    if (scope === undefined || !reaches(scope, groups) || identities?.has(row.identity) === false) return [];
    if (ofRole?.has(row.grant) === false) return [];
    const held = row.capabilities.filter((name) => role?.includes(name) ?? names?.(name));
    if (held.length > 0) return [{ ...row, capabilities: held }];
    // Owners also hold capabilities that this package does not know.
    const isHeld =
      row.capabilities.includes(EVERY_OTHER_CAPABILITY) && !isKnownCapability(capability) && !capability.includes('*');
    return isHeld ? [{ ...row, capabilities: [capability] }] : [];
  });
}

/** Returns the keys of grants that together give identities all capabilities of a role in any of the groups. */
function grantsOfRole({ identities }: AccessGraph, role: readonly string[], groups: readonly GroupNode[]): Set<string> {
  const holders = identities.filter(({ grants: all }) => areHeld(role, all));
  return new Set(
    holders.flatMap((holder) =>
      groups.flatMap((group) => {
        const there = holder.grants.filter(({ group: scope }) => isWithinGroup(group, scope));
        return areHeld(role, there) ? findDecisiveGrants(there, role).grants.map(({ key }) => key) : [];
      }),
    ),
  );
}

/** Returns true if the scope contains any of the groups. */
function reaches(scope: GroupNode, groups: readonly GroupNode[]): boolean {
  return groups.some(({ order }) => scope.order <= order && order <= scope.end);
}

function reasons(review: Review, { identity = '', capability = '', path = '' }: Question, side: Side): AnsweredRow[] {
  const graph = review[side];
  const isIdentity = identitiesNamed(graph.identities, identity).length > 0;
  const exact = [...(isIdentity ? [] : [identity]), capability, path].find(
    (name) => typeof name === 'string' && name.includes('*'),
  );
  if (exact !== undefined)
    throw new QuestionError(
      `"why" requires one identity, one capability and one group. ${JSON.stringify(exact)} may match several.`,
    );
  const role = namedRole(graph, capability);
  if (role === undefined) capabilitiesMeant(graph, capability, ROLE_NAMES);
  const [group] = groupsMeant(graph, path);
  const who = identityNamed(graph.identities, identity);
  if (group === undefined) return [];
  const rows = new Map(answerRows(review, side).map((row) => [row.grant, row]));
  const ofRole = role && grantsOfRole(graph, role, [group]);
  const chains = (role ?? [capability]).flatMap((name) => why(graph, who.key, name, group.key));
  const ofGrants = new Map(chains.map((chain) => [chain.grant.key, chain]));
  return [...ofGrants.values()].flatMap(({ grant, path: way }) => {
    const row = rows.get(grant.key);
    if (row === undefined || ofRole?.has(grant.key) === false) return [];
    const capabilities = role === undefined ? [capability] : row.capabilities.filter((name) => role.includes(name));
    return [{ ...row, capabilities, way: way.map((node) => node.path) }];
  });
}
