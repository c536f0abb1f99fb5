/** Answers the three questions about one organization: who-can, where-can and why. */
import { why, type AccessGraph, type GroupNode, type IdentityName } from '../../access/graph';
import { isWithinGroup } from '../../access/graph/questions';
import { compareNames } from '../../base/text/compare-names';
import { builtInRoleCapabilities, findObtainablePaths } from '../../access/names';
import type { Review } from '../report/review-result';
import {
  askedCapabilities,
  findGivingGrants,
  requireMatchingGroups,
  requireMatchingIdentities,
  findIdentitiesByName,
  requireIdentity,
  ROLE_NAMES,
  QuestionError,
  toNameText,
  type AskedCapabilities,
} from '../../access/rules';
import { describeObtainable, type ObtainableAccess } from '../words/obtainable-access';
import { answerRows, type AnswerRow, type Side } from './rows';

/** Increases with every incompatible change of the JSON. */
const ANSWER_VERSION = 1;

export interface Question {
  readonly ask: 'who-can' | 'where-can' | 'why';
  /** A path, a uid, or a name of a person: the account, `subject at host`, the subject, the e-mail address; `*` and `**` match several. */
  readonly identity?: IdentityName | undefined;
  /** A dotted name; `*` matches several. The name of a built-in role, or the name or path of another role, means all of its capabilities together. */
  readonly capability?: string | undefined;
  /** The path or uid of a group; `*` and `**` match several. */
  readonly path?: string | undefined;
}

export interface AnsweredQuestion extends Question {
  /** The displayed name, regardless of the form in the question; a pattern is unchanged. */
  readonly identity?: string | undefined;
  /** True if `capability` is the name or path of a role. */
  readonly isRole?: true;
}

export interface Answer {
  readonly version: typeof ANSWER_VERSION;
  readonly question: AnsweredQuestion;
  /** True if at least one grant matches. */
  readonly holds: boolean;
  readonly rows: readonly AnsweredRow[];
  /** Identities that do not have the access, and can obtain it in several steps. @default none */
  readonly obtainable?: readonly ObtainableAccess[];
  /** Only for `why` without the access: the roles that give it in the group, those with the fewest capabilities first. */
  readonly roles?: readonly string[];
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
  const rows = question.ask === 'why' ? answerWhy(review, question, side) : answerWhoCan(review, question, side);
  const obtainable = listObtainable(review[side], question, rows);
  const { verdict, unresolved } = review.report;
  return {
    version: ANSWER_VERSION,
    question: withDisplayedName(question, review[side]),
    holds: rows.length > 0,
    rows,
    ...(obtainable.length > 0 && { obtainable }),
    ...(question.ask === 'why' && rows.length === 0 && { roles: findRoles(review[side], question) }),
    problems: [
      ...verdict.problems,
      ...unresolved.map(({ address, attribute, reason }) => `Cannot resolve ${attribute} of ${address}: ${reason}.`),
      ...rolesUnknown(review.unknownRoles),
    ],
    isLive,
  };
}

/** Returns the built-in roles, and the roles above the group of the question, that give all of its capabilities. */
function findRoles(graph: AccessGraph, { capability = '', path = '' }: Question): string[] {
  const asked = askedCapabilities(graph, capability);
  const [group] = requireMatchingGroups(graph, path);
  const builtIn = ROLE_NAMES.map((name) => ({ path: name, capabilities: builtInRoleCapabilities(graph, name) ?? [] }));
  const own = graph.roles.filter((role) => role.group && group && isWithinGroup(group, role.group));
  return [...builtIn, ...own]
    .filter(({ capabilities }) => (asked.role ?? [asked.name]).every((name) => capabilities.includes(name)))
    .sort((a, b) => a.capabilities.length - b.capabilities.length || compareNames(a.path, b.path))
    .map((role) => role.path);
}

