/** Findings about grants that no plan manages, in groups of which the configuration says that plans manage them all. */
import type { GroupNode } from '../../access';
import { isObject, rootUid } from '../../api';
import { identityProvider } from '../../resources';
import { kindInWords } from '../../schema';
import { few } from '../../text/words';
import type { Analysis } from '../access/analysis';
import { pathPattern } from '../input/configuration/path-pattern';
import { attribute, textAttribute } from '../input/plan/values';
import { grantFacts } from './evidence';
import type { Finding } from './finding';

/** Each grant by itself, so that accepting one accepts no other. */
export function unmanagedGrants(analysis: Analysis): Finding[] {
  const patterns = analysis.configuration.exclusive ?? [];
  if (patterns.length === 0) return [];
  const matches = patterns.map(pathPattern);
  const exclusive = analysis.after.graph.groups.filter(({ path }) => matches.some((match) => match(path)));
  return [
    ...misspelt(analysis, patterns),
    ...unmanagedIn(analysis, new Set(exclusive)),
    ...mappingsInto(analysis, exclusive),
  ];
}

function unmanagedIn({ after, organization, readers }: Analysis, exclusive: ReadonlySet<GroupNode>): Finding[] {
  const managed = new Set([...organization.after.values()].filter((one) => one.isManaged).map(({ key }) => key));
  const instances = new Map([...organization.after.values()].map((one) => [one.key, one.instances[0]]));
  return after.graph.grants.flatMap((grant) => {
    const { key, group, role, identity } = grant;
    const instance = instances.get(key);
    if (!exclusive.has(group) || managed.has(key) || instance === undefined) return [];
    return [
      {
        id: 'unmanaged-grants',
        severity: 'medium',
        subject: readers.after.pathOf(instance),
        reason: `In ${group.path} the plans manage every grant, and this ${kindInWords(instance.declaration)} they do not: ${identity.path} has ${role.path} by ${key}.`,
        evidence: [key, identity.path, grantFacts(grant)],
      },
    ];
  });
}

/** Mappings from an identity provider's groups give roles, too. A plan without live data shows only those that it manages (contract A8). */
function mappingsInto({ organization, readers, live }: Analysis, exclusive: readonly GroupNode[]): Finding[] {
  if (live !== undefined) return [];
  return [...organization.after.values()].flatMap(({ declaration, key, instances: [instance] }) => {
    const oidc = attribute(instance.values, 'oidc');
    const claim = isObject(oidc) ? textAttribute(oidc, 'groups_claim') : undefined;
    const reached = exclusive.filter((group) => rootUid(group.key) === rootUid(key)).map(({ path }) => path);
    if (declaration !== identityProvider || claim === undefined || reached.length === 0) return [];
    return [
      {
        id: 'unmanaged-grants',
        severity: 'medium',
        subject: `mappings of ${readers.after.pathOf(instance)}`,
        reason: `It reads the groups of people from the claim "${claim}". Mappings of these groups can also give roles in ${few(reached)}. Without --live, the review shows only the mappings that the plans manage.`,
        evidence: [key, claim, reached],
      },
    ];
  });
}

/** A misspelt path would be no rule. What no plan shows may be there all the same, unless the whole organization is known. */
function misspelt({ live, after, before }: Analysis, patterns: readonly string[]): Finding[] {
  if (live === undefined) return [];
  const groups = [...before.graph.groups, ...after.graph.groups];
  return patterns
    .filter((pattern) => !groups.some(({ path }) => pathPattern(pattern)(path)))
    .map((pattern) => ({
      id: 'unmanaged-grants',
      severity: 'medium',
      subject: pattern,
      reason: `No group is called ${pattern}, and the configuration says of it that plans manage every grant there ("exclusive").`,
      evidence: [pattern],
    }));
}
