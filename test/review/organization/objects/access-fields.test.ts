/** Every attribute of every kind that decides access, as the declarations state it: each change of it is reported. */
import { declarations } from '../../../../src/model/kinds';
import {
  accessFields,
  behaves,
  isInput,
  toAttribute,
  type Declaration,
  type Field,
  type FieldType,
  type Rule,
} from '../../../../src/model/schema';
import type { Report } from '../../../../src/review';
import { unknownAccessFields } from '../../../../src/review/organization/objects/access-fields';
import type { Instance } from '../../../../src/review/organization/objects/objects';
import { UNKNOWN_VALUE } from '../../../../src/access/rules';
import { reviewEdit, trusts, type EditedObject, type EditedObjects } from '../../edited-plan';

const organization: EditedObjects = {
  acme: { type: 'group' },
  shop: { type: 'group', in: 'acme' },
  look: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
  admin: { type: 'role', in: 'acme', values: { capabilities: ['role_bindings.create'] } },
  ci: { type: 'identity', in: 'acme', values: trusts('shop') },
  deployer: { type: 'identity', in: 'acme', values: trusts('deploy') },
  binding: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'look' },
  staff: {
    ...{ type: 'identity_provider', in: 'acme' },
    values: {
      default_role: '$look',
      oidc: { issuer: 'https://login.example', client_id: 'platform', pkce_enabled: true },
    },
  },
  mapping: {
    ...{ type: 'external_group_role_mapping', in: 'staff' },
    values: { external_group_id: 'admins', role_uid: '$admin', scope_uid: '$acme' },
  },
  invite: { type: 'group_invite', in: 'acme', values: { role_uid: '$look', ttl: '3600s', email: 'ada@acme.example' } },
  account: { type: 'account_association', in: 'shop', values: {} },
};

/** The object of each kind whose attribute changes: it gives access, or something gives access through it. */
const labels = new Map(Object.entries(organization).map(([label, { type }]) => [type, label]));
labels.set('identity', 'ci').set('role', 'look');

type Pair = readonly [one: unknown, other: unknown];

const formats: Readonly<Record<string, Pair>> = {
  httpsUrl: ['https://one.example', 'https://two.example'],
  pattern: ['^one$', '^two$'],
  jwks: ['{"keys":[{"kid":"one"}]}', '{"keys":[{"kid":"two"}]}'],
  publicJwk: ['{"kty":"EC","kid":"one"}', '{"kty":"EC","kid":"two"}'],
  timestamp: ['2040-01-01T00:00:00Z', '2041-01-01T00:00:00Z'],
  duration: ['3600s', '7200s'],
  email: ['one@acme.example', 'two@acme.example'],
};
const references: Readonly<Record<string, Pair>> = {
  Role: ['$look', '$admin'],
  Identity: ['$ci', '$deployer'],
  Group: ['$acme', '$shop'],
};

/** Two values of a type that mean something else. */
function valuesOf(type: FieldType): Pair {
  switch (type.is) {
    case 'bool':
      return [true, false];
    case 'integer':
    case 'number':
      return [1, 2];
    case 'list': {
      if (type.of.is === 'string' && type.of.format === 'capability') return [['roles.list'], ['identity.update']];
      const [one, other] = valuesOf(type.of);
      return [[one], [other]];
    }
    case 'map': {
      const [one, other] = valuesOf(type.of);
      return [{ key: one }, { key: other }];
    }
    case 'string':
      return references[type.refersTo ?? ''] ?? formats[type.format ?? ''] ?? ['one', 'two'];
    default:
      throw new TypeError(`no values of the type ${type.is}`);
  }
}

/** A change of one attribute: from one set of attributes of the object to another. */
interface AttributeChange {
  readonly before: object;
  readonly after: object;
  readonly isReplaced: boolean;
}

