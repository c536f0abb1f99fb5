/** Checks the rules of an organization about access. */
import type { AccessGraph, GrantNode, GroupNode, IdentityName, IdentityNode } from '../graph';
import { findDecisiveGrants, type DecisiveGrants } from '../graph/decisive-grants';
import { isUid } from '../../model/api';
import { compareNames } from '../../base/text/compare-names';
import { groupBy } from '../graph/paths';
import { isWithinGroup } from '../graph/questions';
import { few } from '../../base/text/words';
import { onceFor } from '../../base/cache/once-for';
import { areHeld, capabilityPattern, builtInRoleCapabilities } from '../names';
import type { Invariant, Who } from './configuration/configuration';
import { createIdentityMatch, type IdentityMatch, matchPatterns, type Meant } from './identity-match';
import type { RuledOrganization } from './organization';
import type { RuleProblem, RuleProblems } from './result';

export type AccessInvariant = Extract<Invariant, { readonly can: readonly string[] }>;

/** Returns the identities or groups that violate a rule about access. */
export function checkAccess(invariant: AccessInvariant, organization: RuledOrganization): RuleProblems {
  const { graph } = organization;
  const groups = graph.groups.filter((group) => isGroupMatched(group, invariant.where));
  const unknownRoot = graph.groups.find(({ parent, implied }) => parent === undefined && implied);
  if (groups.length === 0 && unknownRoot !== undefined) {
    const { path } = unknownRoot;
    const text = `no group matches ${invariant.where.join(' or ')}, and the name of ${path} is unknown. Add its name to "names"`;
    return { violations: [], inconclusive: [{ path, text, facts: path }] };
  }
  const named = createIdentityMatch(graph.identities, invariant.who?.identities ?? []);
  if (invariant.rule === 'atLeast')
    return withAmbiguities(tooFew(invariant, groups, { ...organization, named }), [named]);
  const excepted = createIdentityMatch(graph.identities, invariant.except ?? []);
  const broken = violations(invariant, groups, { ...organization, named, excepted });
  return withAmbiguities({ violations: broken, inconclusive: [] }, [named, excepted]);
}

interface NamingOrganization extends RuledOrganization {
  /** The match of an identity with the names of the rule. */
  readonly named: IdentityMatch;
}

/** It is unknown which person an ambiguous name selects. */
function withAmbiguities(
  { violations: broken, inconclusive }: RuleProblems,
  matches: readonly IdentityMatch[],
): RuleProblems {
  const problems = matches.flatMap(({ ambiguities }) => ambiguities);
  return { violations: broken, inconclusive: [...problems, ...inconclusive] };
}

function violations(
  { rule, can, who }: Exclude<AccessInvariant, { readonly rule: 'atLeast' }>,
  groups: readonly GroupNode[],
  organization: NamingOrganization & { readonly excepted: IdentityMatch },
): RuleProblem[] {
  return organization.graph.identities.flatMap((identity): RuleProblem[] => {
    const held = findHeld(organization.graph, identity, groups, can);
    if (held === undefined || organization.excepted.of(identity) === 'yes') return [];
    const meant = isMeant(identity, who, organization);
    if (rule === 'never' ? meant === 'no' : meant === 'yes') return [];
    const { group, what, grants, isAlone } = held;
    const isUnknown = who?.issuers !== undefined && isIssuerUnknown(identity, organization);
    const by = [...new Set(grants.map(({ role, group: scope }) => `${role.path} in ${scope.path}`))];
    return [
      {
        ...{ key: grants[0]?.key, identity: identity.key, path: identity.path },
        text: `${identity.path} has ${what} in ${group.path}, by ${few(by)}${isAlone ? '' : ' together with its other roles'}`,
        facts: [identity.path, what, ...grants.flatMap(({ role, group: scope }) => [role.path, scope.path])],
        ...(isUnknown && { doubt: 'whose issuer is unknown' }),
      },
    ];
  });
}

interface Held extends DecisiveGrants {
  readonly what: string;
  readonly group: GroupNode;
}

/** Returns what the identity has in the topmost of the groups, and the grants to remove. Many identities have no such grant. */
function findHeld(
  graph: AccessGraph,
  identity: IdentityNode,
  groups: readonly GroupNode[],
  patterns: readonly string[],
): Held | undefined {
  const own = identity.grants.filter((grant) => grant.identity === identity && mayInclude(graph, grant, patterns));
  const topmostFirst = (a: GrantNode, b: GrantNode) =>
    a.group.order - b.group.order || compareNames(a.role.path, b.role.path);
  for (const grant of own.sort(topmostFirst)) {
    const group = firstWithin(groups, grant.group);
    const included = group && findIncluded(graph, grant, patterns, group);
    if (group === undefined || included === undefined) continue;
    const there = identity.grants.filter(({ group: scope }) => isWithinGroup(group, scope));
    return { group, what: included.what, ...findDecisiveGrants(there, included.capabilities) };
  }
  return undefined;
}

