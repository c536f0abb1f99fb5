/** Checks the rules of the organization against the organization after the change. */
import type { AccessGraph, GrantNode, GroupNode, IdentityNode } from '../../access';
import { CAPABILITIES, isKnownCapability, isObject, isUid } from '../../api';
import { identity as identityKind, identityProvider } from '../../resources';
import { few } from '../../text/words';
import type { Analysis } from '../access/analysis';
import { trustPolicyOf, type TrustPolicy } from '../access/assume/trust-policy';
import type { Invariant, Who } from '../input/configuration/configuration';
import { pathPattern } from '../input/configuration/path-pattern';
import { attribute, textAttribute } from '../input/plan/values';
import { whereIs, type Finding } from './finding';

/** The match of an identity with a rule. `perhaps` counts against the identity. */
type Meant = 'yes' | 'no' | 'perhaps';

export function invariantBroken(analysis: Analysis): Finding[] {
  const { invariants = [] } = analysis.configuration;
  if (invariants.length === 0) return [];
  const ways = assumptionsOf(analysis);
  const left = createLeft(analysis);
  return invariants.flatMap((invariant, index) => {
    const { graph } = analysis.after;
    const groups = meantGroups(graph, invariant.where);
    const unknownRoot = graph.groups.find(({ parent, implied }) => parent === undefined && implied);
    const finding = (reason: string, evidence: readonly unknown[], witness?: string, grant?: GrantNode): Finding => ({
      id: 'invariant-broken',
      severity: invariant.severity ?? 'high',
      subject: invariant.name,
      reason: `${reason} ${invariant.reason}`,
      ...(witness !== undefined && { witness }),
      evidence,
      rule: ['invariants', index],
      ...whereIs(analysis, grant?.key),
    });
    const evaded = left(invariant);
    if (groups.length === 0 && evaded === undefined) {
      if (unknownRoot === undefined) return [];
      return [
        finding(
          `"${invariant.name}" is inconclusive: no group matches ${invariant.where.join(' or ')}, and the name of ${unknownRoot.path} is unknown. Add its name to "names".`,
          [invariant, unknownRoot.path],
        ),
      ];
    }
    const broken =
      invariant.rule === 'atLeast'
        ? tooFew(invariant, graph, groups, ways)
        : violations(invariant, graph, groups, ways);
    const [[reason, evidence = [], witness, grant] = []] = broken as readonly (readonly [
      string,
      (readonly unknown[])?,
      string?,
      GrantNode?,
    ])[];
    const reasons = [reason, evaded?.text].filter((one) => one !== undefined);
    if (reasons.length === 0) return [];
    return [finding(reasons.join(' '), [invariant, evidence, evaded?.objects], witness, grant)];
  });
}

/** Objects that a rule no longer matches. */
interface Evaded {
  readonly text: string;
  /** Their paths before and after the change. */
  readonly objects: readonly (readonly [before: string, after: string])[];
}

/**
 * Returns a function that finds existing groups and identities that a rule matched before the change and no longer matches. A
 * rename or a move must not take an object out of a rule.
 */
function createLeft({ before, after, matches }: Analysis): (invariant: Invariant) => Evaded | undefined {
  // A recreated object has another uid.
  const followed = new Map(
    matches.flatMap(({ before: was, after: is }) =>
      was === undefined || is === undefined || was.key === is.key ? [] : [[was.key, is.key] as const],
    ),
  );
  const leftOf = <N extends GroupNode | IdentityNode>(
    were: readonly N[],
    are: readonly N[],
    isMatched: (node: N) => boolean,
  ): (readonly [string, string])[] => {
    const byKey = new Map(are.map((node) => [node.key, node]));
    return were.filter(isMatched).flatMap((was) => {
      const is = byKey.get(followed.get(was.key) ?? was.key);
      return is === undefined || isMatched(is) ? [] : [[was.path, is.path] as const];
    });
  };
  return ({ name, where, who }) => {
    const patterns = who?.identities ?? [];
    const objects = [
      ...leftOf(before.graph.groups, after.graph.groups, (node) => isGroupMatched(node, where)),
      ...leftOf(before.graph.identities, after.graph.identities, (node) => matchOf(node, patterns) !== 'no'),
    ];
    if (objects.length === 0) return undefined;
    const names = few(objects.map(([was, is]) => `${was} (now ${is})`));
    return { text: `"${name}" no longer matches ${names}. Update the rule, too.`, objects };
  };
}