function changesOf(name: string, field: Field, rules: readonly Rule[] = []): AttributeChange[] {
  const { type, behavior } = field;
  const attribute = toAttribute(name, field);
  const change = (before: unknown, after: unknown): AttributeChange => ({
    before: { [attribute]: before ?? null },
    after: { [attribute]: after ?? null },
    isReplaced: behavior.includes('immutable'),
  });
  const isChoice = rules.some(({ rule, fields }) => rule === 'exactlyOneOf' && fields.includes(name));
  if (type.is !== 'message') {
    const [one, other] = valuesOf(type);
    const ends = behaves(field, 'required') || isChoice ? [] : [change(undefined, one), change(one, undefined)];
    return [change(one, other), ...ends];
  }
  const inside = Object.entries(type.fields).flatMap(([member, inner]) => {
    if (inner.decidesAccess === false || !isInput(inner)) return [];
    const rest = memberValues(type.fields, type.rules ?? [], member);
    return changesOf(member, inner, type.rules).map(({ before, after }) =>
      change({ ...rest, ...before }, { ...rest, ...after }),
    );
  });
  const whole = memberValues(type.fields, type.rules ?? []);
  return isChoice || behaves(field, 'required')
    ? inside
    : [...inside, change(undefined, whole), change(whole, undefined)];
}

/** Values of the members that a message needs, in addition to one member. */
function memberValues(fields: Readonly<Record<string, Field>>, rules: readonly Rule[], given = ''): object {
  const chosen = rules.flatMap(({ rule, fields: names }) =>
    rule !== 'atMostOneOf' && !names.includes(given) ? names.slice(0, 1) : [],
  );
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      name !== given && (behaves(field, 'required') || chosen.includes(name))
        ? [[toAttribute(name, field), valuesOf(field.type)[0]]]
        : [],
    ),
  );
}

/** The changes of a kind. Fields of Terraform alone decide the use of a response: another value replaces the object. */
function changesOfKind({ terraform, rules, ...kind }: Declaration): AttributeChange[] {
  const own = Object.entries(terraform?.fields ?? {}).filter(([, field]) => field.decidesAccess === true);
  return [
    ...accessFields({ terraform, rules, ...kind }).flatMap(([name, field]) => changesOf(name, field, rules)),
    ...own.flatMap(([name, field]) => changesOf(name, field).map((change) => ({ ...change, isReplaced: true }))),
  ];
}

function reviewed(type: string, { before, after, isReplaced }: AttributeChange): Report {
  const label = labels.get(type)!;
  const object = organization[label]!;
  const { claim_match: _, ...others } = object.values ?? {};
  const rest = type === 'identity' && !('claim_match' in before) ? others : object.values;
  const withValues = (values: object, more: Partial<EditedObject> = {}): EditedObjects => ({
    ...organization,
    [label]: { ...object, ...more, values: { ...rest, ...values } },
  });
  return reviewEdit(withValues(before), withValues(after, { isReplaced }));
}

const kinds = declarations.flatMap((kind) =>
  kind.terraform === undefined ? [] : [[kind.terraform.type, kind] as const],
);
const deciding = kinds.filter(([, kind]) => accessFields(kind).length > 0);

test('every kind of resource but groups has attributes that decide access', () => {
  expect(kinds.filter((kind) => !deciding.includes(kind)).map(([type]) => type)).toEqual(['group']);
  expect(deciding.flatMap(([, kind]) => changesOfKind(kind)).length).toBeGreaterThan(60);
});

test.each(deciding)('each change of an attribute of %s that decides access is a finding, or a row', (type, kind) => {
  const silent = changesOfKind(kind).filter((change) => {
    const { findings, access, assume } = reviewed(type, change);
    const found = findings.filter(({ address }) => address === `platform_${type}.${labels.get(type)}`);
    return [found, access.gained, access.lost, assume].flat().length === 0;
  });
  expect(silent).toEqual([]);
});

test.each(deciding)('each attribute of %s that decides access is reported while it is unknown', (type, declaration) => {
  const unresolvedIn = (values: object) => unknownAccessFields({ declaration, values } as unknown as Instance);
  for (const [name, field] of accessFields(declaration)) {
    const attribute = toAttribute(name, field);
    const isReference = field.type.is === 'string' && field.type.refersTo !== undefined;
    expect(unresolvedIn({ [attribute]: UNKNOWN_VALUE })).toEqual(isReference ? [] : [attribute]);
    const members = field.type.is === 'message' ? Object.entries(field.type.fields) : [];
    for (const [member, inner] of members) {
      const isHarmless = inner.decidesAccess === false || behaves(inner, 'serverDefault');
      const found = unresolvedIn({ [attribute]: { [toAttribute(member, inner)]: UNKNOWN_VALUE } });
      expect([type, member, found]).toEqual([type, member, isHarmless ? [] : [attribute]]);
    }
  }
});