function tooFew(
  { can, count, who, except = [] }: Extract<AccessInvariant, { readonly rule: 'atLeast' }>,
  groups: readonly GroupNode[],
  organization: NamingOrganization,
): RuleProblems {
  const grants = groupBy(
    organization.graph.grants.filter(
      (grant) => mayInclude(organization.graph, grant, can) && isMeant(grant.identity, who, organization) === 'yes',
    ),
    ({ group }) => group,
  );
  const found: { readonly problem: RuleProblem; readonly doubt: string | undefined }[] = [];
  for (const group of groups) {
    const holders = new Set<IdentityNode>();
    for (let scope: GroupNode | undefined = group; scope !== undefined && holders.size < count; scope = scope.parent)
      for (const grant of grants.get(scope) ?? [])
        if (!holders.has(grant.identity) && findIncluded(organization.graph, grant, can, group) !== undefined)
          holders.add(grant.identity);
    // Nobody has to accept an invite or to sign in.
    const certain = [...holders].filter(({ grantedBy }) => grantedBy === undefined);
    if (certain.length >= count || matchPatterns(group, except) === 'yes') continue;
    const isConditional = holders.size >= count;
    const { path, key } = group;
    const text = `fewer than ${count} have ${can.join(' or ')} in ${path}`;
    const doubt = isConditional
      ? `${path} has enough only if people accept an invite or sign in`
      : organization.isOpen?.(group);
    found.push({ problem: { key, path, text, facts: path, held: certain.length }, doubt });
  }
  return {
    violations: found.flatMap(({ problem, doubt }) => (doubt === undefined ? [problem] : [])),
    inconclusive: found.flatMap(({ problem, doubt }) =>
      doubt === undefined ? [] : [{ ...problem, text: `${problem.text}, but ${doubt}` }],
    ),
  };
}

function isMeant(identity: IdentityNode, who: Who | undefined, organization: NamingOrganization): Meant {
  const answers: Meant[] = [];
  if (who?.identities !== undefined) {
    const named = organization.named.of(identity);
    answers.push(named === 'no' && canBePerson(identity, who.identities) ? 'perhaps' : named);
  }
  if (who?.people !== undefined) {
    const isSingle = !identity.key.includes('/');
    // Only people have a uid of a single segment (contract U3).
    const isPersonUid = isSingle && isUid(identity.key);
    const isPerson = identity.assumption === 'sign_in' || identity.grantedBy !== undefined || isPersonUid;
    const isUnknown = identity.implied && isSingle && !isPersonUid;
    answers.push(isUnknown ? 'perhaps' : isPerson === who.people ? 'yes' : 'no');
  }
  if (who?.issuers !== undefined) answers.push(acceptsOnly(identity, who.issuers, organization));
  if (answers.includes('no')) return 'no';
  return answers.includes('perhaps') ? 'perhaps' : 'yes';
}

/** Returns true if one of the names can be a person who signs in, or who is in the external group. Nobody has to accept an invite. */
function canBePerson({ grantedBy }: IdentityNode, names: readonly IdentityName[]): boolean {
  const isOpen = grantedBy === 'identity_provider' || grantedBy === 'external_group_role_mapping';
  return isOpen && names.some((name) => typeof name !== 'string' || !name.includes('/') || name.includes('://'));
}

/** Returns true for a person whose way to sign in is not in the organization that was read, also behind an invite. */
function isIssuerUnknown(
  { key, grantedBy, implied, includedIn }: IdentityNode,
  { trustPolicies, issuers }: RuledOrganization,
): boolean {
  const isPerson = grantedBy !== undefined || implied || isUid(key);
  return isPerson && trustPolicies.get(key) === undefined && !issuers.has(includedIn?.key ?? key);
}

function acceptsOnly(
  { key, grantedBy, implied, includedIn }: IdentityNode,
  issuers: readonly string[],
  { trustPolicies, issuers: known }: RuledOrganization,
): Meant {
  const policy = trustPolicies.get(key);
  const issuer = known.get(includedIn?.key ?? key);
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

interface Included {
  readonly what: string;
  readonly capabilities: readonly string[];
}

/** Returns what a grant gives to its identity in the group, alone or together with others: a capability or all of a role. */
function findIncluded(
  graph: AccessGraph,
  { role, identity }: GrantNode,
  patterns: readonly string[],
  group: GroupNode,
): Included | undefined {
  for (const pattern of patterns) {
    const needed = builtInRoleCapabilities(graph, pattern);
    if (needed !== undefined) {
      const there = identity.grants.filter((grant) => isWithinGroup(group, grant.group));
      if (areHeld(needed, there)) return { what: `all capabilities of ${pattern}`, capabilities: needed };
      continue;
    }
    const found = findCapabilityLike(role, pattern);
    if (found !== undefined) return { what: found, capabilities: [found] };
  }
  return undefined;
}

/** Returns false if the grant gives none of these in any group. Decides quickly for most grants. */
function mayInclude(graph: AccessGraph, { role, identity }: GrantNode, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const needed = builtInRoleCapabilities(graph, pattern);
    return needed === undefined ? findCapabilityLike(role, pattern) !== undefined : areHeld(needed, identity.grants);
  });
}

/** Returns the first capability of the role that matches a pattern. Many grants have the same role. */
function findCapabilityLike(role: GrantNode['role'], pattern: string): string | undefined {
  const known = capabilitiesOfRole(role);
  if (!known.has(pattern)) known.set(pattern, findCapability(role, pattern));
  return known.get(pattern);
}

const capabilitiesOfRole = onceFor<GrantNode['role'], Map<string, string | undefined>>(() => new Map());

function findCapability({ capabilities, holdsUnknown }: GrantNode['role'], pattern: string): string | undefined {
  const { matches, isOfUnknown } = capabilityPattern(pattern);
  return capabilities.find(matches) ?? (holdsUnknown && isOfUnknown ? pattern : undefined);
}

/** Returns true if a rule applies to the group. It applies to all groups of one name. */
export function isGroupMatched(group: GroupNode, patterns: readonly string[]): boolean {
  return matchPatterns(group, patterns) !== 'no';
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