function violations(
  invariant: Invariant,
  graph: AccessGraph,
  groups: readonly GroupNode[],
  ways: Assumptions,
): (readonly [string, readonly unknown[], string, GrantNode])[] {
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
      `${others} ${broken.size === 1 ? 'violates' : 'violate'} "${invariant.name}".`,
      [...broken].map(([who, by]) => [who.path, by.what, by.grant.role.path, by.group.path]),
      `${identity.path} has ${what} in ${group.path}, by ${grant.role.path} in ${grant.group.path}`,
      grant,
    ],
  ];
}

function tooFew(
  invariant: Extract<Invariant, { readonly rule: 'atLeast' }>,
  graph: AccessGraph,
  groups: readonly GroupNode[],
  ways: Assumptions,
): (readonly [string, readonly string[]])[] {
  const grants = graph.grants.filter((grant) => includesAny(grant, invariant.can) !== undefined);
  const lacking = groups.filter((group) => {
    const holders = new Set(grants.filter((grant) => isWithin(group, grant.group)).map(({ identity }) => identity));
    return [...holders].filter((one) => isMeant(one, invariant.who, ways) === 'yes').length < invariant.count;
  });
  if (lacking.length === 0) return [];
  return [
    [
      `"${invariant.name}" does not hold: fewer than ${invariant.count} have ${invariant.can.join(' or ')} in ${few(lacking.map(({ path }) => path))}.`,
      lacking.map(({ path }) => path),
    ],
  ];
}

/** The trust policies of identities, and the issuers of people. */
interface Assumptions {
  readonly ways: ReadonlyMap<string, TrustPolicy | undefined>;
  /** The issuers of people and of identity providers, by key; absent if unknown. */
  readonly issuers: ReadonlyMap<string, string>;
}

function assumptionsOf({ organization }: Analysis): Assumptions {
  const ways = new Map<string, TrustPolicy | undefined>();
  const issuers = new Map<string, string>();
  for (const { declaration, key, instances } of organization.after.values()) {
    if (declaration === identityKind) ways.set(key, trustPolicyOf(instances[0]));
    for (const { values } of instances) {
      const issuer = declaration === identityProvider ? issuerIn(attribute(values, 'oidc')) : issuerIn(values);
      if (issuer !== undefined && [identityKind, identityProvider].includes(declaration)) issuers.set(key, issuer);
    }
  }
  return { ways, issuers };
}

function issuerIn(values: unknown): string | undefined {
  return isObject(values) ? textAttribute(values, 'issuer') : undefined;
}

function isMeant(identity: IdentityNode, who: Who | undefined, ways: Assumptions): Meant {
  const answers: Meant[] = [];
  if (who?.identities !== undefined) answers.push(matchOf(identity, who.identities));
  if (who?.people !== undefined) {
    const isPerson = identity.assumption === 'sign_in' || identity.grantedBy !== undefined;
    const isUnknown = identity.implied && !identity.key.includes('/');
    answers.push(isUnknown ? 'perhaps' : isPerson === who.people ? 'yes' : 'no');
  }
  if (who?.issuers !== undefined) answers.push(acceptsOnly(identity, who.issuers, ways));
  if (answers.includes('no')) return 'no';
  return answers.includes('perhaps') ? 'perhaps' : 'yes';
}

function acceptsOnly(
  { key, grantedBy, implied }: IdentityNode,
  issuers: readonly string[],
  { ways, issuers: known }: Assumptions,
): Meant {
  const policy = ways.get(key);
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
function isGroupMatched(group: GroupNode, patterns: readonly string[]): boolean {
  return matchOf(group, patterns) !== 'no';
}

/** Returns the match of a node with patterns; `perhaps` if another object has the same names. */
function matchOf(node: GroupNode | IdentityNode, patterns: readonly string[]): Meant {
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
