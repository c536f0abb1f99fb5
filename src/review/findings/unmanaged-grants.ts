/** Findings about unmanaged grants in groups that the configuration declares as `exclusive`. */
import type { GroupNode } from '../../access/graph';
import { isObject, rootUid } from '../../model/api';
import { identityProvider } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { pathPattern } from '../../access/rules';
import { attribute, textAttribute } from '../input/plan/values';
import { grantFacts } from './shared/evidence';
import type { Finding } from './shared/finding';

/** Reports each grant separately, so that a suppression accepts only one. */
export function unmanagedGrants(analysis: Analysis): Finding[] {
  const patterns = analysis.configuration.exclusive ?? [];
  if (patterns.length === 0) return [];
  const matches = patterns.map(pathPattern);
  const exclusive = analysis.after.graph.groups.filter(({ path }) => matches.some((match) => match(path)));
  return [
    ...misspelled(analysis, patterns),
    ...unmanagedIn(analysis, new Set(exclusive)),
    ...mappingsInto(analysis, exclusive),
  ];
}

function unmanagedIn({ after, organization, readers }: Analysis, exclusive: ReadonlySet<GroupNode>): Finding[] {
  const managed = new Set([...organization.after.values()].filter((object) => object.isManaged).map(({ key }) => key));
  const instances = new Map([...organization.after.values()].map((object) => [object.key, object.instances[0]]));
  return after.graph.grants.flatMap((grant) => {
    const { key, group, role, identity } = grant;
    const instance = instances.get(key);
    if (!exclusive.has(group) || managed.has(key) || instance === undefined) return [];
    return [
      {
        id: 'unmanaged-grants',
        severity: 'medium',
        subject: readers.after.toPath(instance),
        reason: `No plan manages this ${kindInWords(instance.declaration)} in ${group.path}, which is "exclusive": ${identity.path} has ${role.path} (${key}).`,
        evidence: [key, identity.path, grantFacts(grant)],
      },
    ];
  });
}

/** Reports identity providers whose mappings can give roles. Without live data, a plan shows only its own mappings (contract A8). */
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
        subject: `mappings of ${readers.after.toPath(instance)}`,
        reason: `It reads the groups of people from the claim "${claim}". Mappings of these groups can also give roles in ${few(reached)}. Without --live, the review shows only the mappings that the plans manage.`,
        evidence: [key, claim, reached],
      },
    ];
  });
}

/** Reports patterns of `exclusive` that match no group, for example after a typo. Only the live organization proves that a group does not exist. */
function misspelled({ live, after, before }: Analysis, patterns: readonly string[]): Finding[] {
  if (live === undefined) return [];
  const groups = [...before.graph.groups, ...after.graph.groups];
  return patterns
    .filter((pattern) => !groups.some(({ path }) => pathPattern(pattern)(path)))
    .map((pattern) => ({
      id: 'unmanaged-grants',
      severity: 'medium',
      subject: pattern,
      reason: `"exclusive" names ${pattern}, but no group matches it. Correct the path.`,
      evidence: [pattern],
    }));
}