/** Returns who can obtain the access. A question about any capability asks for the grants themselves. */
function listObtainable(
  graph: AccessGraph,
  { identity, capability = '*', path = '**' }: Question,
  rows: readonly AnsweredRow[],
): ObtainableAccess[] {
  if (capability === '*') return [];
  const known = new Set(rows.map((row) => row.identity));
  const asked = identity === undefined ? undefined : requireMatchingIdentities(graph, identity);
  const names = asked && new Set(asked.map((node) => node.path));
  const paths = findObtainablePaths(
    graph,
    askedCapabilities(graph, capability),
    requireMatchingGroups(graph, path),
    (name) => !known.has(name) && names?.has(name) !== false,
  );
  return describeObtainable(graph, paths);
}

function withDisplayedName({ identity, ...asked }: Question, graph: Review[Side]): AnsweredQuestion {
  const { identities } = graph;
  const isRole = asked.capability !== undefined && askedCapabilities(graph, asked.capability).kind === 'role';
  const question = { ...asked, ...(isRole && { isRole }) };
  if (identity === undefined) return question;
  const [found, ...others] = findIdentitiesByName(identities, identity);
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
function answerWhoCan(review: Review, { identity, capability = '*', path = '**' }: Question, side: Side): AnswerRow[] {
  const graph = review[side];
  const asked = askedCapabilities(graph, capability);
  const groups = requireMatchingGroups(graph, path);
  const identities =
    identity === undefined
      ? undefined
      : new Set(requireMatchingIdentities(graph, identity).map(({ path: name }) => name));
  const ofRole = asked.kind === 'role' ? grantsOfRole(graph, asked, groups) : undefined;
  const scopes = new Map(graph.groups.map((group) => [group.key, group]));
  return answerRows(review, side).flatMap((row) => {
    const scope = scopes.get(row.groupUid);
    if (scope === undefined || !containsAny(scope, groups) || identities?.has(row.identity) === false) return [];
    if (ofRole?.has(row.grant) === false) return [];
    const held = row.capabilities.filter(asked.matches);
    if (held.length === 0) return [];
    return [{ ...row, capabilities: asked.kind === 'capability' ? [asked.name] : held }];
  });
}

/** Returns the keys of grants that together give identities all capabilities of a role in any of the groups. */
function grantsOfRole(graph: AccessGraph, asked: AskedCapabilities, groups: readonly GroupNode[]): Set<string> {
  const holders = graph.identities.filter(({ grants: all }) => findGivingGrants(asked, all).length > 0);
  return new Set(
    holders.flatMap((holder) =>
      groups.flatMap((group) => {
        const there = holder.grants.filter(({ group: scope }) => isWithinGroup(group, scope));
        return findGivingGrants(asked, there).map(({ key }) => key);
      }),
    ),
  );
}

/** Returns true if the scope contains any of the groups. */
function containsAny(scope: GroupNode, groups: readonly GroupNode[]): boolean {
  return groups.some(({ order }) => scope.order <= order && order <= scope.end);
}

function answerWhy(review: Review, { identity = '', capability = '', path = '' }: Question, side: Side): AnsweredRow[] {
  const graph = review[side];
  const isIdentity = findIdentitiesByName(graph.identities, identity).length > 0;
  const exact = [...(isIdentity ? [] : [identity]), capability, path].find(
    (name) => typeof name === 'string' && name.includes('*'),
  );
  if (exact !== undefined)
    throw new QuestionError(
      `"why" requires one identity, one capability and one group. ${JSON.stringify(exact)} may match several.`,
    );
  const asked = askedCapabilities(graph, capability);
  const [group] = requireMatchingGroups(graph, path);
  const who = requireIdentity(graph.identities, identity);
  if (group === undefined) return [];
  const rows = new Map(answerRows(review, side).map((row) => [row.grant, row]));
  const ofRole = asked.kind === 'role' ? grantsOfRole(graph, asked, [group]) : undefined;
  const chains = (asked.role ?? [asked.name]).flatMap((name) => why(graph, who.key, name, group.key));
  const ofGrants = new Map(chains.map((chain) => [chain.grant.key, chain]));
  return [...ofGrants.values()].flatMap(({ grant, path: way }) => {
    const row = rows.get(grant.key);
    if (row === undefined || ofRole?.has(grant.key) === false) return [];
    const capabilities = asked.kind === 'capability' ? [asked.name] : row.capabilities.filter(asked.matches);
    return [{ ...row, capabilities, way: way.map((node) => node.path) }];
  });
}
