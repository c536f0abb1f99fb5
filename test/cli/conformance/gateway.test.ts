// @slow
/** Every kind from create to destroy through a strict gateway, in both versions and each of its styles. */
import { API_VERSIONS, snakeCase } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import { startHost } from '../../../src/plugin/testing';
import { nestedFields, resourceFields } from '../../../src/provider/convert/to-api';
import { createProvider } from '../../../src/provider/provider';
import { containerKind } from '../../../src/model/kinds';
import { type Field, identifierField, isInput, listPath, toAttribute, typeName } from '../../../src/model/schema';
import { ownTime, TOKEN } from '../../client/canned';
import { everything, isInRoots, threeOfEach, threePlaces } from '../../provider/chaos/organization';
import { type Config, sampleConfig } from '../../provider/chaos/samples';
import { createGateway, type GatewayOptions } from '../../support/gateway';
import { randomFrom } from '../../support/random';
import { creatable } from './cases';

const start = Date.parse('2026-01-02T03:04:06Z');
const baseUrl = 'https://api.test';
/** The random configurations among which one usually changes a further field. */
const DRAWS = 300;
/** More than any kind needs. */
const MOST_APPLIED = 60;

const styles: readonly GatewayOptions[] = API_VERSIONS.flatMap((version) => [
  ...(['emitted', 'omitted'] as const).flatMap((zeroValues) =>
    (['refused', 'dropped'] as const).map(
      (unknownFields) => ({ version, zeroValues, unknownFields, lists: 'served' }) as const,
    ),
  ),
  { version, zeroValues: 'omitted', unknownFields: 'refused', lists: 'denied' },
]);

describe.each(styles)('$version, zero values $zeroValues, unknown fields $unknownFields, lists $lists', (style) => {
  test.each(creatable.map((declaration) => [declaration.kind, declaration] as const))(
    '%s is created, changed in every field, imported and destroyed, each plan after it is empty, and nothing is left',
    async (_, declaration) => {
      const gateway = createGateway(style);
      const options = { baseUrl, token: TOKEN, apiVersion: style.version, ...ownTime(start) };
      const client = createClient({ ...options, fetch: gateway.fetchWithLists });
      const places = await threePlaces(client, declaration, gateway);
      const place = places[isInRoots(declaration) ? 2 : 0]!;
      const referable = await threeOfEach(client, declaration, places);
      const existing = await everything(client);
      const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: TOKEN, PLATFORM_API_VERSION: style.version };
      const begin = async () => {
        const provider = createProvider({ env, fetch: gateway.fetch, ...ownTime(start) });
        const host = await startHost(provider, {}, { terraformVersion: 'in-process' });
        return host.resource(typeName(declaration));
      };
      const random = randomFrom(1);
      let count = 0;
      const source = {
        random,
        now: start,
        next: () => ++count,
        referable: (kind: string) => referable(kind, place),
        secret: () => undefined,
      };

      const instance = await begin();
      const fields = resourceFields(declaration).filter(([, field]) => isInput(field));
      const unchanged = new Set(getFormerPaths(fields));
      const draw = (): Config => ({
        ...sampleConfig(source, declaration, place),
        ...(declaration.terraform?.deletionProtection && { deletion_protection: false }),
      });
      let config = draw();
      for (let applied = 0; unchanged.size > 0 && applied < MOST_APPLIED; applied++) {
        const before = config;
        const changes = (path: string): boolean => isChange(before, config, path);
        for (let draws = 0; applied > 0 && draws < DRAWS && ![...unchanged].some(changes); draws++) config = draw();
        await instance.apply(config);
        await instance.refresh();
        expect([config, await instance.plan(config)]).toMatchObject([config, { action: 'no-op' }]);
        for (const path of [...unchanged].filter(changes)) unchanged.delete(path);
      }
      expect([...unchanged]).toEqual([]);
      const imported = await begin();
      await imported.import(String(instance.state![snakeCase(identifierField(declaration))]));
      expect(Object.keys(imported.state!)).toEqual(Object.keys(instance.state!));
      await instance.destroy();
      expect(await everything(client)).toEqual(existing);
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

/** Returns the path of each field, and of each field of a message. */
function getFormerPaths(fields: readonly (readonly [string, Field])[]): string[] {
  return fields.flatMap(([name, field]) => {
    const attribute = toAttribute(name, field);
    if (field.type.is !== 'message') return [attribute];
    return getFormerPaths(nestedFields(field.type)).map((path) => `${attribute}.${path}`);
  });
}

/** Returns true if the field changes, and the message that contains it remains. */
function isChange(before: Config, after: Config, path: string): boolean {
  const names = path.split('.');
  const valueIn = (config: Config, count: number): unknown =>
    names.slice(0, count).reduce<unknown>((at, name) => (at as Config | null | undefined)?.[name], config) ?? null;
  const isThere = names.length === 1 || [before, after].every((config) => valueIn(config, 1) !== null);
  const [from, to] = [before, after].map((config) => JSON.stringify(valueIn(config, names.length)));
  return isThere && from !== to;
}
