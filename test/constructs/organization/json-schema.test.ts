/** The JSON schema of an organization: the keys that the file accepts, with descriptions. */
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

test('an organization and its groups have the keys of the data', () => {
  const contents = ['roles', 'identities', 'people', 'grants', 'groups'];
  expect(Object.keys(schema.properties!)).toEqual(['$schema', ...contents]);
  expect(Object.keys(group.properties!).sort()).toEqual(
    ['name', 'description', 'deletionProtection', ...contents].sort(),
  );
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
  const check = (one: Schema): number => {
    const properties = Object.entries(one.properties ?? {});
    if (one.properties !== undefined) expect(one.additionalProperties).toBe(false);
    for (const [name, { description = '' }] of properties)
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
    const inner = [
      ...properties.map(([, property]) => property),
      ...(one.anyOf ?? []),
      ...(one.items ? [one.items] : []),
    ];
    if (typeof one.additionalProperties === 'object') inner.push(one.additionalProperties);
    return properties.length + inner.reduce((sum, each) => sum + check(each), 0);
  };
  expect(check(schema) + check(group) + check(trust)).toBeGreaterThan(140);
});
