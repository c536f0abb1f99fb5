import './hold-to-contract';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { openApiDocument } from '../../../src/emulator/http/route-table';
import { resourceRoutes } from '../../../src/emulator/http/resource-routes';
import { describeRoutes } from '../../../src/emulator/openapi/document';
import { declarations, roleBinding } from '../../../src/model/kinds';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../../src/model/api';
import { type FieldType, listPath, offers } from '../../../src/model/schema';
import { contractProblems, resolveRef } from './contract';
import { schemaProblems } from './json-schema';

const document = openApiDocument();
const creatable = declarations.filter((declaration) => offers(declaration, 'create'));

async function ask(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const init = {
    method,
    headers: { authorization, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await emulator.handle(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('the contract is published, without a token', async () => {
  const emulator = createEmulator();
  const response = await emulator.handle(new Request('http://localhost/openapi.json'));
  const published = openApiDocument(['http://localhost']);
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(published)));
  emulator.close();
});

test('the contract names the audiences that the exchange accepts', () => {
  const { paths } = openApiDocument(['https://api.example.com']);
  const parameters = paths['/sts/exchange']?.['get']?.['parameters'] as { name: string; schema: { pattern: string } }[];
  const audience = new RegExp(parameters.find(({ name }) => name === 'aud')!.schema.pattern);
  expect(audience.test('https://api.example.com/')).toBe(true);
  expect(audience.test('https://api-example.com')).toBe(false);
  expect(audience.test('https://api.example.com.evil')).toBe(false);
});

test('a batch takes as many objects as the declaration says (O4)', () => {
  const wider = { ...roleBinding, batch: { size: 40 } };
  const { paths } = describeRoutes(resourceRoutes([wider]), []);
  const create = JSON.stringify(paths['/iam/v2beta1/roleBindings:batchCreate']?.['post']);
  expect(create).toContain('"maxItems":40');
  expect(create).toContain('Create up to 40 ');
});

test('every reference leads somewhere, every operation has a name of its own', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
  expect(refs.length).toBeGreaterThan(declarations.length);
  for (const ref of refs) expect(resolveRef(ref)).toBeDefined();
  const names = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('only the default version is documented', () => {
  const [other] = API_VERSIONS.filter((version) => version !== DEFAULT_API_VERSION);
  const paths = Object.keys(document.paths);
  expect(paths.filter((path) => path.split('/').includes(other!))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(['/ping/v2beta1/ping', '/iam/v2beta1/identities:lookupIdentity']));
});

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'the contract restricts the fields of %s to their types',
  (kind, { fields }) => {
    const types: Partial<Record<FieldType['is'], string>> = {
      ...{ string: 'string', bool: 'boolean', integer: 'integer', number: 'number', list: 'array', map: 'object' },
    };
    interface Described {
      readonly type?: string;
      readonly items?: Described;
      readonly additionalProperties?: Described;
    }
    const { properties } = document.components.schemas[kind] as { properties: Record<string, Described> };
    for (const [name, { type }] of Object.entries(fields)) {
      if (!(name in properties) || types[type.is] === undefined) continue;
      expect([name, properties[name]?.type]).toEqual([name, types[type.is]]);
      if (type.is !== 'list' && type.is !== 'map') continue;
      const element = properties[name]?.items ?? properties[name]?.additionalProperties;
      expect([name, element?.type]).toEqual([name, types[type.of.is] ?? element?.type]);
    }
  },
);

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'the operations of %s in the contract are those that are declared (O2)',
  (_, declaration) => {
    const stem = listPath(declaration);
    const methods = new Set([stem, `${stem}/{uid}`].flatMap((path) => Object.keys(document.paths[path] ?? {})));
    const expected = { list: 'get', get: 'get', create: 'post', update: 'patch', delete: 'delete' } as const;
    expect(methods).toEqual(new Set(declaration.operations.map((operation) => expected[operation])));
  },
);

test.each(creatable.map((declaration) => [declaration.kind, declaration] as const))(
  'the example of %s is what the contract takes, an unknown field is not',
  (kind, declaration) => {
    const schema = resolveRef(`#/components/schemas/${kind}Create`);
    const problems = (example: object) => schemaProblems(schema, example, resolveRef);
    // Examples omit references to other objects.
    expect(problems(declaration.examples.create).filter((problem) => !problem.endsWith('is missing'))).toEqual([]);
    expect(problems({ ...declaration.examples.create, colour: 'red' })).toContainEqual(
      '$.colour: is not in the contract',
    );
  },
);

test('an organization lives within the contract, refusals and all', async () => {
  const emulator = createEmulator();
  const root = emulator.rootGroupUid;
  const { body: group } = await ask(emulator, 'POST', `/iam/v2beta1/groups/${root}`, { name: 'ops' });
  await ask(emulator, 'PATCH', `/iam/v2/groups/${group.uid}?updateMask=description`, { description: 'Runs.' });
  const claimMatch = { issuer: 'https://example.com', subject_pattern: '^a$', claims: { a_b: 'c' } };
  const { body: identity } = await ask(emulator, 'POST', `/iam/v2beta1/identities/${group.uid}`, {
    name: 'ci',
    claim_match: claimMatch,
  });
  const { body: role } = await ask(emulator, 'POST', `/iam/v2beta1/roles/${group.uid}`, {
    name: 'r',
    capabilities: ['groups.list'],
  });
  const binding = { identityUid: identity.uid, roleUid: role.uid };
  await ask(emulator, 'POST', '/iam/v2beta1/roleBindings:batchCreate', {
    parent: group.uid,
    requests: [{ roleBinding: binding }],
  });
  await ask(emulator, 'POST', `/iam/v2beta1/accountAssociations/${group.uid}`, {
    name: 'a',
    amazon: { account: '123456789012' },
  });
  const oidc = { issuer: 'https://example.com', clientId: 'c', clientSecret: 'secret' };
  const provider = { name: 'staff', defaultRole: role.uid, oidc };
  await ask(emulator, 'POST', `/iam/v2beta1/identityProviders/${root}`, provider);
  await ask(emulator, 'POST', `/iam/v2beta1/groupInvites/${group.uid}`, { roleUid: role.uid, ttl: '60s' });
  for (const declaration of declarations) {
    const { status } = await ask(emulator, 'GET', `${listPath(declaration)}?page_size=2&uidp.descendants_of=${root}`);
    expect([declaration.kind, status]).toEqual([declaration.kind, 200]);
  }
  await ask(emulator, 'GET', '/auth/v1/ok');
  await ask(emulator, 'GET', '/ping/v2beta1/ping');
  await ask(emulator, 'GET', '/iam/v2beta1/identities:lookupIdentity?issuer=a&subject=b');
  expect((await ask(emulator, 'DELETE', `/iam/v2beta1/groups/${root}`)).status).toBe(400);
  expect((await ask(emulator, 'GET', `/iam/v2beta1/groups/${root}/0123456789abcdef`)).status).toBe(404);
  expect((await ask(emulator, 'GET', '/nothing')).status).toBe(404);
  expect((await ask(emulator, 'PUT', '/iam/v2beta1/groups')).status).toBe(501);
  emulator.close();
});

test('what is not in the contract is noticed', async () => {
  const request = new Request('http://localhost/iam/v2beta1/groups');
  const answered = (body: unknown, status = 200) =>
    contractProblems({ request, response: Response.json(body, { status }) });
  expect(await answered({ groups: [], totalCount: '0', skipped: 0 })).toEqual([]);
  expect(await answered({ groups: [], totalCount: 0, skipped: 0 })).toEqual([expect.stringContaining('totalCount')]);
  expect(await answered({ groups: [{ uid: 'x', colour: 'red' }], totalCount: '1', skipped: 0 })).toEqual(
    expect.arrayContaining([expect.stringContaining('colour'), expect.stringContaining('name: is missing')]),
  );
  expect(await answered({ code: 5, message: 'x', details: [] }, 500)).toEqual([expect.stringContaining('404')]);
  const misnamed = new Request('http://localhost/iam/v2beta1/groups', { method: 'POST', body: '{"nmae":"x"}' });
  const response = new Response(JSON.stringify({}));
  expect(await contractProblems({ request: misnamed, response })).toContainEqual(expect.stringContaining('nmae'));
});
