/** The JSON schema of an organization: the keys that the file accepts, with descriptions. */
import type { GrantData, GroupData, IdentityData, RoleData } from '../../../constructs';
import { organizationSchema } from '../../../constructs/organization/json-schema';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly definitions?: { readonly group: Schema; readonly trust: Schema };
  readonly $ref?: string;
}

const schema = organizationSchema() as Schema;
const { group, trust } = schema.definitions!;

/** The keys of the types for programs. The compiler rejects a missing or an unknown one. */
type Keys<T> = Readonly<Record<keyof T, true>>;
const contents = { roles: true, identities: true, people: true, grants: true, groups: true } as const;
const groupKeys: Keys<GroupData> = { name: true, description: true, deletionProtection: true, ...contents };
const roleKeys: Keys<RoleData> = { name: true, description: true, capabilities: true };
const grantKeys: Keys<GrantData> = { role: true, identity: true, identities: true, expires: true };
const identityKeys: Keys<IdentityData> = {
  ...({ name: true, description: true, roles: true, rotateOn: true, deletionProtection: true } as const),
  ...({ assumedBy: true, claimMatch: true, staticKeys: true, awsIdentity: true, servicePrincipal: true } as const),
};

test.each<[name: string, found: Schema, keys: object]>([
  ['a group', group, groupKeys],
  ['a role', group.properties!['roles']!.additionalProperties as Schema, roleKeys],
  ['an identity', group.properties!['identities']!.additionalProperties as Schema, identityKeys],
  ['a grant', group.properties!['grants']!.items!, grantKeys],
])('%s has the keys of its type', (_, found, keys) => {
  expect(Object.keys(found.properties!).sort()).toEqual(Object.keys(keys).sort());
});

test('an organization has the keys of a group without its own fields', () => {
  expect(Object.keys(schema.properties!)).toEqual(['$schema', ...Object.keys(contents)]);
  expect(schema.properties!['groups']!.additionalProperties).toEqual({ $ref: '#/definitions/group' });
});

test('a role, and a person, can be text', () => {
  const { items } = group.properties!['people']!.additionalProperties as Schema;
  expect(items!.anyOf).toMatchObject([{ type: 'string' }, { properties: { email: {}, issuer: {}, subject: {} } }]);
  const identity = group.properties!['identities']!.additionalProperties as Schema;
  expect(identity.properties!['roles']!.items!.anyOf).toMatchObject([{ type: 'string' }, { required: ['role'] }]);
});

test('an identity can name a platform, whose ids can be numbers', () => {
  const identity = group.properties!['identities']!.additionalProperties as Schema;
  expect(identity.properties!['assumedBy']).toMatchObject({ $ref: '#/definitions/trust' });
  const { ids, workflow } = trust.properties!['gitHubActions']!.properties!;
  expect(ids!.properties!['owner']!.type).toEqual(['string', 'integer']);
  expect(workflow!.anyOf).toMatchObject([{ type: ['string', 'integer'] }, { type: 'array' }]);
});

test('every object rejects unknown keys, and every key has a description', () => {
  const check = (part: Schema): number => {
    const properties = Object.entries(part.properties ?? {});
    if (part.properties !== undefined) expect(part.additionalProperties).toBe(false);
    for (const [name, { description = '' }] of properties)
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
    const inner = [
      ...properties.map(([, property]) => property),
      ...(part.anyOf ?? []),
      ...(part.items ? [part.items] : []),
    ];
    if (typeof part.additionalProperties === 'object') inner.push(part.additionalProperties);
    return properties.length + inner.reduce((sum, each) => sum + check(each), 0);
  };
  expect(check(schema) + check(group) + check(trust)).toBeGreaterThan(140);
});
