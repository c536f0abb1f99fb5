// @slow
/**
 * The contract describes exactly the accepted input: everything that it allows is accepted, and everything that it
 * forbids is an invalid argument.
 */
import './hold-to-contract';
import fc from 'fast-check';
import { LIST_PARAMETERS, snakeCase } from '../../../src/model/api';
import { openApiDocument } from '../../../src/emulator/http/route-table';
import { containerKind, getDeclaration, declarations, parentKind } from '../../../src/model/kinds';
import { inputFields, isInput, listPath, offers, type Declaration, type FieldType } from '../../../src/model/schema';
import { claimMatch, organization, type Json, type Organization } from '../support/organization';
import { resolveRef } from './contract';
import { schemaProblems } from './json-schema';
import { search } from '../../support/search';

// A guard against hanging, no measure of speed.
jest.setTimeout(300_000 * search);

const creatable = declarations.filter((declaration) => offers(declaration, 'create'));
const document = JSON.parse(JSON.stringify(openApiDocument(['http://localhost'])));

interface Mutation {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Every place in a body, with any value. */
function placesIn(type: FieldType, path: readonly string[]): (readonly string[])[] {
  if (type.is !== 'message') return [path];
  const inner = Object.entries(type.fields).filter(([, field]) => isInput(field));
  return [path, ...inner.flatMap(([name, field]) => placesIn(field.type, [...path, name]))];
}

const texts = ['x', 'X', ' ', '^a+$', '(', 'https://example.com', 'http://example.com', 'https://u@example.com', '60s'];
const more = ['123456789012', 'a@b', 'groups.list', '{"keys":[]}', 'SERVICE_PRINCIPAL_X', 'a'.repeat(513)];
const value = fc.constantFrom<unknown>(
  '',
  null,
  undefined,
  0,
  1,
  true,
  false,
  [],
  {},
  ['x'],
  [null],
  { a: 'b' },
  { a: 1 },
  ...texts,
  ...more,
);

const mutations = (declaration: Declaration): fc.Arbitrary<readonly Mutation[]> => {
  const places = inputFields(declaration).flatMap(([name, { type }]) => placesIn(type, [name]));
  return fc.array(fc.record({ path: fc.constantFrom(...places), value }), { maxLength: 4 });
};

function mutated(body: Json, { path: [name = '', ...rest], value }: Mutation): Json {
  const before = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const inner = rest.length === 0 ? value : mutated(before[name], { path: rest, value });
  return { ...before, [name]: inner };
}

const asSent = (body: Json): Json => JSON.parse(JSON.stringify(body));

/** A valid body, and a parent for it. */
async function example({ ok, make, role, root }: Organization, declaration: Declaration) {
  const identityProviderOf = async (group: string): Promise<string> => {
    const { identityProviders } = await ok('GET', `/iam/v2beta1/identityProviders?uidp.children_of=${group}`);
    const values = { ...getDeclaration('IdentityProvider').examples.create, defaultRole: await role('viewer') };
    return identityProviders[0]?.uid ?? make('identityProviders', group, values);
  };
  const inRoot = declaration.parent?.is === 'rootGroup';
  const group = inRoot
    ? (await ok('POST', '/iam/v2beta1/groups', { name: 'r' })).uid
    : await make('groups', root, { name: 'g' });
  const roleUid = await role('viewer');
  const identityUid = await make('identities', group, { name: 'i', claimMatch });
  const references = Object.entries({ roleUid, defaultRole: roleUid, identityUid, scope: group });
  const own = references.filter(([name]) => name in declaration.fields);
  const parent = parentKind(declaration) === containerKind ? group : await identityProviderOf(root);
  return { parent, whole: { ...declaration.examples.create, ...Object.fromEntries(own) } };
}

test.each(creatable.map((declaration) => [declaration.kind, declaration] as const))(
  'what the contract says of a new %s is what is accepted',
  async (kind, declaration) => {
    const acme = await organization();
    const seen = { accepted: 0, refused: 0 };
    const property = fc.asyncProperty(mutations(declaration), async (changes) => {
      const { parent, whole } = await example(acme, declaration);
      const body = asSent(changes.reduce(mutated, whole));
      const problems = schemaProblems(resolveRef(`#/components/schemas/${kind}Create`), body, resolveRef);
      const { status, body: answer } = await acme.call('POST', `${listPath(declaration)}/${parent}`, body);
      if ((status === 200) !== (problems.length === 0) || ![200, 400].includes(status))
        throw new Error(
          `${JSON.stringify(body)}: ${status} ${answer.message ?? ''}; the contract: ${problems.join('; ') || 'right'}`,
        );
      seen[status === 200 ? 'accepted' : 'refused']++;
    });
    const absent = Object.keys(declaration.fields).map((name): [Mutation[]] => [[{ path: [name], value: null }]]);
    await fc.assert(property, { numRuns: 100 * search, examples: absent });
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(10);
  },
);

const parameters = (declaration: Declaration): Record<string, Json> =>
  Object.fromEntries(
    document.paths[listPath(declaration)].get.parameters.map(({ name, schema }: Json) => [name, schema]),
  );

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'lists of %s can be ordered by exactly the fields of the contract',
  async (_, declaration) => {
    const { call } = await organization();
    const orders: string[] = parameters(declaration)[LIST_PARAMETERS.orderBy].enum;
    const ask = async (order: string) =>
      (await call('GET', `${listPath(declaration)}?${new URLSearchParams({ order_by: order }).toString()}`)).status;
    for (const order of orders) expect([order, await ask(order)]).toEqual([order, 200]);
    for (const order of [
      'uid  desc',
      ' uid',
      'uid ',
      'uid DESC',
      'uid,name',
      'no_field',
      'resourceLimits',
      'claim_match',
    ])
      expect([order, await ask(order)]).toEqual([order, 400]);
  },
);

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'every parameter of lists of %s may be empty, and only a list may be given twice',
  async (_, declaration) => {
    const { call } = await organization();
    for (const [name, schema] of Object.entries(parameters(declaration))) {
      const path = `${listPath(declaration)}?${name}=`;
      expect([name, (await call('GET', path)).status]).toEqual([name, 200]);
      expect([name, schemaProblems(schema, schema.type === 'array' ? [''] : '', resolveRef)].slice(0, 1)).toEqual([
        name,
      ]);
      const twice = `${path}1&${name}=1`;
      const { status, body } = await call('GET', twice);
      if (schema.type === 'array') continue;
      expect([name, status, body.message]).toEqual([name, 400, expect.any(String)]);
      expect(JSON.stringify(body.details)).toContain(`${name} must be given once`);
    }
  },
);

