/** Finds rules of the organization that name missing objects: a typo makes a rule that nothing ever breaks. */
import { BUILT_IN_ROLES, CAPABILITIES, isCapability, isUid, nearest } from '../../model/api';
import type { IdentityName } from '../../access/graph';
import { FIXED_ISSUERS } from '../../access/trust';
import type { Analysis } from '../access/analysis';
import { ruledOrganization } from '../access/ruled-organization';
import {
  capabilityPattern,
  type Invariant,
  findIdentitiesByName,
  nameOfAssertion,
  namesOfPeople,
  nearestSibling,
  pathPattern,
  toNameText,
  type Who,
} from '../../access/rules';
import type { Finding, RulePath } from './shared/finding';

/** The patterns of an invariant, of a limit of new access, or of an assertion. */
interface Rule extends Pick<Invariant, 'name' | 'where' | 'except'> {
  readonly at?: RulePath;
  readonly can?: readonly string[];
  /** The subject of an assertion. */
  readonly person?: IdentityName | undefined;
  readonly issuer?: string | undefined;
  /** True if its capabilities can be names of built-in roles. */
  readonly isOfRoles?: boolean;
  readonly who?: Who | undefined;
}

/** The names that a part of a rule can refer to. */
interface Named {
  readonly what: 'group' | 'identity' | 'object' | 'capability' | 'person' | 'issuer';
  readonly names: readonly string[];
  /** The displayed names of people, by each of their names. */
  readonly people?: ReadonlyMap<string, string>;
  readonly patterns: (rule: Rule) => readonly string[];
  /** @default the patterns are paths */
  readonly createMatcher?: (pattern: string) => (name: string) => boolean;
  /** Returns true if the names are complete: a pattern without a match then matches nothing, not only nothing in the plans. */
  readonly isWhole: (pattern: string) => boolean;
}

export function invariantIdle(analysis: Analysis): Finding[] {
  const { invariants = [], noNewAccess = [], assertions = [] } = analysis.configuration;
  const limits = (noNewAccess === true ? [] : noNewAccess).map(({ can = [], where = [] }): Rule => {
    return { name: 'noNewAccess', can, where };
  });
  const rules: readonly Rule[] = [
    ...invariants.map((rule, index): Rule => ({ ...rule, at: ['invariants', index], isOfRoles: true })),
    ...limits,
    // A missing group of an assertion fails it.
    ...assertions.map((assertion, index): Rule => {
      const { person, token } = assertion;
      return { name: nameOfAssertion(assertion), at: ['assertions', index], person, issuer: token?.issuer };
    }),
  ];
  const all = rules.length === 0 ? [] : everythingNamed(analysis);
  return rules.flatMap((invariant) =>
    all.flatMap(({ what, names, people, patterns, createMatcher = pathPattern, isWhole }) =>
      patterns(invariant).flatMap((pattern): Finding[] => {
        const fixed = fixedPart(pattern);
        if (names.some(createMatcher(pattern)) || names.includes(fixed)) return [];
        const similar = nearestSibling(fixed, names) ?? nearest(fixed, names);
        const close = similar && (people?.get(similar) ?? similar);
        if (close === undefined && !isWhole(pattern)) return [];
        const meant = close === undefined ? '' : ` Did you mean ${close}?`;
        return [
          {
            id: 'invariant-idle',
            severity: isWhole(pattern) || what === 'issuer' ? 'medium' : 'low',
            subject: invariant.name,
            reason: `"${invariant.name}" names the ${what} ${pattern}, which does not exist.${meant}`,
            evidence: [what, pattern],
            ...(invariant.at !== undefined && { rule: invariant.at }),
          },
        ];
      }),
    ),
  );
}

function everythingNamed(analysis: Analysis): readonly Named[] {
  const { graph } = analysis.after;
  const { live } = analysis;
  const roots = graph.groups.filter(({ parent }) => parent === undefined);
  // If the name of a root is unknown, all paths beneath it are unknown, too.
  const areKnown = roots.every(({ implied }) => !implied);
  const isOfRoot = (pattern: string) => roots.some(({ path }) => path === pattern.split('/')[0]);
  const isWhole = (pattern: string) => live !== undefined && isOfRoot(pattern);
  const people = namesOfPeople(graph.identities);
  const missing = (names: readonly IdentityName[]) =>
    names
      .filter((name) => findIdentitiesByName(graph.identities, name).length === 0)
      .map(toNameText)
      .filter(isPath);
  const paths = (nodes: readonly { readonly path: string }[]) => nodes.map(({ path }) => path);
  const ofRoots: readonly Named[] = [
    { what: 'group', names: paths(graph.groups), patterns: ({ where = [] }) => where.filter(isPath), isWhole },
    {
      what: 'identity',
      names: [...paths(graph.identities), ...people.keys()],
      people,
      patterns: ({ who }) => missing(who?.identities ?? []),
      isWhole,
    },
    {
      what: 'object',
      names: [...paths([...graph.groups, ...graph.identities, ...graph.roles]), ...people.keys()],
      people,
      patterns: ({ except = [] }) => missing(except),
      isWhole: () => false,
    },
    {
      what: 'person',
      names: [...people.keys()],
      people,
      patterns: ({ person }) => (person === undefined ? [] : missing([person])),
      createMatcher: (pattern) => (name) => name === pattern,
      isWhole: () => false,
    },
  ];
  const issuers: Named = {
    what: 'issuer',
    names: listIssuers(analysis),
    patterns: ({ who, issuer }) => [...(who?.issuers ?? []), ...(issuer === undefined ? [] : [issuer])],
    createMatcher: (pattern) => (name) => name === pattern,
    // A rule can forbid an issuer that nothing trusts.
    isWhole: () => false,
  };
  const named = graph.roles.flatMap((role) => role.capabilities);
  const kinds = new Set(CAPABILITIES.map((name) => `${name.slice(0, name.lastIndexOf('.'))}.*`));
  const roles = new Set<string>(BUILT_IN_ROLES.map(({ name }) => name));
  const capabilities: Named = {
    what: 'capability',
    names: [...new Set([...CAPABILITIES, ...named]), ...kinds],
    patterns: ({ can = [], isOfRoles = false }) => can.filter((pattern) => !isOfRoles || !roles.has(pattern)),
    createMatcher: (pattern) => capabilityPattern(pattern).matches,
    // A service may have more capabilities than this package, but no capability has the form of another text.
    isWhole: (pattern) => !isCapability(pattern.replaceAll('*', 'a')),
  };
  return [...(areKnown ? ofRoots : []), issuers, capabilities];
}

/** Returns the issuers of the services, of trust policies, and of people. */
function listIssuers(analysis: Analysis): string[] {
  const { trustPolicies, issuers } = ruledOrganization(analysis, 'after');
  const trusted = [...trustPolicies.values()].flatMap((policy) => {
    const rule = policy?.match?.['iss'];
    return rule !== undefined && 'exact' in rule ? [rule.exact] : [];
  });
  return [...new Set([...FIXED_ISSUERS, ...trusted, ...issuers.values()])];
}

function isPath(pattern: string): boolean {
  return !isUid(pattern);
}

/** Returns `acme/prod` for `acme/prod/**`, and a capability unchanged: its `*` is at the end of a name. */
function fixedPart(pattern: string): string {
  const names = pattern.split('/');
  const open = names.findIndex((name) => name === '*' || name === '**');
  return open <= 0 ? pattern : names.slice(0, open).join('/');
}
