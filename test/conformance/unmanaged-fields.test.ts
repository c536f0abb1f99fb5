/** Fields of the service that no resource manages: the emulator keeps them, and no write of ours resets them. */
import { snakeCase } from '../../src/model/api';
import { createClient } from '../../src/client';
import { createEmulator } from '../../src/emulator';
import { createServices } from '../../src/emulator/grpc/methods';
import { protoTexts } from '../../src/emulator/grpc/proto-files';
import { startHost } from '../../src/plugin/testing';
import { parentAttribute, resourceFields } from '../../src/provider/convert/to-api';
import { attributeValue } from '../../src/provider/convert/to-state';
import { createProvider } from '../../src/provider/provider';
import { containerKind, declarations } from '../../src/model/kinds';
import { identifierField, listPath, servedFields, typeName, type Declaration } from '../../src/model/schema';
import { changesOf, exampleOf, getPlace, type Values } from '../cli/conformance/cases';

const samples: Readonly<Record<string, unknown>> = {
  'Group.kind': 'ORG_KIND_CUSTOMER',
  'Group.status': 'ORG_STATUS_READY',
  'Identity.company': 'Acme',
  'IdentityProvider.oidc.correlationRule': 'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID',
  'AccountAssociation.github': {
    appInstallations: { '42': { installations: [{ installationId: '7', name: 'acme' }] } },
  },
  'AccountAssociation.chainguard': { serviceBindings: { SERVICE_PRINCIPAL_INGESTER: 'a'.repeat(40) } },
};

const fields = declarations.flatMap((declaration) =>
  Object.keys(declaration.unmanagedFields ?? {}).map((path) => ({
    declaration,
    path,
    key: `${declaration.kind}.${path}`,
  })),
);

const at = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values);

const within = (path: string, value: unknown): Values =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

/** The value as an attribute: with the names of Terraform, except for the keys of maps. */
function asAttribute(value: unknown): unknown {
  return typeof value === 'object' ? expect.anything() : value;
}

function merged(values: Values, path: string, value: unknown): Values {
  const [outer = ''] = path.split('.');
  const inner = path.includes('.')
    ? { ...(values[outer] as Values), ...(within(path, value)[outer] as Values) }
    : value;
  return { ...values, [outer]: inner };
}

async function startService(declaration: Declaration) {
  const emulator = createEmulator();
  const token = await emulator.administratorToken();
  const options = { baseUrl: 'http://localhost', token, fetch: (request: Request) => emulator.handle(request) };
  const client = createClient(options);
  const { uid } = await client.create(containerKind, emulator.rootGroupUid, { name: 'place' });
  const place = await getPlace(client, declaration, String(uid));
  const input = await exampleOf(client, declaration, String(uid));
  const ask = async (method: string, path: string, body?: Values) => {
    const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) };
    const response = await emulator.handle(new Request(`http://localhost${listPath(declaration)}${path}`, init));
    return (await response.json()) as Values;
  };
  const provider = createProvider({
    env: { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: token },
    fetch: (request: Request) => emulator.handle(request),
  });
  return { emulator, client, place, input, ask, provider };
}

