/** Names in Terraform addresses: readable, valid, and different for different objects. */
import fc from 'fast-check';
import {
  isTerraformName,
  replaceDots,
  toAccountName,
  toEmailName,
  toTerraformName,
} from '../../../src/base/text/terraform-name';
import { anyCharacter } from '../../support/any-text';

const hash = '[0-9a-f]{8}';
const okta = 'https://acme.okta.example';

describe('the name of a path', () => {
  it.each([
    [['payments'], 'payments'],
    [['acme', 'payments', 'ci-bot'], 'acme_payments_ci-bot'],
    [['acme', '2024', '-x', 'A_b'], 'acme_2024_-x_A_b'],
  ])('of ordinary ids %j is readable', (path, name) => {
    expect(toTerraformName(path)).toBe(name);
  });

  it.each([
    [['1st'], `id_1st_${hash}`],
    [['-dash'], `id_dash_${hash}`],
    [['_x'], `id_x_${hash}`],
    [['acme', 'data platform'], `acme_data_platform_${hash}`],
    [['acme', 'a.b'], `acme_a_b_${hash}`],
    [['auth0|x'], `auth0_x_${hash}`],
    [['CN=a,OU=b/c'], `CN_a_OU_b_c_${hash}`],
    [['山田'], `id_${hash}`],
    [['acme', '山田'], `acme_${hash}`],
    [['__proto__'], `id_proto_${hash}`],
    [['a--b'], `a_b_${hash}`],
    [['${x}', '%{y}'], `id_x_y_${hash}`],
    [[''], `id_${hash}`],
  ])('of %j ends with a hash', (path, name) => {
    expect(toTerraformName(path)).toMatch(new RegExp(`^${name}$`));
  });
});

describe('the name of an account', () => {
  it.each([
    ['ada', 'https://login.acme.example', 'ada_login_acme_example'],
    ['ada-l', `${okta}/oauth2/default`, 'ada-l_acme_okta_example_oauth2_default'],
    ['Ada_L', 'https://login.example.com/v2.0', 'Ada_L_login_example_com_v2_0'],
  ])('%s at %s is readable', (subject, issuer, name) => {
    expect(toAccountName({ issuer, subject })).toBe(name);
  });

  it.each([
    ['00u1a2b3', okta, `id_00u1a2b3_acme_okta_example_${hash}`],
    ['1112606501', 'https://accounts.google.com', `id_1112606501_accounts_google_com_${hash}`],
    ['auth0|abc', 'https://acme.auth0.example/', `auth0_abc_acme_auth0_example_${hash}`],
    ['ada', `${okta}/`, `ada_acme_okta_example_${hash}`],
    ['ada', 'http://acme.okta.example', `ada_http_acme_okta_example_${hash}`],
    ['ada', 'https://xn--a.example', `ada_xn_a_example_${hash}`],
  ])('%s at %s ends with a hash', (subject, issuer, name) => {
    expect(toAccountName({ issuer, subject })).toMatch(new RegExp(`^${name}$`));
  });

  it.each([
    ['jörg', 'jürg'],
    ['a.b', 'a b'],
    ['user+1', 'user_1'],
    ['山田', '鈴木'],
    ['a/b', 'a--b'],
  ])('differs for %s and %s', (first, second) => {
    const [one, other] = [first, second].map((subject) => toAccountName({ issuer: okta, subject }));
    expect(one).not.toBe(other);
  });
});

test.each([
  ['ada@example.com', 'ada_example_com'],
  ['ada.l@example.com', `ada_l_example_com_${hash}`],
  ['ada+1@example.com', `ada_1_example_com_${hash}`],
  ['1ada@example.com', `id_1ada_example_com_${hash}`],
])('the name of the e-mail address %s is %s', (email, name) => {
  expect(toEmailName(email)).toMatch(new RegExp(`^${name}$`));
});

test.each([
  ['registry.pull', 'registry_pull'],
  ['viewer', 'viewer'],
  ['.pull', '.pull'],
  ['a b.c', 'a b.c'],
])('the dots of %s are replaced only in a dotted name', (text, replaced) => {
  expect(replaceDots(text)).toBe(replaced);
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.stringMatching(/^[0-9._ -]{0,5}[a-z]{0,3}[-_. /|+]{0,3}[a-z0-9]{0,3}$/),
  fc.constantFrom('constructor', '__proto__', 'toString', '${x}', '%{if}', '1', '-', '_', ''),
);

test('every name is valid in Terraform', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const names = [
        toTerraformName([first]),
        toTerraformName([first, second]),
        toAccountName({ issuer: `https://${second}`, subject: first }),
        toEmailName(`${first}@${second}`),
      ];
      expect(names.filter((name) => !isTerraformName(name) || !/^[A-Za-z][\w-]*$/.test(name))).toEqual([]);
    }),
  );
});

test('different ids have different names', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      fc.pre(first !== second);
      expect(toTerraformName(['acme', first])).not.toBe(toTerraformName(['acme', second]));
    }),
    { numRuns: 1000 },
  );
});

test('the hash of a name is that of every version, because another address recreates an object', () => {
  expect([
    toTerraformName(['acme', 'data platform']),
    toAccountName({ issuer: 'https://accounts.google.com', subject: '1112606501' }),
    toEmailName('ada.l@example.com'),
  ]).toEqual([
    'acme_data_platform_d0f37809',
    'id_1112606501_accounts_google_com_51caabbe',
    'ada_l_example_com_4f2608dc',
  ]);
});
