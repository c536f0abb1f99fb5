// @slow
/** A value of another JSON type than the declared one is refused wherever it stands, and is never taken for an absent one. */
import fc from 'fast-check';
import { snakeCase } from '../../../src/model/api';
import { containerKind, getDeclaration, declarations, parentKind } from '../../../src/model/kinds';
import {
  inputFields,
  isInput,
  listPath,
  offers,
  type Declaration,
  type Fields,
  type FieldType,
} from '../../../src/model/schema';
import { search } from '../../support/search';
import { detail, organization, type Json } from '../support/organization';

// A guard against hanging, no measure of speed.
jest.setTimeout(300_000);

/** The place of a value in a body, as its names, and its declaration. */
interface Place {
  readonly declaration: Declaration;
  readonly path: readonly string[];
  readonly type: FieldType;
}

const creatable = declarations.filter((declaration) => offers(declaration, 'create'));
const places = creatable.flatMap((declaration) =>
  inputFields(declaration).flatMap(([name, { type }]) => placesIn(declaration, type, [name])),
);

function placesIn(declaration: Declaration, type: FieldType, path: readonly string[]): Place[] {
  const inner = (fields: Fields) =>
    Object.entries(fields)
      .filter(([, field]) => isInput(field))
      .flatMap(([name, field]) => placesIn(declaration, field.type, [...path, name]));
  const here = { declaration, path, type };
  if (type.is === 'message') return [here, ...inner(type.fields)];
  if (type.is === 'list') return [here, ...placesIn(declaration, type.of, [...path, '0'])];
  if (type.is === 'map') return [here, ...placesIn(declaration, type.of, [...path, 'some_Key'])];
  return [here];
}

const jsonType: Readonly<Record<FieldType['is'], string>> = {
  string: 'string',
  bool: 'boolean',
  integer: 'number',
  number: 'number',
  list: 'array',
  map: 'object',
  message: 'object',
  json: 'any',
};

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** Values of every type, the empty ones above all. */
const anything = fc.oneof(
  fc.constantFrom<unknown>('', 'x', 0, 1, -1.5, true, false, [], {}, [[]], [{}], { x: {} }),
  fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text)),
);

const wrong = fc
  .constantFrom(...places)
  .chain((place) =>
    anything
      .filter((value) => value !== null && typeOf(value) !== jsonType[place.type.is])
      .map((value) => ({ place, value })),
  );

/** A body with the value at the path. */
function bodyWith(declaration: Declaration, path: readonly string[], value: unknown): Json {
  const nest = ([name = '', ...rest]: readonly string[], before: Json): Json => {
    const inner = rest.length === 0 ? value : nest(rest, before?.[name]);
    return name === '0' ? [inner] : { ...before, [name]: inner };
  };
  return nest(path, declaration.examples.create);
}

test('every input of every kind is named when its value has a wrong type, and nothing is written', async () => {
  const { emulator, call, make, role, root } = await organization();
  const viewer = await role('viewer');
  const claimMatch = { issuer: 'https://example.com', subject: 's' };
  const identityUid = await make('identities', root, { name: 'ci', claimMatch });
  const group = await make('groups', root, { name: 'a' });
  const provider = { ...getDeclaration('IdentityProvider').examples.create, defaultRole: viewer };
  const identityProviderUid = await make('identityProviders', root, provider);
  const references = { roleUid: viewer, identityUid, defaultRole: viewer, scope: group };
  const existing = new Map([['IdentityProvider', identityProviderUid]]);
  for (const declaration of creatable.filter(({ kind }) => !existing.has(kind))) {
    const needed = Object.entries(references).filter(([name]) => Object.hasOwn(declaration.fields, name));
    const above = parentKind(declaration);
    const home = declaration.parent?.is === 'rootGroup' ? root : group;
    const parent = above === containerKind ? home : existing.get(above.kind)!;
    const body = { ...declaration.examples.create, ...Object.fromEntries(needed) };
    existing.set(declaration.kind, await make(declaration.collection, parent, body));
  }
  const before = emulator.snapshot();

  const property = fc.asyncProperty(wrong, async ({ place: { declaration, path }, value }) => {
    const body = bodyWith(declaration, path, value);
    const stem = listPath(declaration);
    const uid = existing.get(declaration.kind) ?? '';
    const named = path.join('.');
    const requests: [string, string, unknown, string][] = [['POST', `${stem}/${group}`, body, named]];
    if (declaration.parent?.is === 'groupOrNone') requests.push(['POST', stem, body, named]);
    if (offers(declaration, 'update')) {
      const mask = snakeCase(path[0] ?? '');
      requests.push(['PATCH', `${stem}/${uid}`, body, named]);
      requests.push(['PATCH', `${stem}/${uid}?updateMask=${mask}`, body, named]);
      // Fields outside of the mask are ignored, but must be JSON of the right shape.
      requests.push(['PATCH', `${stem}/${uid}?updateMask=${mask === 'name' ? 'description' : 'name'}`, body, named]);
    }
    if (declaration.batch?.size !== undefined) {
      const member = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
      const batch = { parent: group, requests: [{ [member]: body }] };
      requests.push(['POST', `${stem}:batchCreate`, batch, `requests.0.${member}.${named}`]);
    }
    for (const [method, url, sent, field] of requests.filter(
      ([, url]) => !/name$/.test(url) || 'name' in declaration.fields,
    )) {
      const { status, body: refused } = await call(method, url, sent);
      const violations = status === 400 ? detail(refused, 'BadRequest').fieldViolations : [];
      const found = violations.find((violation: Json) => violation.field === field);
      if (found === undefined)
        throw new Error(`${method} ${url} ${JSON.stringify(sent)}: ${status} ${JSON.stringify(refused)}`);
      expect(found.description).toMatch(/ must be (a string|true or false|a whole number|a list|an object)$/);
    }
  });
  await fc.assert(property, { numRuns: 300 * search });
  expect(emulator.snapshot()).toEqual(before);
});

test('null reads as absent, elements of lists and maps must be there (Contract V2, V7)', async () => {
  const { call, root } = await organization();
  const post = (collection: string, body: object) => call('POST', `/iam/v2beta1/${collection}/${root}`, body);
  expect((await post('groups', { name: 'a', description: null })).status).toBe(200);
  const role = await post('roles', { name: 'a', capabilities: ['groups.list', null] });
  expect(detail(role.body, 'BadRequest').fieldViolations).toMatchObject([{ field: 'capabilities.1' }]);
  const claimMatch = { issuer: 'https://example.com', subject: 's', claims: { team: null } };
  const identity = await post('identities', { name: 'a', claimMatch });
  expect(detail(identity.body, 'BadRequest').fieldViolations).toMatchObject([{ field: 'claimMatch.claims.team' }]);
});

test('what only the service sets may be sent back, and has its own type then', async () => {
  const { call, ok, make, root } = await organization();
  const uid = await make('groups', root, { name: 'a' });
  const response = await ok('GET', `/iam/v2beta1/groups/${uid}`);
  expect((await call('PATCH', `/iam/v2beta1/groups/${uid}`, response)).status).toBe(200);
  const { body } = await call('PATCH', `/iam/v2beta1/groups/${uid}`, { verified: 'yes' });
  expect(detail(body, 'BadRequest').fieldViolations).toMatchObject([{ field: 'verified' }]);
});
