// @slow
/** For any input the response is a well-formed error, nothing is written and the process stays up. */
import fc from 'fast-check';
import { CODES, codeNumber, httpStatus } from '../../../src/model/api';
import { declarations } from '../../../src/model/kinds';
import { listPath } from '../../../src/model/schema';
import { organization, type Organization } from '../support/organization';
import { anyCharacter } from '../../support/any-text';
import { search } from '../../support/search';

// A guard against hanging, no measure of speed.
jest.setTimeout(300_000);

const statuses = new Map(CODES.map((code) => [codeNumber(code), httpStatus(code)]));

async function expectError(acme: Organization, request: Request): Promise<void> {
  const response = await acme.emulator.handle(request);
  const text = await response.text();
  const context = `${request.method} ${request.url.slice(0, 200)} → ${response.status} ${text.slice(0, 300)}`;
  if (response.status === 200) throw new Error(`expected an error: ${context}`);
  const body = JSON.parse(text) as { code: number; message: string; details: unknown[] };
  if (statuses.get(body.code) !== response.status || body.code === 13) throw new Error(context);
  expect(typeof body.message).toBe('string');
  expect(Array.isArray(body.details)).toBe(true);
}

/** Runs `numRuns` requests that must all fail; afterwards everything is as it was. */
async function allRefused<T>(
  what: fc.Arbitrary<T>,
  numRuns: number,
  make: (value: T, acme: Organization, token: string) => Request,
): Promise<void> {
  const acme = await organization();
  const token = await acme.emulator.administratorToken();
  const before = acme.emulator.snapshot();
  await fc.assert(
    fc.asyncProperty(what, async (value) => expectError(acme, make(value, acme, token))),
    { numRuns },
  );
  expect(acme.emulator.snapshot()).toEqual(before);
  expect((await acme.call('GET', '/iam/v2beta1/groups')).status).toBe(200);
}

/** Without halves of surrogate pairs, which no URL can hold. */
const sound = (text: string) => Buffer.from(text).toString();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const method = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS');
const collection = fc.constantFrom(...declarations.map((declaration) => listPath(declaration)));
const junk = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '../..',
    '%',
    '%2',
    '%00',
    '%ff',
    '\\',
    "'",
    '"; DROP TABLE records; --',
    '*',
    '::',
    '.',
    '{}',
    '\u202e',
    '\ud800',
  ),
);

test('malformed paths', async () => {
  const path = fc.oneof(
    fc
      .tuple(
        collection,
        junk.filter((text) => text !== '' && !/^[?#:]/.test(text)),
      )
      .map(([stem, text]) => `${stem}/${encodeURIComponent(sound(text))}x`),
    fc
      .array(junk, { minLength: 1, maxLength: 5 })
      .map((parts) => `/${parts.map((part) => encodeURIComponent(sound(part))).join('/')}`),
    fc.tuple(collection, junk).map(([stem, text]) => `${stem}:${encodeURIComponent(sound(text))}`),
  );
  await allRefused(fc.tuple(method, path), 1000 * search, ([verb, text], _, token) => {
    const body = verb === 'GET' ? {} : { body: '{"name":"a"}' };
    return new Request(`http://x${text}`, { method: verb, headers: bearer(token), ...body });
  });
});

test('malformed queries', async () => {
  const number = fc.oneof(
    fc.constantFrom('-1', '1e3', '0x10', 'NaN', '9'.repeat(40), ' ', '1 2', '١'),
    junk.filter((text) => text !== '' && !/^\d{1,9}$/.test(text)),
  );
  const notUid = junk.filter((text) => text !== '');
  const query = fc.oneof(
    fc.tuple(fc.constantFrom('page_size', 'skip', 'pageSize'), number),
    fc.tuple(
      fc.constantFrom('uidp.descendants_of', 'uidp.children_of', 'uidp.ancestors_of', 'uidp.ids', 'uidp.descendantsOf'),
      notUid,
    ),
    fc.tuple(
      fc.constantFrom('order_by', 'orderBy'),
      junk.filter((text) => /[^ ]/.test(text)).map((text) => `${text}!`),
    ),
    fc.tuple(fc.constant('uidp.in_root'), notUid),
  );
  await allRefused(fc.tuple(collection, query), 800 * search, ([path, [name, value]], _, token) => {
    const parameters = new URLSearchParams({ [name]: value });
    return new Request(`http://x${path}?${parameters.toString()}`, { headers: bearer(token) });
  });
});

test('malformed bodies', async () => {
  const nested = fc.integer({ min: 1, max: 20_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  const arrays = fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
  const wrongTypes = fc
    .record({
      name: fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc.array(fc.string()),
        fc.dictionary(fc.string(), fc.string()),
        fc.constantFrom('A', 'ä', '/'),
      ),
    })
    .map((body) => JSON.stringify({ ...body, capabilities: 1, claimMatch: [], oidc: 'x', roleUid: 7 }));
  const body = fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .json({ maxDepth: 4 })
        .map((text) =>
          text.startsWith('{') ? `${text.slice(0, -1)}${text === '{}' ? '' : ','}"unknown one":1}` : text,
        ),
    },
    { weight: 3, arbitrary: wrongTypes },
    {
      weight: 2,
      arbitrary: fc
        .string()
        // An empty object is in order: it changes nothing.
        .filter((text) => !/^\s*\}?\s*$/.test(text))
        .map((text) => `{${text}`),
    },
    { weight: 1, arbitrary: fc.oneof(nested, arrays) },
  );
  const path = fc.constantFrom(
    'groups',
    'identities',
    'roles',
    'roleBindings',
    'identityProviders',
    'accountAssociations',
    'groupInvites',
    'roleBindings:batchCreate',
  );
  await allRefused(
    fc.tuple(path, fc.constantFrom('POST', 'PATCH'), body),
    1000 * search,
    ([target, verb, text], { root }, token) => {
      const url = `http://x/iam/v2beta1/${target}${target.includes(':') ? '' : `/${root}`}`;
      return new Request(url, { method: verb, headers: bearer(token), body: text });
    },
  );
});

