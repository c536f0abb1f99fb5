/** The owners of the current organization. */
import { groupBy } from '../../access/graph/paths';
import { capitalized } from '../../base/text/words';
import { identity } from '../../model/kinds';
import { ADMINISTRATIVE, countedCapabilities, getOwnerLevel, ownerLevelText } from '../access/capability-text';
import type { Analysis } from '../access/analysis';
import { describe } from '../access/assume/describe';
import { findUnreviewed, getExposure } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { grantsGiving, rolesText } from '../findings/shared/evidence';
import { whereIs, type Finding } from '../findings/shared/finding';
import { isPerson, objectId } from '../organization/objects/objects';

/**
 * Reports everyone with administrative access: capabilities that owners have and editors lack. Other findings report people behind
 * an invite or an identity provider.
 */
export function ownerHeld(analysis: Analysis): Finding[] {
  const { gained, isOwnerLevel, after, organization, reachability, now } = analysis;
  const lines = gained.flatMap((line) => {
    const own = line.fresh.filter(isOwnerLevel);
    const grants = grantsGiving(after.graph, line, own);
    const who = grants[0]?.identity;
    return own.length === 0 || who?.grantedBy !== undefined ? [] : [{ line, own, grants, who }];
  });
  return [...groupBy(lines, ({ line }) => line.group)].flatMap(([group, all]) =>
    all.map(({ line, own, grants, who }): Finding => {
      const object = who && organization.after.get(objectId(identity, who.key));
      const instance = object?.instances[0];
      const isSomebody = instance !== undefined && isPerson(instance);
      const { outsiders = [] } = instance === undefined ? {} : getExposure(instance, analysis.outsiders);
      const isOpen = outsiders.some(({ token }) => token !== undefined);
      const policy = instance && getTrustPolicy(instance);
      const isUnreviewed = policy !== undefined && findUnreviewed(policy, analysis.reachability).length > 0;
      const assumed = isSomebody ? 'a person' : instance && describe(getTrustPolicy(instance), reachability, now);
      const isOwner = line.roles.includes('owner');
      const level = getOwnerLevel(own);
      const place = level === ADMINISTRATIVE ? `${level} in ${group}` : level;
      return {
        id: 'owner-held',
        severity: isOpen ? 'high' : isSomebody ? 'low' : 'medium',
        subject: `${line.identity} in ${group}`,
        reason: `${line.identity} ${isOwner ? 'is an owner' : `has ${ownerLevelText(own)}`} in ${group}${isOpen ? ', and outsiders can assume it' : ''}.`,
        predicate: isOwner ? 'hold the role owner' : `hold ${countedCapabilities(own, ' that an editor lacks')}`,
        witness: `by ${rolesText(grants)}${assumed === undefined ? '' : `: ${assumed}`}`,
        // A new group beneath gives an owner nothing new.
        evidence: [line.capabilities, line.except, line.roles, instance && getTrustPolicy(instance)],
        danger: (isOpen ? 4 : isUnreviewed ? 2 : 0) + (isOwner ? 1 : 0),
        identity: line.identity,
        group,
        cause: isOpen
          ? {
              key: `outsiders with ${level} in ${group}`,
              text: `Outsiders have ${level} in ${group}`,
              isOfState: true,
            }
          : // The owners of each group are a list. Any other such access is one list.
            { key: place, text: capitalized(place), isOfState: true },
        ...whereIs(analysis, grants[0]?.key),
      };
    }),
  );
}
