/** Findings about grants that the API rejects. */
import type { AccessGraph, GrantNode } from '../../access/graph';
import { kindInWords } from '../../model/schema';
import type { Analysis } from '../access/analysis';
import { whereIs, type Finding } from './shared/finding';
import { grantFacts } from './shared/evidence';

/** Reports new and changed grants that are not valid in their group: the apply fails. */
export function grantRefused(analysis: Analysis): Finding[] {
  const getId = ({ key, role, group }: GrantNode) => JSON.stringify([key, role.key, group.key]);
  const known = new Set(analysis.before.graph.refusedGrants.map(getId));
  return analysis.after.graph.refusedGrants
    .filter((grant) => !known.has(getId(grant)))
    .map((grant) => getFinding(analysis, grant));
}

/** Returns true if the API rejects the grant with the key: no other finding counts it as access. */
export function isRefused({ refusedGrants }: AccessGraph, key: string): boolean {
  return refusedGrants.some((grant) => grant.key === key);
}

function getFinding(analysis: Analysis, grant: GrantNode): Finding {
  const { key, source, role, group, identity } = grant;
  const place = whereIs(analysis, key);
  const instance = analysis.addresses.get(key);
  const noun = instance === undefined ? source.replaceAll('_', ' ') : kindInWords(instance.declaration);
  const reason =
    source === 'identity_provider' && group.parent !== undefined
      ? 'only a root group can have an identity provider. Create it in the root group'
      : `role ${role.path} is valid only in its own group and beneath it. Use a role of ${group.path}, one of a group above it, or a built-in role`;
  return {
    id: 'grant-refused',
    severity: 'high',
    subject: `${identity.path} in ${group.path}`,
    reason: `The API rejects the ${noun} in ${group.path}: ${reason}. No access row counts it.`,
    evidence: [source, grantFacts(grant)],
    identity: identity.path,
    group: group.path,
    ...place,
  };
}
