/** Finds rules of the organization that name missing objects: a typo makes a rule that nothing ever breaks. */
import { BUILT_IN_ROLES, CAPABILITIES, isCapability, isUid, nearest } from '../../model/api';
import type { IdentityName } from '../../access/graph';
import type { Analysis } from '../access/analysis';
import {
  capabilityPattern,
  type Invariant,
  findIdentitiesByName,
  namesOfPeople,
  nearestSibling,
  pathPattern,
  toNameText,
  type Who,
} from '../../access/rules';
import type { Finding } from './shared/finding';

/** The patterns of an invariant or of a limit of new access. */
interface Rule extends Pick<Invariant, 'name' | 'where' | 'except'> {
  readonly can?: readonly string[];
  /** True if its capabilities can be names of built-in roles. */
  readonly isOfRoles?: boolean;
  readonly who?: Who | undefined;
}

/** The names that a part of a rule can refer to. */
interface Named {
  readonly what: 'group' | 'identity' | 'object' | 'capability';
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
  const { invariants = [], noNewAccess = [] } = analysis.configuration;
  const limits = (noNewAccess === true ? [] : noNewAccess).map(({ can = [], where = [] }): Rule => {
    return { name: 'noNewAccess', can, where };
  });
  const rules: readonly Rule[] = [...invariants.map((rule) => ({ ...rule, isOfRoles: true })), ...limits];
  const all = rules.length === 0 ? [] : everythingNamed(analysis);
  return rules.flatMap((invariant, index) =>
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
            severity: isWhole(pattern) ? 'medium' : 'low',
            subject: invariant.name,
            reason: `"${invariant.name}" names the ${what} ${pattern}, which does not exist.${meant}`,
            evidence: [what, pattern],
            ...(index < invariants.length && { rule: ['invariants', index] }),
          },
        ];
      }),
    ),
  );
}

function everythingNamed({ after: { graph }, live }: Analysis): readonly Named[] {
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
  ];
  const kinds = new Set(CAPABILITIES.map((name) => `${name.slice(0, name.lastIndexOf('.'))}.*`));
  const named = graph.roles.flatMap((role) => role.capabilities);
  const roles = new Set<string>(BUILT_IN_ROLES.map(({ name }) => name));
  const capabilities: Named = {
    what: 'capability',
    names: [...new Set([...CAPABILITIES, ...named]), ...kinds],
    patterns: ({ can = [], isOfRoles = false }) => can.filter((pattern) => !isOfRoles || !roles.has(pattern)),
    createMatcher: (pattern) => capabilityPattern(pattern).matches,
    // A service may have more capabilities than this package, but no capability has the form of another text.
    isWhole: (pattern) => !isCapability(pattern.replaceAll('*', 'a')),
  };
  return areKnown ? [...ofRoots, capabilities] : [capabilities];
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
