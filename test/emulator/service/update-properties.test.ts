// @slow
/** Properties of any PATCH (Contract M1 to M5). */
import fc from 'fast-check';
import { snakeCase } from '../../../src/model/api';
import { claimMatch, organization, type Json } from '../support/organization';

// A guard against hanging, no measure of speed.
jest.setTimeout(120_000);

const text = fc.constantFrom('', 'one', 'two', 'drei ü');
const issuer = fc.constantFrom('https://one.example.com', 'https://two.example.com');
/** The leaves of an identity that a patch may change without leaving its relationship. */
const leaves = {
  name: fc.constantFrom('one', 'two'),
  description: text,
  'claimMatch.issuer': issuer,
  'claimMatch.subject': fc.constantFrom('s1', 's2'),
  'claimMatch.audience': text,
  'claimMatch.claims': fc.dictionary(fc.constantFrom('a_b', 'aB', 'c'), fc.constantFrom('1', '2'), { maxKeys: 2 }),
} satisfies Record<string, fc.Arbitrary<unknown>>;
const paths = Object.keys(leaves);
const body = fc.record(leaves);
const snake = (path: string) => path.split('.').map(snakeCase).join('.');

function nested(flat: Record<string, unknown>): Json {
  const result: Json = {};
  for (const [path, value] of Object.entries(flat)) {
    const [first = '', second] = path.split('.');
    if (second === undefined) result[first] = value;
    else result[first] = { ...result[first], [second]: value };
  }
  return result;
}

/** The leaves as a response shows them: what is empty is absent. */
function flat(identity: Json): Record<string, unknown> {
  return Object.fromEntries(
    paths.map((path) => {
      const value = path.split('.').reduce<Json>((at, key) => at?.[key], identity) ?? '';
      return [path, typeof value === 'object' && Object.keys(value).length === 0 ? '' : value];
    }),
  );
}

async function anIdentity() {
  const acme = await organization();
  const uid = await acme.make('identities', acme.root, {
    name: 'x',
    description: 'd',
    claimMatch: { ...claimMatch, audience: 'a', claims: { a_b: '0' } },
  });
  const path = `/iam/v2beta1/identities/${uid}`;
  return { ...acme, path, before: await acme.ok('GET', path) };
}

test('a patch with a mask changes the masked fields and nothing else', async () => {
  const { ok, path } = await anIdentity();
  await fc.assert(
    fc.asyncProperty(body, fc.subarray(paths, { minLength: 1 }), fc.boolean(), async (changes, masked, inSnakeCase) => {
      const before = await ok('GET', path);
      const mask = masked.map((name) => (inSnakeCase ? snake(name) : name)).join(',');
      const after = await ok('PATCH', `${path}?updateMask=${mask}`, nested(changes));
      const wanted = Object.fromEntries(masked.map((name) => [name, changes[name as keyof typeof changes]]));
      expect(flat(after)).toEqual({ ...flat(before), ...flat(nested({ ...flat(before), ...wanted })) });
      for (const name of paths.filter((other) => !masked.includes(other)))
        expect(flat(after)[name]).toEqual(flat(before)[name]);
      expect([after.uid, after.createTime, after.lastSeenTime]).toEqual([
        before.uid,
        before.createTime,
        before.lastSeenTime,
      ]);
      expect(await ok('GET', path)).toEqual(after);
    }),
    { numRuns: 150 },
  );
});

test('a patch without a mask changes what the body names and nothing else', async () => {
  const { ok, path } = await anIdentity();
  await fc.assert(
    fc.asyncProperty(body, fc.subarray(paths), async (values, given) => {
      const before = await ok('GET', path);
      const changes = Object.fromEntries(given.map((name) => [name, values[name as keyof typeof values]]));
      const after = await ok('PATCH', path, nested(changes));
      expect(flat(after)).toEqual(flat(nested({ ...flat(before), ...changes })));
    }),
    { numRuns: 150 },
  );
});

test('a patch that is refused changes nothing', async () => {
  const { ok, call, path } = await anIdentity();
  const wrong = fc.constantFrom(
    { name: 'NOT' },
    { claimMatch: { issuer: 'ftp://x' } },
    { claimMatch: { subject: 'x', subjectPattern: '^x$' } },
    { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' },
    { colour: 1 },
  );
  await fc.assert(
    fc.asyncProperty(body, wrong, async (values, mistake) => {
      const before = await ok('GET', path);
      const { status } = await call('PATCH', path, { description: `${values.description}!`, ...mistake });
      expect(status).toBe(400);
      expect(await ok('GET', path)).toEqual(before);
    }),
    { numRuns: 100 },
  );
});
