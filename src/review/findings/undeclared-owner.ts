/** Findings about owners that no configuration declares, and that are not the main one of their platform. */
import { few } from '../../base/text/words';
import type { GrantNode } from '../../access/graph';
import type { RequiredOwner } from '../../access/trust';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { getExposure } from '../access/assume/outsiders';
import {
  getShare,
  isDecidedBefore,
  listOwnersBefore,
  trustedOwners,
  withHiddenOwners,
  type Accepting,
  type ReportedOwner,
} from '../access/trusted-owners';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { objectId } from '../organization/objects/objects';
import { isWidened } from './claim-widened';
import { mayWrite } from '../access/rights';
import { findGained, grantFacts, grantsText } from './shared/evidence';
import { hiddenOwnerTexts, ownerTexts, type OwnerTrust } from './shared/owner-texts';
import { declaredAt, whereIs, type Finding } from './shared/finding';

/**
 * Reports identities that gain access, or that accept more tokens, if the configuration declares no owners and their owner is not the
 * main one of its platform. An outsider then looks like any other workload. Other outsiders have a finding of their own.
 */
export const undeclaredOwner = (analysis: Analysis): Finding[] => findUndeclared(analysis, 'gets');

/** Reports the same identities of the current organization, where all access counts. */
export const undeclaredOwnerHeld = (analysis: Analysis): Finding[] => findUndeclared(analysis, 'has');

function findUndeclared(analysis: Analysis, verb: 'gets' | 'has'): Finding[] {
  if (analysis.owners !== undefined) return [];
  const owners = trustedOwners(analysis);
  const getTrust = createTrustTest(analysis, owners, verb);
  return [
    ...owners.flatMap((owner) =>
      owner.isMain ? [] : owner.identities.flatMap((by) => findIn(analysis, by, getTrust(by, owner), owner)),
    ),
    ...withHiddenOwners(analysis).flatMap((by) => findIn(analysis, by, getTrust(by, undefined), undefined)),
  ];
}

/** The trust of an identity in an owner, and the grants that the finding reports. */
interface Trusting {
  readonly trust: OwnerTrust;
  readonly grants: readonly GrantNode[];
  /** The owners that it trusted before, and no longer trusts. */
  readonly former: readonly RequiredOwner[];
}

/** Creates a function that returns the change of an identity's trust in an owner; `undefined` if the change gives the owner nothing. */
function createTrustTest(
  analysis: Analysis,
  owners: readonly ReportedOwner[],
  verb: 'gets' | 'has',
): (accepting: Accepting, owner: ReportedOwner | undefined) => Trusting | undefined {
  const { matches, trustPolicyChanges } = analysis;
  const widened = new Set(trustPolicyChanges.filter(isWidened).map((change) => change.identity));
  const added = new Set(
    trustPolicyChanges.filter(({ relation }) => relation === 'added').map((policy) => policy.identity),
  );
  const keysBefore = new Map(
    matches.flatMap(({ declaration, before, after }) =>
      declaration === identity && before !== undefined && after !== undefined ? [[after.key, before.key]] : [],
    ),
  );
  const isNew = ({ acceptedBefore }: ReportedOwner, key: string) => {
    const keyBefore = keysBefore.get(key);
    return keyBefore !== undefined && !acceptedBefore.has(keyBefore);
  };
  const accepts = ({ identities }: ReportedOwner, key: string) => identities.some(({ node }) => node.key === key);
  return ({ node }, owner) => {
    const { key, path, grants } = node;
    const { grants: got } = findGained(analysis, node);
    const [isOpened, isOwnerNew] = [widened.has(path), owner !== undefined && isNew(owner, key)];
    if (grants.length === 0) {
      const isReported = verb === 'gets' && isDecidedBefore(analysis) && (added.has(path) || (isOpened && isOwnerNew));
      return isReported ? { trust: 'without a role', grants, former: [] } : undefined;
    }
    if (isOpened && isOwnerNew) {
      const keyBefore = keysBefore.get(key) ?? '';
      const kept = new Set(owners.flatMap((other) => (accepts(other, key) ? other.entries : [])));
      const former = listOwnersBefore(analysis).get(keyBefore) ?? [];
      return { trust: 'new owner', grants, former: former.filter((previous) => !kept.has(previous.identity)) };
    }
    if (got.length > 0) return { trust: verb, grants: got, former: [] };
    // The new owner of the same identity has a finding.
    const isOther = owners.some((other) => !other.isMain && accepts(other, key) && isNew(other, key));
    return isOpened && !isOther ? { trust: 'more tokens', grants, former: [] } : undefined;
  };
}

function findIn(
  analysis: Analysis,
  { level, node: { key, path } }: Accepting,
  trusting: Trusting | undefined,
  owner: ReportedOwner | undefined,
): Finding[] {
  const instance = analysis.organization.after.get(objectId(identity, key))?.instances[0];
  if (trusting === undefined || instance === undefined) return [];
  const { outsiders, unknown } = getExposure(instance, analysis.outsiders);
  // Another finding reports these.
  if (outsiders.length > 0 || (owner === undefined && unknown.length > 0)) return [];
  const { trust, grants, former } = trusting;
  const roles = grantsText(grants);
  const about = { path, trust, roles, former };
  const texts = owner === undefined ? hiddenOwnerTexts(about) : ownerTexts(owner, about, isDecidedBefore(analysis));
  const { reason, key: causeKey, cause, predicate, entries, quoted } = texts;
  const isWriter = grants.some((grant) => mayWrite(analysis.after, grant));
  const names = few([...new Set(grants.map(({ role }) => role.name))]);
  return [
    {
      id: 'undeclared-owner',
      // Someone else can use access that others have: the review of that access does not count for them.
      severity: isWriter || trust === 'new owner' ? 'high' : 'medium',
      subject: path,
      reason,
      predicate: `${trust === 'gets' ? 'get' : 'hold'} ${grants.length === 0 ? 'no role' : names}`,
      quoted,
      ...(grants.length > 0 && { holds: roles }),
      danger: level + (owner === undefined ? 0 : 1 - getShare(owner)),
      evidence: [entries, getTrustPolicy(instance), grants.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
      identity: path,
      cause: { key: causeKey, text: cause, predicate, isOfState: true },
      ...(grants.length === 0 ? declaredAt(instance) : whereIs(analysis, grants[0]?.key)),
    },
  ];
}
