/** Every declared kind through the provider: nothing here names one, so that a kind is tested by being declared. */
import { API_VERSIONS, snakeCase } from '../../src/model/api';
import { createClient, type Client } from '../../src/client';
import { UNKNOWN } from '../../src/plugin';
import type { ResourceInstance } from '../../src/plugin/testing';
import { createProvider } from '../../src/provider/provider';
import { attributeValue } from '../../src/provider/convert/to-state';
import { hasSingular } from '../../src/provider/data/singular';
import { containerKind, declarations, parentKind } from '../../src/model/kinds';
import {
  behaves,
  getAttribute,
  identifierField,
  isInput,
  isUpdatable,
  offers,
  pluralTypeName,
  typeName,
  type Declaration,
} from '../../src/model/schema';
import { startWorld, type World } from '../provider/world';
import { changesOf, exampleOf, type Values } from '../cli/conformance/cases';
import { parentAttribute, resourceFields } from '../../src/provider/convert/to-api';

let world: World;
let client: Client;
let made = 0;

describe.each(API_VERSIONS)('%s', (version) => {
  beforeAll(async () => {
    world = await startWorld({ config: { api_version: version } });
    client = createClient({
      baseUrl: 'http://localhost',
      apiVersion: version,
      token: await world.emulator.administratorToken(),
      fetch: (request) => world.emulator.handle(request),
    });
  });
  afterAll(() => {
    const paths = world.emulator.requestLog.entries.map(({ path }) => path.split('/')[2]);
    expect(paths).toContain(version);
    expect(paths).not.toContain(API_VERSIONS.find((other) => other !== version));
    world.close();
  });

  const resources = Object.keys(createProvider().resources ?? {});
  const managed = declarations.filter((declaration) => resources.includes(typeName(declaration)));

  describe.each(managed.map((declaration) => [declaration.kind, declaration] as const))('%s', (_, declaration) => {
    let config: Values;
    let object: ResourceInstance;
    const uid = () => String(object.state?.[snakeCase(identifierField(declaration))]);
    const writes = () => {
      const found = world.emulator.requestLog.entries.filter(({ method }) => method !== 'GET');
      world.emulator.requestLog.clear();
      return found;
    };

    beforeEach(async () => {
      config = await exampleConfig(declaration, await place(declaration));
      object = world.host.resource(typeName(declaration));
      await object.apply(config);
    });
    afterEach(() => object.destroy());

    test('is created as declared, read, and found in order', async () => {
      expect(object.state).toMatchObject(config);
      await object.refresh();
      expect(object.state).toMatchObject(config);
      expect(await object.plan(config)).toMatchObject({ action: 'no-op' });
    });

    test('is wholly known after it was created, but for what nobody set', () => {
      for (const [name, field] of resourceFields(declaration))
        if (!isInput(field)) expect([name, object.state![getAttribute(declaration, name)]]).not.toEqual([name, null]);
    });

    test('is validated while nothing of it is known', async () => {
      const unknown = Object.fromEntries(Object.keys(config).map((name) => [name, UNKNOWN]));
      await expect(world.host.resource(typeName(declaration)).plan(unknown)).resolves.toMatchObject({
        action: 'create',
      });
    });

    test('is refused without what is required, at the attribute', async () => {
      for (const [name, field] of Object.entries(declaration.fields).filter(
        ([, value]) => behaves(value, 'required') && isInput(value),
      )) {
        const empty = { ...config, [getAttribute(declaration, name)]: field.type.is === 'list' ? [] : null };
        await expect(object.plan(empty)).rejects.toMatchObject({
          diagnostics: [{ path: [getAttribute(declaration, name)] }],
        });
      }
    });

    if (offers(declaration, 'update') && resourceFields(declaration).some(([, field]) => isUpdatable(field))) {
      test('is updated in place by what changed and nothing else', async () => {
        const changes = await exampleChanges(declaration);
        writes();
        const before = uid();
        expect(await object.apply({ ...config, ...changes })).toMatchObject({ action: 'update' });
        const [patch, ...more] = writes();
        expect(more).toEqual([]);
        expect(patch).toMatchObject({ method: 'PATCH', query: expect.stringMatching(/^updateMask=/) });
        const mask = new URLSearchParams(patch!.query).get('updateMask')!.split(',');
        expect(mask.sort()).toEqual(Object.keys(changes).sort());
        expect(
          Object.keys(JSON.parse(patch!.body!) as object)
            .map(snakeCase)
            .sort(),
        ).toEqual(mask);
        expect(uid()).toBe(before);
        await object.refresh();
        expect(await object.plan({ ...config, ...changes })).toMatchObject({ action: 'no-op' });
      });
    }

    test('is replaced when it is to lie elsewhere', async () => {
      const attribute = parentAttribute(declaration)!;
      const elsewhere = await exampleConfig(declaration, await place(declaration));
      expect(await object.plan(elsewhere)).toMatchObject({
        action: 'replace',
        requiresReplace: expect.arrayContaining([attribute]),
      });
      const before = uid();
      await object.apply(elsewhere);
      expect(uid()).not.toBe(before);
      await object.refresh();
      expect(await object.plan(elsewhere)).toMatchObject({ action: 'no-op' });
    });

    test('is imported by its uid as it was created', async () => {
      const imported = (await world.again()).resource(typeName(declaration));
      await imported.import(uid());
      expect(imported.state).toEqual({ ...object.state, ...neverAnswered(declaration) });
      // Fields that the service never returns are copied from the configuration, without a request.
      writes();
      await imported.apply(config);
      expect(writes()).toEqual([]);
      expect(imported.state).toMatchObject(config);
    });

    test('is listed with the identity that imports it, and described by configuration that plans without changes', async () => {
      const type = typeName(declaration);
      const parent = { children_of: object.state![parentAttribute(declaration)!] };
      const { found, warnings } = await world.host.list(type, parent, { includeResource: true });
      expect(warnings).toEqual([]);
      const listed = found.find(({ identity }) => identity[snakeCase(identifierField(declaration))] === uid())!;
      expect(listed).toMatchObject({ displayName: expect.stringMatching(/./), identity: object.identity });
      expect(listed.state).toEqual({ ...object.state, ...neverAnswered(declaration) });
      const imported = (await world.again()).resource(type);
      await imported.import(listed.identity);
      expect([imported.identity, imported.state]).toEqual([listed.identity, listed.state]);
      const generated = await world.host.generateConfig(type, listed.state!);
      const written = Object.entries(generated).filter(([, value]) => value !== null);
      const inputs = Object.entries(config).filter(([, value]) => value !== null);
      // The user writes values that nobody else can know; this changes nothing.
      const unknown = inputs.filter(([name]) => name in neverAnswered(declaration));
      expect([...written, ...unknown].map(([name]) => name).sort()).toEqual(inputs.map(([name]) => name).sort());
      writes();
      expect(await imported.plan({ ...generated, ...Object.fromEntries(unknown) })).toMatchObject({
        action: unknown.length === 0 ? 'no-op' : 'update',
        requiresReplace: [],
      });
      expect(writes()).toEqual([]);
    });

    test('is listed up to a limit, by any of its filters', async () => {
      const type = typeName(declaration);
      const names = Object.keys(declaration.filters);
      expect(Object.keys(createProvider().listResources![type]!.schema.attributes).sort()).toEqual(
        ['children_of', 'descendants_of', 'order_by', ...names].sort(),
      );
      world.requests();
      expect((await world.host.list(type, {}, { limit: 1 })).found).toHaveLength(1);
      expect(world.requests()).toHaveLength(1);
      const key = snakeCase(identifierField(declaration));
      const { found } = await world.host.list(type, {
        children_of: object.state![parentAttribute(declaration)!],
        ...filterOf(declaration, object.state!),
      });
      expect(found.map(({ identity }) => identity[key])).toContain(uid());
    });

    test('is not made a second time by another run', async () => {
      const second = (await world.again()).resource(typeName(declaration));
      writes();
      await expect(second.apply(config)).rejects.toThrow(`id = "${uid()}"`);
      expect(writes()).toEqual([]);
    });

    test('is deleted, and deleting what is gone is a success', async () => {
      const other = (await world.again()).resource(typeName(declaration));
      await other.import(uid());
      await object.destroy();
      expect(object.state).toBeNull();
      await other.destroy();
      expect(other.state).toBeNull();
    });

    test('is planned again when it was deleted behind our back, unless that is its end', async () => {
      const expiry = declaration.terraform?.expiry;
      await client.delete(declaration, uid());
      await object.refresh();
      if (expiry !== undefined && config[snakeCase(expiry.once)] === true) {
        expect(object.state).toMatchObject({ ...config, [snakeCase(expiry.state)]: 'used_or_withdrawn' });
        expect(await object.plan(config)).toMatchObject({ action: 'no-op' });
        return;
      }
      expect(object.state).toBeNull();
      expect(await object.plan(config)).toMatchObject({ action: 'create' });
    });

    test('is shown by its data sources', async () => {
      const filters = { children_of: object.state![parentAttribute(declaration)!] };
      const key = snakeCase(declaration.collection);
      const all = (await world.host.data(pluralTypeName(declaration), filters))[key] as Values[];
      expect(all.map((one) => one[snakeCase(identifierField(declaration))])).toContain(uid());
      if (!hasSingular(declaration)) return;
      const one = await world.host.data(typeName(declaration), { uid: uid() });
      const { name, [parentAttribute(declaration)!]: parent } = config;
      expect(one).toMatchObject({ name, [parentAttribute(declaration)!]: parent });
    });
  });

  /** A separate group for every test, so that tests do not conflict. */
});

