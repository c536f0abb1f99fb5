/** Finds who else can use unmanaged objects: identities, grants and open invites. */
import { groupBy } from '../../access/graph/paths';
import { trustedOwnerName } from '../../access/rules';
import { findHighestAccess, getHeldRole } from '../access/rights';
import type { Exposure } from '../report/reviewed-objects';
import type { Review } from '../report/review-result';
import type { IdentityExposure } from './drift-owners';
import { findKeyExpiry } from './rows';

/** Returns the others who can assume identities, by the keys of the identities and of their grants. */
export function findExposures(
  { objects, after: { grants }, undeclaredOwners }: Review,
  now = new Date(),
): ReadonlyMap<string, IdentityExposure> {
  // A grant to the main owner of a platform is usual: each unmanaged object needs a decision anyway.
  const unusual = new Map(
    undeclaredOwners.flatMap((owner) =>
      owner.isMain ? [] : owner.identities.map((identity) => [identity, ofUnusualOwner(owner, identity)] as const),
    ),
  );
  const held = groupBy(grants, ({ identity }) => identity.key);
  const found = new Map(
    objects.flatMap(({ after, node, path: identity }) => {
      const exposure = after?.exposure?.to === 'unknown' ? unusual.get(identity) : after?.exposure;
      if (after === undefined || exposure === undefined || findKeyExpiry(after, now) !== undefined) return [];
      // An invite that anyone can use is its own grant.
      if (node === 'grant') return [[after.key, { ...exposure, identity }] as const];
      const { text, ...rest } = exposure;
      const sentence = text.replace(' it: ', () => ` ${identity}: `);
      const access = findHighestAccess((held.get(after.key) ?? []).map(getHeldRole));
      return [[after.key, { ...rest, identity, text: sentence, ...(access !== undefined && { access }) }] as const];
    }),
  );
  for (const { key, identity } of grants) {
    const exposure = found.get(identity.key);
    if (exposure !== undefined) found.set(key, exposure);
  }
  return found;
}

/** Returns the exposure of an identity to an owner that nobody declares, and that is not the main one of its platform. */
function ofUnusualOwner(owner: Review['undeclaredOwners'][number], identity: string): Exposure {
  const { entry, otherEntries, name } = owner;
  return {
    to: 'outsiders',
    text: `${identity} trusts the unusual owner ${trustedOwnerName(owner)}, which nobody declares`,
    names: name === undefined ? [] : [name],
    entries: [entry, ...otherEntries],
  };
}
