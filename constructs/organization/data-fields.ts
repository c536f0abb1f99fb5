/** The fields of the data of a group, derived from the declarations. The checks and the JSON schema use them. */
import { group, groupInvite, identity, resourceSettings, role } from '../../src/model/kinds';
import {
  exactlyOneOf,
  isInput,
  list,
  map,
  message,
  string,
  type Declaration,
  type Field,
  type Fields,
} from '../../src/model/schema';
import { TRUST, TRUST_RULES } from '../trust/trust-fields';

const roleName = (behavior: 'required' | 'optional'): Field =>
  string([behavior], 'The name of a built-in role, or of a custom role of the group or of a group above it.');

const expires = string(
  ['optional'],
  'The first day without the access, as a UTC date: `2027-03-31`. Without it, the access has no end.',
);

const roleGrant: Fields = { role: roleName('required'), expires };

const person: Fields = {
  ...only(groupInvite, ['email', 'ttl', 'recipientJwk']),
  issuer: string(['optional'], 'The URL of the issuer that the person signs in with.', { format: 'httpsUrl' }),
  subject: string(['optional'], 'The subject of the person at the issuer.'),
  expires,
};
const personRules = [exactlyOneOf('email', 'subject')];

const grant: Fields = {
  role: roleName('required'),
  identity: string(['optional'], 'The identity, by its path of keys: `payments/ci`.'),
  identities: list(['optional'], 'Several identities, by their paths of keys.', { is: 'string' }, { minItems: 1 }),
  expires,
};

const identityFields: Fields = {
  ...settable(identity),
  assumedBy: message(
    ['optional'],
    'The workloads or the person that can assume the identity, by platform.',
    TRUST,
    TRUST_RULES,
  ),
  roles: list(['optional'], 'The roles of the identity in its group and all groups under it.', {
    is: 'message',
    fields: roleGrant,
  }),
};

/** The contents of a group: the keys of an organization's root. */
export const CONTENTS: Fields = {
  roles: map(
    ['optional'],
    'The custom roles of the group, by name. They are valid in the group and all groups under it.',
    {
      is: 'message',
      fields: settable(role),
    },
  ),
  identities: map(['optional'], 'The identities of the group, by name.', {
    is: 'message',
    fields: identityFields,
    rules: identity.rules?.map(({ rule, fields }) => ({ rule, fields: ['assumedBy', ...fields] })) ?? [],
  }),
  people: map(['optional'], 'The people who have a role in the group, by role.', {
    is: 'list',
    of: { is: 'message', fields: person, rules: personRules },
  }),
  grants: list(['optional'], 'Grants in the group, also to identities of other groups.', {
    is: 'message',
    fields: grant,
    rules: [exactlyOneOf('identity', 'identities')],
  }),
  groups: map(['optional'], 'The groups in the group, by name.', {
    is: 'message',
    get fields() {
      return GROUP;
    },
  }),
};

/** The keys of a file. */
export const FILE: Fields = {
  $schema: string(['optional'], 'The JSON schema of this file, for editors.'),
  ...CONTENTS,
};

/** A group in a group. */
export const GROUP: Fields = { ...settable(group), ...CONTENTS };

/** Text instead of an object represents the object with this field. */
const shorthands = new Map<Fields, string>([
  [roleGrant, 'role'],
  [person, 'email'],
]);

/** Returns the field that text represents, if it is written instead of an object with these fields. */
export function findShorthand(fields: Fields): string | undefined {
  return shorthands.get(fields);
}

/** Returns the fields of an object that users write. The key is its default name, and its place in the data is its parent. */
function settable(declaration: Declaration): Fields {
  const settings = Object.entries(resourceSettings(declaration)).filter(([, { type }]) => type.is !== 'message');
  const own = Object.entries(declaration.fields).filter(
    ([, field]) => isInput(field) && field.notInTerraform === undefined,
  );
  return {
    ...Object.fromEntries(own.map(([name, field]) => [name, name === 'name' ? keyByDefault(field) : field])),
    ...Object.fromEntries(settings),
  };
}

function keyByDefault(field: Field): Field {
  return { ...field, behavior: ['optional'], description: `${field.description} Without it, the key is the name.` };
}

function only({ fields }: Declaration, names: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => [name, { ...field, behavior: ['optional'] as const }]),
  );
}
