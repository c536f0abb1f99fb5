/** The current organization as a change that creates all of it: rules about new access then evaluate all access. */
import { containerKind } from '../../model/kinds';
import type { ReviewedOrganization } from './assemble';
import { parentOfUid, type PlatformObject } from './objects/objects';

/** Returns the organization with nothing before the change. People and built-in roles stay outside of the change. */
export function createFromNothing(organization: ReviewedOrganization): ReviewedOrganization {
  const after = new Map(
    [...organization.after].map(([id, object]) => [id, isInGroup(object) ? toManaged(object) : object]),
  );
  return { ...organization, before: new Map(), after, driftCount: 0, outdated: [], transitions: [] };
}

/** Returns true for groups, and for objects in a group. */
function isInGroup({ declaration, key, isManaged }: PlatformObject): boolean {
  return isManaged || declaration === containerKind || parentOfUid(declaration, key) !== undefined;
}

/** Matches of a change contain only managed objects. */
function toManaged({ instances: [first, ...others], ...object }: PlatformObject): PlatformObject {
  return { ...object, isManaged: true, instances: [{ ...first, isManaged: true }, ...others] };
}
