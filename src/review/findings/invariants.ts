/** Rules of the organization's own, held against what there is afterwards. */
import type { AccessGraph, GrantNode, GroupNode, IdentityNode } from '../../access';
import { CAPABILITIES, isKnownCapability, isUid } from '../../api';
import { identity as identityKind } from '../../resources';
import type { Analysis } from '../analysis';
import { wayOf, type Way } from '../assume/ways';
import type { Invariant, Who } from '../configuration/configuration';
import { pathPattern } from '../configuration/path-pattern';
import { whereIs, type Finding } from '../finding';
import { few } from './access';

/** Whether somebody is meant: what cannot be told counts against them. */
type Meant = 'yes' | 'no' | 'perhaps';

export function invariantBroken(analysis: Analysis): Finding[] {
  const ways = waysOf(analysis);
  return (analysis.configuration.invariants ?? []).flatMap((invariant) => {
    const { graph } = analysis.after;
    const groups = meantGroups(graph, invariant.where);
    const unknownRoot = graph.groups.find(({ parent, implied }) => parent === undefined && implied);
    const finding = (reason: string, witness?: string, grant?: GrantNode): Finding => ({
      id: 'invariant-broken',
      severity: invariant.severity ?? 'high',
      subject: invariant.name,
      reason: `${reason} ${invariant.reason}`,
      ...(witness !== undefined && { witness }),
      ...whereIs(analysis, grant?.key),
    });
    if (groups.length === 0) {
      if (unknownRoot === undefined) return [];
      return [
        finding(
          `Whether "${invariant.name}" holds cannot be told: no group of the plans is called ${invariant.where.join(' or ')}, and the name of ${unknownRoot.path} is not known (give it in "names").`,
        ),
      ];
    }
    return invariant.rule === 'atLeast'
      ? tooFew(invariant, graph, groups, ways).map(([reason]) => finding(reason))
      : violations(invariant, graph, groups, ways).map(([reason, witness, grant]) => finding(reason, witness, grant));
  });
}

function violations(
  invariant: Invariant,
  graph: AccessGraph,
  groups: readonly GroupNode[],
  ways: ReadonlyMap<string, Way | undefined>,
): (readonly [string, string, GrantNode])[] {
  const broken = new Map<
    IdentityNode,
    { readonly grant: GrantNode; readonly group: GroupNode; readonly what: string }
  >();
  for (const grant of graph.grants) {
    const what = includesAny(grant, invariant.can);
    const group = what === undefined || broken.has(grant.identity) ? undefined : firstWithin(groups, grant.group);
    if (what === undefined || group === undefined) continue;
    const meant = isMeant(grant.identity, invariant.who, ways);
    const isBroken = invariant.rule === 'never' ? meant !== 'no' : meant !== 'yes';
    if (isBroken) broken.set(grant.identity, { grant, group, what });
  }
  if (broken.size === 0) return [];
  const [[identity, { grant, group, what }]] = [...broken] as [
    [IdentityNode, { grant: GrantNode; group: GroupNode; what: string }],
  ];
  const others = few([...broken.keys()].map(({ path }) => path));
  return [
    [
      `"${invariant.name}" is broken by ${others}.`,
      `${identity.path} has ${what} in ${group.path}, by ${grant.role.path} in ${grant.group.path}`,
      grant,
    ],
  ];
}

function tooFew(
  invariant: Extract<Invariant, { readonly rule: 'atLeast' }>,
  graph: AccessGraph,
  groups: readonly GroupNode[],
  ways: ReadonlyMap<string, Way | undefined>,
): (readonly [string])[] {
  const grants = graph.grants.filter((grant) => includesAny(grant, invariant.can) !== undefined);
  const lacking = groups.filter((group) => {
    const holders = new Set(grants.filter((grant) => isWithin(group, grant.group)).map(({ identity }) => identity));
    return [...holders].filter((one) => isMeant(one, invariant.who, ways) === 'yes').length < invariant.count;
  });
  if (lacking.length === 0) return [];
  return [
    [
      `"${invariant.name}" is broken: fewer than ${invariant.count} have ${invariant.can.join(' or ')} in ${few(lacking.map(({ path }) => path))}.`,
    ],
  ];
}

function waysOf({ organization }: Analysis): ReadonlyMap<string, Way | undefined> {
  return new Map(
    [...organization.after.values()]
      .filter(({ declaration }) => declaration === identityKind)
      .map(({ key, instances: [instance] }) => [key, wayOf(instance)]),
  );
}

function isMeant(identity: IdentityNode, who: Who | undefined, ways: ReadonlyMap<string, Way | undefined>): Meant {
  const answers: Meant[] = [];
  if (who?.identities !== undefined)
    answers.push(
      who.identities.some((pattern) => pathPattern(pattern)(identity.path) || pattern === identity.key) ? 'yes' : 'no',
    );
  if (who?.people !== undefined) {
    const isPerson = identity.assumption === 'sign_in' || identity.comesBy !== undefined;
    const isUnknown = identity.implied && !identity.key.includes('/');
    answers.push(isUnknown ? 'perhaps' : isPerson === who.people ? 'yes' : 'no');
  }
  if (who?.issuers !== undefined) answers.push(acceptsOnly(identity, who.issuers, ways));
  if (answers.includes('no')) return 'no';
  return answers.includes('perhaps') ? 'perhaps' : 'yes';
}

function acceptsOnly(
  { key, comesBy, implied }: IdentityNode,
  issuers: readonly string[],
  ways: ReadonlyMap<string, Way | undefined>,
): Meant {
  const way = ways.get(key);
  if (comesBy !== undefined) return 'no';
  if (way === undefined) return implied || isUid(key) ? 'perhaps' : 'no';
  const rule = way.match?.['iss'];
  // Keys that are kept here sign whatever issuer is written beside them.
  if (way.by === 'static_keys' && rule !== undefined && 'exact' in rule && issuers.includes(rule.exact))
    return 'perhaps';
  if (way.isUnknown || (rule !== undefined && !('exact' in rule))) return 'perhaps';
  return rule !== undefined && issuers.includes(rule.exact) ? 'yes' : 'no';
}

/** The first capability of the role that is meant. */
function includesAny({ role }: GrantNode, patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const matches = pathPattern(pattern);
    const found = role.capabilities.find((name) => matches(name));
    if (found !== undefined) return found;
    if (role.holdsUnknown && !isKnownCapability(pattern) && !CAPABILITIES.some(matches)) return pattern;
  }
  return undefined;
}

/** In the order of the tree. */
function meantGroups({ groups }: AccessGraph, patterns: readonly string[]): GroupNode[] {
  const matches = patterns.map(pathPattern);
  return groups.filter(({ path, key }) => matches.some((match) => match(path)) || patterns.includes(key));
}

/** The first of the groups, which are in the order of the tree, that the scope reaches. */
function firstWithin(groups: readonly GroupNode[], scope: GroupNode): GroupNode | undefined {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((groups[middle]?.order ?? 0) < scope.order) low = middle + 1;
    else high = middle;
  }
  const found = groups[low];
  return found !== undefined && found.order <= scope.end ? found : undefined;
}

function isWithin(group: GroupNode, scope: GroupNode): boolean {
  return scope.order <= group.order && group.order <= scope.end;
}
