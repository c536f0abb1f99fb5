/** Every kind from create to destroy through a strict gateway, in both versions and each of its styles. */
import { API_VERSIONS, snakeCase } from '../../src/api';
import { createClient, type Client } from '../../src/client';
import { startHost } from '../../src/plugin/testing';
import { parentAttribute, resourceFields } from '../../src/provider/convert/to-api';
import { attributeValue } from '../../src/provider/convert/to-state';
import { createProvider } from '../../src/provider/provider';
import { containerKind } from '../../src/resources';
import { type Declaration, identifierField, isUpdatable, listPath, typeName, toAttribute } from '../../src/schema';
import { ownTime, TOKEN } from '../client/canned';
import { createGateway, type GatewayOptions } from '../support/gateway';
import { changesOf, creatable, exampleOf, placeOf, type Values } from './cases';

const start = Date.parse('2026-01-02T03:04:06Z');
const baseUrl = 'https://api.test';

const styles: readonly GatewayOptions[] = API_VERSIONS.flatMap((version) =>
  (['emitted', 'omitted'] as const).flatMap((zeroValues) =>
    (['refused', 'dropped'] as const).map((unknownFields) => ({ version, zeroValues, unknownFields })),
  ),
);

describe.each(styles)('$version, zero values $zeroValues, unknown fields $unknownFields', (style) => {
  test.each(creatable.map((declaration) => [declaration.kind, declaration] as const))(
    '%s is created, planned, changed, imported and destroyed, and nothing is left',
    async (_, declaration) => {
      const gateway = createGateway(style);
      const options = { baseUrl, token: TOKEN, apiVersion: style.version, fetch: gateway.fetch, ...ownTime(start) };
      const client = createClient(options);
      const group = gateway.seed(containerKind, gateway.root, { name: 'place' });
      const place = await placeOf(client, declaration, group);
      const input = await exampleOf(client, declaration, group);
      const before = await uidsOf(client, declaration);
      const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: TOKEN, PLATFORM_API_VERSION: style.version };
      const begin = async () => {
        const provider = createProvider({ env, fetch: gateway.fetch, ...ownTime(start) });
        const host = await startHost(provider, {}, { terraformVersion: 'in-process' });
        return host.resource(typeName(declaration));
      };

      const instance = await begin();
      let config = { ...attributes(declaration, input), [parentAttribute(declaration)!]: place };
      await instance.apply(config);
      await instance.refresh();
      expect(await instance.plan(config)).toMatchObject({ action: 'no-op' });
      for (const [name, value] of Object.entries(await everyChange(client, declaration, place))) {
        config = { ...config, ...attributes(declaration, { [name]: value }) };
        expect([name, await instance.apply(config)]).toMatchObject([name, { action: 'update' }]);
        await instance.refresh();
        expect([name, await instance.plan(config)]).toMatchObject([name, { action: 'no-op' }]);
      }
      const imported = await begin();
      await imported.import(String((instance.state as Values)[snakeCase(identifierField(declaration))]));
      expect(Object.keys(imported.state ?? {})).toEqual(Object.keys(instance.state ?? {}));
      await instance.destroy();
      expect(await uidsOf(client, declaration)).toEqual(before);
      expect(gateway.rejected).toEqual([]);
    },
  );
});

describe('the gateway', () => {
  const group = containerKind;
  const ask = (style: GatewayOptions, path: string, body?: object) => {
    const gateway = createGateway(style);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    return gateway.fetch(new Request(`${baseUrl}${path.replace('ROOT', gateway.root)}`, init));
  };
  const [strict] = styles;
  const v2 = listPath(group, 'v2');

  test('knows one version, ignores unknown parameters, and refuses or drops unknown fields', async () => {
    const style = { ...strict!, version: 'v2' as const };
    const wrong = await ask(style, listPath(group));
    expect([wrong.status, await wrong.json()]).toEqual([404, { code: 5, message: 'Not Found', details: [] }]);
    expect((await ask(style, `${v2}?no_such_parameter=1`)).status).toBe(200);
    const body = { name: 'new', noSuchField: 'x' };
    expect((await ask({ ...style, unknownFields: 'refused' }, `${v2}/ROOT`, body)).status).toBe(400);
    expect((await ask({ ...style, unknownFields: 'dropped' }, `${v2}/ROOT`, body)).status).toBe(200);
  });
});

async function uidsOf(client: Client, declaration: Declaration): Promise<string[]> {
  const uids: string[] = [];
  for await (const object of client.list(declaration))
    uids.push(String((object as Values)[identifierField(declaration)]));
  return uids;
}

/** Returns another value for each field that can change in place. */
async function everyChange(client: Client, declaration: Declaration, place: string): Promise<Values> {
  const texts = Object.fromEntries(
    Object.entries(declaration.fields)
      .filter(([name, field]) => ['name', 'description'].includes(name) && isUpdatable(field))
      .map(([name]) => [name, `changed ${name}`]),
  );
  const changes = { ...texts, ...(await changesOf(client, declaration, place)) };
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => declaration.fields[name]?.replacement?.when !== 'changed'),
  );
}

/** Returns the values as attributes of Terraform. */
function attributes(declaration: Declaration, values: Values): Values {
  const given = resourceFields(declaration).filter(([name]) => Object.hasOwn(values, name));
  return Object.fromEntries(
    given.map(([name, field]) => [toAttribute(name, field), attributeValue(field.type, values[name], null, 'null')]),
  );
}