test('every unmanaged field has a sample', () => {
  expect(fields.map(({ key }) => key).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(fields)('$key', ({ declaration, path, key }) => {
  const value = samples[key];

  test('is stored and returned, in a list and after a restart too, and is absent while it is unset', async () => {
    const { emulator, place, input, ask } = await startService(declaration);
    const created = await ask('POST', `/${place}`, merged(input, path, value));
    expect(at(created, path)).toEqual(value);
    const uid = String(created[identifierField(declaration)]);
    const listed = (await ask('GET', `?uidp.ids=${uid}`))[declaration.collection] as Values[];
    expect([await ask('GET', `/${uid}`), ...listed]).toEqual([created, created]);
    const restarted = createEmulator({ seed: emulator.snapshot() });
    const headers = { authorization: `Bearer ${await restarted.administratorToken()}` };
    const seen = await restarted.handle(new Request(`http://localhost${listPath(declaration)}/${uid}`, { headers }));
    expect(at(await seen.json(), path)).toEqual(value);
  });

  test('is absent from a response while it is unset, and of the declared form', async () => {
    const { place, input, ask } = await startService(declaration);
    const wrong = await ask('POST', `/${place}`, merged(input, path, 1));
    expect([wrong['code'], wrong['message']]).toEqual([3, expect.stringContaining(path)]);
    const created = await ask('POST', `/${place}`, input);
    const outer = at(created, path.split('.').slice(0, -1).join('.') || '.') ?? created;
    expect(Object.keys(outer as Values)).not.toContain(path.split('.').at(-1));
  });

  test('stays when our provider and our client change the object, is in no state, and data sources show it', async () => {
    const { emulator, client, place, input, ask, provider } = await startService(declaration);
    const created = await ask('POST', `/${place}`, merged(input, path, value));
    const uid = String(created[identifierField(declaration)]);
    const host = await startHost(provider, {}, { terraformVersion: 'in-process' });
    const instance = host.resource(typeName(declaration));
    await instance.import(uid);
    const attributes = (values: Values): Values =>
      Object.fromEntries(
        resourceFields(declaration)
          .filter(([name]) => Object.hasOwn(values, name))
          .map(([name, { type }]) => [snakeCase(name), attributeValue(type, values[name], null, 'null')]),
      );
    const oidc = input['oidc'] as Values | undefined;
    const changes = {
      ...(await changesOf(client, declaration, place)),
      // A message that contains the field is replaced as a whole.
      ...(path.includes('.') && oidc !== undefined && { oidc: { ...oidc, groupsClaim: 'teams' } }),
    };
    const config = { ...attributes({ ...input, ...changes }), [parentAttribute(declaration)!]: place };
    expect(await instance.apply(config)).toMatchObject({ action: 'update' });
    const name = snakeCase(path.split('.').at(-1)!);
    expect(JSON.stringify(instance.state)).not.toContain(`"${name}"`);
    const requests = emulator.requestLog.entries.filter(({ method }) => method === 'PATCH');
    expect(requests).toHaveLength(1);
    expect(at(await ask('GET', `/${uid}`), path)).toEqual(value);
    expect(at(await client.get(declaration, uid), path)).toEqual(value);
    const found = await host.data(typeName(declaration), { uid });
    const shown = at(found, path.split('.').map(snakeCase).join('.'));
    expect(shown).toEqual(asAttribute(value));
    await client.update(declaration, uid, { description: 'Changed.' });
    expect(at(await ask('GET', `/${uid}`), path)).toEqual(value);
  });

  test('is in the message of gRPC, and not among the declared fields', () => {
    expect(at(declaration.fields, path)).toBeUndefined();
    expect(servedFields(declaration)).not.toEqual(declaration.fields);
    const name = snakeCase(path.split('.').at(-1)!);
    expect(Object.values(protoTexts(createServices([declaration]))).join('')).toMatch(new RegExp(` ${name} = \\d+;`));
  });
});

test('the correlation rule of an identity provider is immutable: another one is rejected, none and the same are not', async () => {
  const declaration = declarations.find(({ kind }) => kind === 'IdentityProvider')!;
  const { place, input, ask } = await startService(declaration);
  const path = 'oidc.correlationRule';
  const rule = samples[`IdentityProvider.${path}`];
  const { uid } = await ask('POST', `/${place}`, merged(input, path, rule));
  const patch = (query: string, body: Values) => ask('PATCH', `/${String(uid)}${query}`, body);
  const other = merged(input, path, 'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID');
  for (const query of ['?updateMask=oidc', ''])
    expect(await patch(query, query === '' ? { oidc: other['oidc'] } : other)).toMatchObject({ code: 3 });
  for (const body of [input, merged(input, path, rule)])
    expect(at(await patch('?updateMask=oidc', body), path)).toBe(rule);
});
