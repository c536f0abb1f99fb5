/** Finds people whose issuer nobody else in the organization has: a private account looks like that of a colleague. */
import { onceFor } from '../../../base/cache/once-for';
import { withoutScheme } from '../../../base/text/person-account';
import type { Analysis } from '../../access/analysis';
import { ruledOrganization } from '../../access/ruled-organization';
import { identitiesByPath } from '../../../access/graph/paths';

/** Returns the issuer of a person if others have issuers, and none of them the same. */
export function findForeignIssuer(analysis: Analysis, path: string): string | undefined {
  const key = identitiesByPath(analysis.after.graph).get(path)?.key ?? '';
  const { people, workloads } = getIssuers(analysis);
  const issuer = people.get(key);
  const others = [...people].flatMap(([other, of]) => (other === key ? [] : [of]));
  const isForeign = others.length > 0 && ![...others, ...workloads].includes(issuer ?? '');
  return issuer === undefined || !isForeign ? undefined : withoutScheme(issuer);
}

/** The issuers of people and of identity providers by key, and those that workloads trust. */
const getIssuers = onceFor((analysis: Analysis) => {
  const { issuers: people, trustPolicies } = ruledOrganization(analysis, 'after');
  const workloads = [...trustPolicies.values()].flatMap((policy) => {
    const rule = policy?.match?.['iss'];
    return rule !== undefined && 'exact' in rule ? [rule.exact] : [];
  });
  return { people, workloads };
});