async function place(declaration: Declaration): Promise<string> {
  const holder = declarations.find((kind) => kind.parent?.is === 'groupOrNone')!;
  const kind = parentKind(declaration);
  if (kind !== containerKind) {
    const parent = await place(kind);
    return String((await client.create(kind, parent, await exampleOf(client, kind, parent)))['uid']);
  }
  const above = declaration.parent?.is === 'rootGroup' ? undefined : world.root;
  const object = await client.create(holder, above, { name: `group ${++made}` });
  return String((object as Values)['uid']);
}

async function exampleConfig(declaration: Declaration, parent: string): Promise<Values> {
  const values = await exampleOf(client, declaration, parent);
  return { ...attributes(declaration, values), [parentAttribute(declaration)!]: parent };
}

async function exampleChanges(declaration: Declaration): Promise<Values> {
  const changes = Object.entries((await changesOf(client, declaration, world.root)) ?? {});
  const inPlace = changes.filter(([name]) => declaration.fields[name]?.replacement?.when !== 'changed');
  return attributes(declaration, Object.fromEntries(inPlace));
}

/** The filters of a list that an object passes, as far as they compare a field of its state. */
function filterOf({ filters }: Declaration, state: Values): Values {
  const values = Object.entries(filters).map(([name, { matches }]) => [name, state[snakeCase(matches)]]);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'string'));
}

/** Fields that a read cannot know: those that are only sent, and secrets that are returned once. */
function neverAnswered(declaration: Declaration): Values {
  const hidden = resourceFields(declaration).filter(([, field]) => behaves(field, 'inputOnly', 'sensitive'));
  // An import computes the lifetime from the times of the object.
  const known = declaration.terraform?.expiry?.lifetime;
  return Object.fromEntries(
    hidden.flatMap(([name]) => (name === known ? [] : [[getAttribute(declaration, name), null]])),
  );
}

function attributes(declaration: Declaration, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      getAttribute(declaration, name),
      attributeValue(declaration.fields[name]!.type, value, null, 'null'),
    ]),
  );
}