test('malformed bodies that are not UTF-8, or larger than 1 MiB', async () => {
  const notText = fc
    .uint8Array({ minLength: 1, maxLength: 200 })
    .map((bytes) => Buffer.concat([Buffer.from('{"name":"a'), bytes, Buffer.from([0xff]), Buffer.from('"}')]));
  const large = fc
    .integer({ min: 1024 * 1024, max: 2 * 1024 * 1024 })
    .map((size) => Buffer.from(`{"name":"${'a'.repeat(size)}"}`));
  await allRefused(
    fc.oneof({ weight: 30, arbitrary: notText }, { weight: 1, arbitrary: large }),
    1000,
    (body, { root }, token) => {
      return new Request(`http://x/iam/v2beta1/groups/${root}`, { method: 'POST', headers: bearer(token), body });
    },
  );
});

test('malformed masks', async () => {
  const part = fc
    .stringMatching(/^[a-zA-Z_.*%-]{1,12}$/)
    .filter((text) => !/^(name|description|\**)$/i.test(text.replace(/[_.]/g, '')) && text.replace(/\./g, '') !== '');
  await allRefused(fc.array(part, { minLength: 1, maxLength: 4 }), 400 * search, (parts, { root }, token) => {
    const query = new URLSearchParams({ updateMask: parts.map((text) => `x${text}`).join(',') });
    return new Request(`http://x/iam/v2beta1/groups/${root}?${query.toString()}`, {
      method: 'PATCH',
      headers: bearer(token),
      body: '{}',
    });
  });
});

test('malformed tokens and headers', async () => {
  const printable = fc.stringMatching(/^[ -~]{0,200}$/);
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = fc
    .tuple(
      fc.constantFrom('none', 'HS256', 'ES256', 'RS256'),
      fc.dictionary(fc.constantFrom('sub', 'aud', 'iss', 'exp'), fc.oneof(fc.string(), fc.integer())),
      fc.base64String(),
    )
    .map(([alg, claims, signature]) => `Bearer ${base64({ alg, typ: 'at+jwt' })}.${base64(claims)}.${signature}`);
  const authorization = fc.oneof(
    printable,
    printable.map((text) => `Bearer ${text}`),
    jwt,
  );
  await allRefused(fc.tuple(method, collection, authorization), 400 * search, ([verb, path, value], { root }) => {
    const body = verb === 'GET' ? {} : { body: '{"name":"a"}' };
    return new Request(`http://x${path}/${root}`, { method: verb, headers: { authorization: value }, ...body });
  });
});