const updatable = creatable.filter((declaration) => offers(declaration, 'update'));

test.each(updatable.map((declaration) => [declaration.kind, declaration] as const))(
  'the masks of %s are those that the contract describes',
  async (_, declaration) => {
    const acme = await organization();
    const { parent, whole } = await example(acme, declaration);
    const uid = await acme.make(declaration.collection, parent, whole);
    const [mask] = document.paths[`${listPath(declaration)}/{uid}`].patch.parameters.filter(
      ({ name }: Json) => name === 'updateMask',
    );
    const pattern = new RegExp(mask.schema.pattern, 'u');
    const names = inputFields(declaration).map(([name]) => name);
    const nested = Object.entries(declaration.fields).flatMap(([name, { type }]) =>
      type.is === 'message' && isInput(declaration.fields[name]!)
        ? Object.keys(type.fields).map((inner) => `${name}.${inner}`)
        : [],
    );
    const right = ['', '*', ',', ...names, ...names.map(snakeCase), ...nested, names.join(' , '), '*,name'];
    const wrong = ['uid', 'create_time', 'colour', 'name.x', '*,colour', 'name;description', 'claimMatch..issuer'];
    for (const [given, isRight] of [
      ...right.map((one) => [one, true] as const),
      ...wrong.map((one) => [one, false] as const),
    ]) {
      if (given.includes('name') && !names.includes('name')) continue;
      expect([given, pattern.test(given)]).toEqual([given, isRight]);
      const url = `${listPath(declaration)}/${uid}?updateMask=${encodeURIComponent(given)}`;
      const { body } = await acme.call('PATCH', url, whole);
      expect([given, /updateMask/.test(JSON.stringify(body))]).toEqual([given, !isRight]);
    }
  },
);
