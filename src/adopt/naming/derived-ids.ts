/** The ids that the constructs derive for objects without names: role bindings and invites. Terraform addresses contain them. */
import { groupInvite } from '../../model/kinds';
import type { AdoptedObject, Target } from '../organization/model';
import { replaceDots, toEmailName, toTerraformName } from '../../base/text/terraform-name';
import type { DerivedId, Keys } from './keys';

type Person = Extract<Target, { is: 'person' }>;

/** Returns the part of ids that identifies a person. */
export type PersonLabel = (person: Person) => string;

/** Returns the id of a role binding from `grant`, or of an invite from `invite`. */
export function derivedId(object: AdoptedObject, keys: Keys, personLabel: PersonLabel): DerivedId {
  const { declaration, values, references, group } = object;
  const role = label(references['roleUid'], keys, personLabel);
  if (declaration === groupInvite) return { id: `${toEmailName(String(values['email']))}_${role}`, isAddress: false };
  const identity = references['identityUid'];
  if (identity?.is === 'adopted' && identity.object.group === group)
    return { id: toTerraformName([keys.of(identity.object), role]), isAddress: false };
  const id = `${label(identity, keys, personLabel)}_${role}_on_${toTerraformName(keys.getIds(group))}`;
  return { id, isAddress: true };
}

function label(target: Target | undefined, keys: Keys, personLabel: PersonLabel): string {
  switch (target?.is) {
    case 'adopted':
      return toTerraformName(keys.getIds(target.object));
    case 'builtIn':
      return toTerraformName([replaceDots(target.name)]);
    case 'person':
      return personLabel(target);
    case 'other':
      return `uid_${target.uid.replace(/^.*\//, '')}`;
    case undefined:
      return '';
  }
}
