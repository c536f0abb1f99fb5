/** Tests that each consumer of names accepts each name of a person, rejects ambiguous ones, and shows one form. */
import {
  answer,
  createReview,
  formatAnswerText,
  QuestionError,
  readState,
  type Question,
  type Review,
  type ReviewConfiguration,
} from '../../../src/review';
import type { IdentityName } from '../../../src/access/graph';

const ROOT = 'ac3e'.repeat(10);
const OWNER = '00ee4'.repeat(8);
const LOGIN = 'https://login.acme.example';

interface Person {
  readonly uid: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

const person = (digit: string, issuer: string, subject: string, email: string | null = null): Person => ({
  ...{ uid: digit.repeat(40), issuer, subject, email },
});
const ada = person('a', LOGIN, 'ada', 'ada@acme.example');
const sams = [person('b', LOGIN, 'sam'), person('c', 'https://login.other.example/realms/staff', 'sam')];
/** A person who has chosen the path of a workload, and the e-mail address of another person, as subjects. */
const impostors = [
  person('d', LOGIN, 'acme/ci'),
  person('e', LOGIN, 'eve@acme.example'),
  person('f', LOGIN, 'z', 'eve@acme.example'),
];
const people = [ada, ...sams, ...impostors];

function organization(configuration: ReviewConfiguration = {}): Review {
  const resource = (mode: 'data' | 'managed', type: string, name: string, attributes: object) => ({
    ...{ mode, type, name, provider: 'provider["platform-iac.internal/npm/platform"]', instances: [{ attributes }] },
  });
  const bound = [...people.map(({ uid }) => uid), `${ROOT}/0000000000000001`];
  const ci = {
    uid: `${ROOT}/0000000000000001`,
    group_uid: ROOT,
    name: 'ci',
    service_principal: 'SERVICE_PRINCIPAL_INGESTER',
  };
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    resources: [
      ...people.map((one, index) =>
        resource('data', 'platform_identity', `p${index}`, { name: null, group_uid: null, ...one }),
      ),
      resource('managed', 'platform_identity', 'ci', ci),
      resource('data', 'platform_role', 'owner', { uid: OWNER, name: 'owner', capabilities: ['role_bindings.create'] }),
      ...bound.map((identity, index) =>
        resource('managed', 'platform_role_binding', `b${index}`, {
          uid: `${ROOT}/f${String(index).padStart(15, '0')}`,
          ...{ group_uid: ROOT, identity_uid: identity, role_uid: OWNER },
        }),
      ),
    ],
  };
  return createReview([readState(JSON.stringify(state), 'state')], {
    configuration: { names: { [ROOT]: 'acme' }, ...configuration },
  });
}

const review = organization();
const can = ['role_bindings.create'];
const where = ['acme'];

/** Returns the displayed name of the identity that a consumer finds, or the text of its error. */
type Consumer = (name: IdentityName) => string;

const asks =
  (question: (name: IdentityName) => Question): Consumer =>
  (name) => {
    try {
      const found = answer(review, question(name));
      return [...new Set(found.rows.map(({ identity }) => identity))].join(' and ');
    } catch (error) {
      expect(error).toBeInstanceOf(QuestionError);
      return (error as Error).message;
    }
  };

const isRuled = (rules: (name: IdentityName) => ReviewConfiguration, isFound: (text: string) => boolean): Consumer => {
  return (name) => {
    const { findings } = organization(rules(name)).report;
    const text = findings
      .filter(({ id }) => id.startsWith('invariant'))
      .map(({ reason }) => reason)
      .join(' ');
    return isFound(text) ? 'ada at login.acme.example' : text;
  };
};

const rule = { name: 'r', reason: 'So.', can, where };
const everyone = people.map(({ uid }) => uid);
const others = [...everyone.filter((uid) => uid !== ada.uid), 'acme/ci'];

