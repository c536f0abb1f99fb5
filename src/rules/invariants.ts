/** Checks the rules of an organization against its access. */
import type { AccessGraph, GrantNode, GroupNode, IdentityNode } from '../access';
import { CAPABILITIES, isKnownCapability, isUid } from '../api';
import { few } from '../text/words';
import type { Invariant, Who } from './configuration/configuration';
import type { RuledOrganization } from './organization';
import { pathPattern } from '../text/path-pattern';

/** The match of an identity with a rule. `perhaps` counts against the identity. */
type Meant = 'yes' | 'no' | 'perhaps';

/** An invariant that does not hold, or cannot be evaluated. */
export interface BrokenInvariant {
  /** True if no group can be compared with the rule, because the name of a root group is unknown. */
  readonly isInconclusive: boolean;
  /** A sentence, without the reason of the rule. */
  readonly reason: string;
  /** Paths and capabilities, without sentences. */
  readonly evidence: readonly unknown[] | string;
  /** An identity, its capability, and the grant that gives it. */
  readonly witness?: string;
  /** The grant of the witness. */
  readonly grant?: GrantNode;
}

/** Returns the violation of an invariant, or `undefined` if it holds. */
export function checkInvariant(invariant: Invariant, organization: RuledOrganization): BrokenInvariant | undefined {
  const { graph } = organization;
  const groups = meantGroups(graph, invariant.where);
  const unknownRoot = graph.groups.find(({ parent, implied }) => parent === undefined && implied);
  if (groups.length === 0 && unknownRoot !== undefined)
    return {
      isInconclusive: true,
      reason: `"${invariant.name}" is inconclusive: no group matches ${invariant.where.join(' or ')}, and the name of ${unknownRoot.path} is unknown. Add its name to "names".`,
      evidence: unknownRoot.path,
    };
  return invariant.rule === 'atLeast'
    ? tooFew(invariant, groups, organization)
    : violations(invariant, groups, organization);
}

function violations(
  invariant: Invariant,
  groups: readonly GroupNode[],
  organization: RuledOrganization,
): BrokenInvariant | undefined {
  const broken = new Map<
    IdentityNode,
    { readonly grant: GrantNode; readonly group: GroupNode; readonly what: string }
  >();
  for (const grant of organization.graph.grants) {
    const what = includesAny(grant, invariant.can);
    const group = what === undefined || broken.has(grant.identity) ? undefined : firstWithin(groups, grant.group);
    if (what === undefined || group === undefined) continue;
    const meant = isMeant(grant.identity, invariant.who, organization);
    const isBroken = invariant.rule === 'never' ? meant !== 'no' : meant !== 'yes';
    if (isBroken) broken.set(grant.identity, { grant, group, what });
  }
  if (broken.size === 0) return undefined;
  const [[identity, { grant, group, what }]] = [...broken] as [
    [IdentityNode, { grant: GrantNode; group: GroupNode; what: string }],
  ];
  const others = few([...broken.keys()].map(({ path }) => path));
  return {
    isInconclusive: false,
    reason: `${others} ${broken.size === 1 ? 'violates' : 'violate'} "${invariant.name}".`,
    evidence: [...broken].map(([who, by]) => [who.path, by.what, by.grant.role.path, by.group.path]),
    witness: `${identity.path} has ${what} in ${group.path}, by ${grant.role.path} in ${grant.group.path}`,
    grant,
  };
}

function tooFew(
  invariant: Extract<Invariant, { readonly rule: 'atLeast' }>,
  groups: readonly GroupNode[],
  organization: RuledOrganization,
): BrokenInvariant | undefined {
  const grants = organization.graph.grants.filter((grant) => includesAny(grant, invariant.can) !== undefined);
  const lacking = groups.filter((group) => {
    const holders = new Set(grants.filter((grant) => isWithin(group, grant.group)).map(({ identity }) => identity));
    return [...holders].filter((one) => isMeant(one, invariant.who, organization) === 'yes').length < invariant.count;
  });
  if (lacking.length === 0) return undefined;
  const paths = lacking.map(({ path }) => path);
  return {
    isInconclusive: false,
    reason: `"${invariant.name}" does not hold: fewer than ${invariant.count} have ${invariant.can.join(' or ')} in ${few(paths)}.`,
    evidence: paths,
  };
}

function isMeant(identity: IdentityNode, who: Who | undefined, organization: RuledOrganization): Meant {
  const answers: Meant[] = [];
  if (who?.identities !== undefined) answers.push(matchOf(identity, who.identities));
  if (who?.people !== undefined) {
    const isPerson = identity.assumption === 'sign_in' || identity.grantedBy !== undefined;
    const isUnknown = identity.implied && !identity.key.includes('/');
    answers.push(isUnknown ? 'perhaps' : isPerson === who.people ? 'yes' : 'no');
  }
  if (who?.issuers !== undefined) answers.push(acceptsOnly(identity, who.issuers, organization));
  if (answers.includes('no')) return 'no';
  return answers.includes('perhaps') ? 'perhaps' : 'yes';
}

function acceptsOnly(
  { key, grantedBy, implied }: IdentityNode,
  issuers: readonly string[],
  { trustPolicies, issuers: known }: RuledOrganization,
): Meant {
  const policy = trustPolicies.get(key);
  const issuer = known.get(key);
  // People who sign in, or who can sign in through an identity provider.
  if (policy === undefined && issuer !== undefined) return issuers.includes(issuer) ? 'yes' : 'no';
  if (grantedBy !== undefined) return 'perhaps';
  if (policy === undefined) return implied || isUid(key) ? 'perhaps' : 'no';
  const rule = policy.match?.['iss'];
  // A holder of static keys can sign a token with any issuer.
  if (policy.by === 'static_keys' && rule !== undefined && 'exact' in rule && issuers.includes(rule.exact))
    return 'perhaps';
  if (policy.isUnknown || (rule !== undefined && !('exact' in rule))) return 'perhaps';
  return rule !== undefined && issuers.includes(rule.exact) ? 'yes' : 'no';
}

/** Returns the first capability of the role that matches a pattern. */
function includesAny({ role }: GrantNode, patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const matches = pathPattern(pattern);
    const found = role.capabilities.find((name) => matches(name));
    if (found !== undefined) return found;
    if (role.holdsUnknown && !isKnownCapability(pattern) && !CAPABILITIES.some(matches)) return pattern;
  }
  return undefined;
}

/** Returns the groups that the patterns match, in the order of the tree. */
function meantGroups({ groups }: AccessGraph, patterns: readonly string[]): GroupNode[] {
  return groups.filter((group) => isGroupMatched(group, patterns));
}

/** Returns true if a rule applies to the group. It applies to all groups of one name. */
export function isGroupMatched(group: GroupNode, patterns: readonly string[]): boolean {
  return matchOf(group, patterns) !== 'no';
}

/** Returns the match of a node with patterns; `perhaps` if another object has the same names. */
export function matchOf(node: GroupNode | IdentityNode, patterns: readonly string[]): Meant {
  if (patterns.length === 0) return 'no';
  if (patterns.includes(node.key)) return 'yes';
  const matches = patterns.map(pathPattern);
  const isFitting = (path: string) => matches.some((match) => match(path));
  if (isFitting(node.path)) return 'yes';
  return node.path.includes('#') && isFitting(node.path.replace(/#[^/]*/g, '')) ? 'perhaps' : 'no';
}

/** Returns the first group in the scope. The groups are in the order of the tree. */
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
