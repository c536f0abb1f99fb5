/** Findings about identities that move to another group. */
import { parentAttribute } from '../../model/schema';
import { containerKind, identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { declaredAt, type Finding } from './shared/finding';
import { objectId } from '../organization/objects/objects';
import { createReferences } from '../organization/objects/references';
import { holdsIamWrites } from './claim-widened';
import { getGrants } from './shared/evidence';

/**
 * Reports identities that are recreated in another group: those who can update identities there can assume them. An identity that
 * moves together with its group is part of that change.
 */
export function identityMoved(analysis: Analysis): Finding[] {
  const { matches, changesOfMatches, organization, readers, after } = analysis;
  const name = parentAttribute(identity) ?? '';
  const refer = { before: createReferences(organization.before), after: createReferences(organization.after) };
  return matches.flatMap((match) => {
    const { declaration, before: objectBefore, after: objectAfter, pathBefore, pathAfter } = match;
    if (declaration !== identity || objectBefore === undefined || objectAfter === undefined || pathAfter === undefined)
      return [];
    const fields = changesOfMatches.get(match)?.fields ?? [];
    if (!fields.some(({ field }) => field === name)) return [];
    const [old, instance] = [objectBefore.instances[0], objectAfter.instances[0]];
    const [from, to] = [refer.before(old, name), refer.after(instance, name)];
    const isThere = (referred: typeof from, objects: Analysis['organization']['after']) =>
      'key' in referred && referred.key !== undefined && isGroupThere(referred.key, objects);
    if (!isThere(from, organization.after) && !isThere(to, organization.before)) return [];
    const group = readers.after.findGroup(instance);
    return [
      {
        id: 'identity-moved',
        severity: holdsIamWrites(after, pathAfter) ? 'high' : 'medium',
        subject: pathAfter,
        reason: `${pathBefore ?? objectBefore.key} is recreated in ${group}: everyone who can update identities there can assume it.`,
        evidence: [pathBefore, group, getGrants(after, pathAfter)],
        identity: pathAfter,
        group,
        ...declaredAt(instance),
      },
    ];
  });
}

function isGroupThere(key: string, objects: Analysis['organization']['after']): boolean {
  return objects.has(objectId(containerKind, key));
}