const consumers: readonly (readonly [string, Consumer])[] = [
  ['where-can', asks((identity) => ({ ask: 'where-can', identity }))],
  ['who-can', asks((identity) => ({ ask: 'who-can', capability: '*', path: 'acme', identity }))],
  ['why', asks((identity) => ({ ask: 'why', identity, capability: 'role_bindings.create', path: 'acme' }))],
  [
    'an assertion',
    (name) => {
      const [found] = organization({ assertions: [{ person: name, can, where }] }).assertions;
      return found?.result === 'pass' ? 'ada at login.acme.example' : (found?.reason ?? '');
    },
  ],
  [
    'a rule that excludes',
    isRuled(
      (name) => ({ invariants: [{ ...rule, rule: 'never', who: { identities: [name] } }] }),
      (text) => text.startsWith('ada at login.acme.example violates'),
    ),
  ],
  [
    'a rule that allows',
    isRuled(
      (name) => ({ invariants: [{ ...rule, rule: 'only', who: { identities: [name, ...others] } }] }),
      (text) => text === '',
    ),
  ],
  [
    'an exception of a rule',
    isRuled(
      (name) => ({ invariants: [{ ...rule, rule: 'never', except: [name, ...others] }] }),
      (text) => text === '',
    ),
  ],
  [
    'a rule that requires',
    isRuled(
      (name) => ({ invariants: [{ ...rule, rule: 'atLeast', count: 1, who: { identities: [name] } }] }),
      (text) => text === '',
    ),
  ],
];

const forms: readonly (readonly [string, IdentityName])[] = [
  ['the account', { issuer: LOGIN, subject: 'ada' }],
  ['subject at host', 'ada at login.acme.example'],
  ['subject at issuer', `ada at ${LOGIN}`],
  ['the subject', 'ada'],
  ['the e-mail address', 'ada@acme.example'],
  ['the e-mail address in another case', 'Ada@ACME.example'],
  ['the uid', ada.uid],
];

const ofAll = <T>(rows: readonly (readonly [string, T])[]) =>
  consumers.flatMap(([consumer, ask]) => rows.map(([name, value]) => [consumer, name, ask, value] as const));

test.each(ofAll(forms))('%s accepts a person as %s', (_consumer, _form, ask, name) => {
  expect(ask(name)).toBe('ada at login.acme.example');
});

test.each(
  ofAll<readonly [string, readonly Person[]]>([
    ['a subject at two issuers', ['sam', sams]],
    ['the subject of one and the e-mail address of another person', ['eve@acme.example', impostors.slice(1)]],
  ]),
)('%s rejects %s and lists the candidates', (_consumer, _name, ask, [name, candidates]) => {
  const text = ask(name);
  expect(text).toContain(`The name ${JSON.stringify(name)} is ambiguous`);
  for (const { uid } of candidates) expect(text).toContain(uid);
});

test.each(
  ofAll<IdentityName>([
    ['a subject', 'adda'],
    ['an account', { issuer: 'https://login.acme.exmple', subject: 'ada' }],
  ]),
)('%s suggests a similar person for %s with a typo', (consumer, _form, ask, name) => {
  const text = ask(name);
  // Other identities violate these rules, and the typo is the reason.
  expect(`${consumer}: ${text}`).toContain('Did you mean ada at login.acme.example?');
});

test.each(consumers.slice(0, 3))('%s names a workload by its path, also if a person has chosen it', (_, ask) => {
  expect(ask('acme/ci')).toBe('acme/ci');
});

test('the chosen name of a person is no exception for the path of a workload', () => {
  const invariants = [
    {
      ...rule,
      rule: 'never' as const,
      who: { people: true },
      except: ['acme/ci', ...everyone.filter((uid) => uid !== 'd'.repeat(40))],
    },
  ];
  const [finding] = organization({ invariants }).report.findings.filter(({ id }) => id === 'invariant-broken');
  expect(finding?.reason).toContain('acme%2Fci at login.acme.example violates "r"');
});

test('a host without the path of the issuer is enough if one person has it', () => {
  const ask = asks((identity) => ({ ask: 'where-can', identity }));
  expect(ask('sam at login.other.example')).toBe('sam at login.other.example%2Frealms%2Fstaff');
});

test('an answer shows one form, regardless of the form in the question', () => {
  const headlines = forms.map(
    ([, identity]) => formatAnswerText(answer(review, { ask: 'where-can', identity })).split('\n')[0],
  );
  expect(new Set(headlines)).toEqual(new Set(['ada at login.acme.example has some capability in:']));
});
