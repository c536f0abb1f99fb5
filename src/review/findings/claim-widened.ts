/** Finding about trust policies that accept more tokens. */
import { mayWrite } from '../access/rights';
import { canWrite } from '../../access/graph/built-in-roles';
import { isIamWrite } from '../../model/api';
import type { Analysis } from '../access/analysis';
import { compareTrustPolicies, type TrustPolicyChange } from '../access/assume/compare-trust-policies';
import { environmentText } from '../access/assume/describe';
import { findUnreviewed } from '../access/assume/outsiders';
import { heldAccess, holdsText, trustPolicyCause } from './assume';
import { identitiesByPath } from '../../access/graph/paths';
import { trustPolicyAt } from './shared/evidence';
import { PROBABLE_RENAME, type Finding, type Place } from './shared/finding';
import { matchRenamedIdentities } from './shared/lookalike-entries';

const harmless: ReadonlySet<TrustPolicyChange['relation']> = new Set(['equal', 'narrower', 'added', 'removed']);

/** Returns true if the identity accepts more tokens, or if the review cannot prove that it does not. */
export function isWidened({ relation }: TrustPolicyChange): boolean {
  return !harmless.has(relation);
}

/** Reports identities that accept more tokens, or may accept more: also than under the name before a probable rename. */
export function claimWidened(analysis: Analysis): Finding[] {
  const renamed = matchRenamedIdentities(analysis);
  const formerNames = new Map(renamed.map(({ pathAfter, pathBefore }) => [pathAfter, pathBefore]));
  const reach = {
    ...analysis.configuration,
    ...(analysis.owners && { owners: analysis.owners }),
    budget: analysis.budget,
  };
  const changes = compareTrustPolicies(renamed, analysis.outsiders, analysis.reachability, reach);
  return [...analysis.trustPolicyChanges, ...changes]
    .filter(isWidened)
    .map(
      ({ identity: subject, relation, before, after, gained, unknown, outsiders, outsidersUnknown, address, plan }) => {
        const former = formerNames.get(subject);
        const rename = former === undefined ? '' : `${PROBABLE_RENAME} the identity was ${former}.`;
        // Another finding has the next step about outsiders.
        const remedy = outsiders.length + outsidersUnknown.length === 0 ? ` ${REMEDY}` : '';
        const writes = holdsIamWrites(analysis.after, subject);
        const { holds } = heldAccess(analysis, subject);
        const why = unknown.length > 0 ? ` (${unknown.join('; ')})` : '';
        const first = sentences[relation]?.(subject) ?? `It is unknown if more workloads can assume ${subject}`;
        const power = `${holdsText(holds)}${abilityText(analysis.after, subject)}`;
        return {
          id: 'claim-widened',
          severity: writes ? 'high' : 'medium',
          subject,
          reason: `${first}, ${power}. Before: ${before ?? 'nobody'}. After: ${after ?? 'nobody'}${why}.${lossTexts[relation] ?? ''}${codeTexts(analysis, subject, { address, plan }).join('')}${remedy}${rename}`,
          holds,
          predicate: predicates[relation] ?? 'may accept more tokens',
          ...(gained !== undefined && { witness: gained }),
          evidence: [relation, trustPolicyAt(analysis.organization.after, { address, plan })],
          identity: subject,
          cause: trustPolicyCause(analysis, subject, { address, plan }),
          address,
          plan,
        };
      },
    );
}

const sentences: Readonly<Partial<Record<TrustPolicyChange['relation'], (identity: string) => string>>> = {
  wider: (identity) => `More workloads can assume ${identity}`,
  overlapping: (identity) => `Some other workloads can assume ${identity}`,
  disjoint: (identity) => `Other workloads than before can assume ${identity}`,
  'different method': (identity) => `Other keys or a different method can assume ${identity}`,
};

/** Sentences after the description of the former trust policy. */
const lossTexts: Readonly<Partial<Record<TrustPolicyChange['relation'], string>>> = {
  overlapping: ' Some of the former workloads can no longer assume it.',
  disjoint: ' The former workloads can no longer assume it.',
};

/** The next step. The report cannot decide if the change is intended. */
const REMEDY = 'If you do not intend this, restore the previous trust policy.';

/** Returns what the workloads can do with the roles of the identity; empty without a role. */
function abilityText(after: Analysis['after'], path: string): string {
  const grants = identitiesByPath(after.graph).get(path)?.grants ?? [];
  if (grants.length === 0) return '';
  if (holdsIamWrites(after, path)) return ', and can change access';
  const isWriter = grants.some(({ role }) => canWrite(role));
  return isWriter ? ', and can write but not change access' : ', and can only read';
}

/** Without one, the comparison is undecided. */
const predicates: Readonly<Partial<Record<TrustPolicyChange['relation'], string>>> = {
  wider: 'accept more tokens',
  overlapping: 'accept some other tokens',
  disjoint: 'accept only other tokens',
  'different method': 'accept other keys or a different method',
};

/**
 * Returns a sentence about unreviewed code that can newly assume an identity without write access, as others have a finding of their
 * own, and sentences about an environment that may let such code in.
 */
function codeTexts({ after, organization, reachability }: Analysis, path: string, place: Place): readonly string[] {
  const [was, is] = [organization.before, organization.after].map((objects) => {
    const policy = trustPolicyAt(objects, place);
    return { match: policy?.match, unreviewed: policy === undefined ? [] : findUnreviewed(policy, reachability) };
  });
  const environment = environmentText(is?.match);
  const texts = environment !== undefined && is?.unreviewed.length === 0 ? [` ${environment}`] : [];
  const grants = identitiesByPath(after.graph).get(path)?.grants ?? [];
  if (grants.some((grant) => mayWrite(after, grant))) return texts;
  const added = is?.unreviewed.find(({ who }) => !was?.unreviewed.some((former) => former.who === who));
  return added === undefined ? texts : [` ${added.code} can assume it.`, ...texts];
}

/** Returns true if the identity can change access in any group. A role with unknown capabilities counts. */
export function holdsIamWrites({ graph, unknownRoles }: Analysis['after'], path: string): boolean {
  return (identitiesByPath(graph).get(path)?.grants ?? []).some(
    ({ role }) => role.holdsUnknown || unknownRoles.has(role.key) || role.capabilities.some(isIamWrite),
  );
}
