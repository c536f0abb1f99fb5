import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Rules, type RulesProps } from '../../../constructs';
import { problemText } from '../../../constructs/base/uncaught-errors';
import { rootUid } from '../synthesized';
import { emptyApp, issuer, messagesOf, reported, rule, subject } from './ruled';

const folder = mkdtempSync(join(tmpdir(), 'rules-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(configuration: object | string, name = 'review.config.json'): string {
  const file = join(folder, name);
  writeFileSync(file, typeof configuration === 'string' ? configuration : JSON.stringify(configuration, null, 2));
  return file;
}

const never = {
  name: 'only people change access in payments',
  rule: 'never',
  who: { people: false },
  can: ['role_bindings.create'],
  where: ['acme/payments/**'],
  reason: 'Pipelines only deploy.',
} as const;

function organization(stack: TerraformStack, role: string): Group {
  const acme = Group.root(stack, 'acme', { name: 'acme' });
  const payments = acme.addGroup('payments');
  const ci = payments.addIdentity('ci', { claimMatch: { issuer, subject } });
  new RoleBinding(payments, 'grant', { identity: ci, role });
  return acme;
}

const unknownIn = (stack: TerraformStack): string => new TerraformVariable(stack, 'v', {}).stringValue;

describe('an invariant', () => {
  const broken =
    'acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments. Pipelines only deploy. Correct the program, or add "acme/payments/ci" to "except" of the rule.';

  it('of a file that is broken is reported at the role binding, with both lines', () => {
    const file = fileOf({ invariants: [never] });
    const { app, stack } = emptyApp();
    new Rules(app, { file });
    organization(stack, 'owner');
    let text: string | undefined;
    try {
      app.synth();
    } catch (error) {
      text = problemText(error);
    }
    expect(text).toMatch(
      /^App-level validation failed with the following errors:\n {2}\[org\/acme\/payments\/grant\] Rule ".*\n {6}at test\/constructs\/rules\/rules\.test\.ts:\d+\nTo get a report of this change, remove "new Rules" from the program: the review evaluates the same rules\.$/,
    );
    expect(text).toContain(`Rule "only people change access in payments" (${file}:3): ${broken}`);
  });

  it('with a low severity is a warning, once for all syntheses', () => {
    const low = { ...never, severity: 'low' } as const;
    const warning = `warning [org/acme/payments/grant] Rule "${never.name}": ${broken}`;
    const { app, stack } = emptyApp();
    new Rules(app, { configuration: { invariants: [low] } });
    organization(stack, 'owner');
    expect(messagesOf(() => app.synth())).toEqual([warning]);
    expect(messagesOf(() => app.synth())).toEqual([]);
  });

  it('with a low severity is an annotation for the CLI of CDKTF', () => {
    process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] = 'true';
    try {
      const { app, stack } = emptyApp();
      new Rules(app, { configuration: { invariants: [{ ...never, severity: 'low' }] } });
      organization(stack, 'owner');
      expect(messagesOf(() => app.synth())).toEqual([]);
      expect(app.manifest.stacks['org']?.annotations).toEqual([
        expect.objectContaining({ constructPath: 'org/acme/payments/grant', level: '@cdktf/warn' }),
      ]);
    } finally {
      delete process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'];
    }
  });

  it('that holds is not reported', () => {
    expect(reported({ invariants: [never] }, (stack) => organization(stack, 'editor'))).toEqual([]);
  });

  it('is inconclusive for a role whose capabilities only Terraform knows', () => {
    const texts = reported({ invariants: [never] }, (stack) => {
      const acme = organization(stack, 'viewer');
      const bot = acme.addIdentity('bot', { claimMatch: { issuer, subject } });
      acme.grant(bot, Role.named(stack, 'chief', { group: acme }));
      const other = acme.addIdentity('c', { servicePrincipal: 'SERVICE_PRINCIPAL_X' });
      acme.addGroup('b').grant(other, Role.named(stack, 'x', { group: acme }));
    });
    expect(texts).toEqual([
      expect.stringMatching(
        /^warning \[.*bot.*\] .* the capabilities of the role acme\/chief are unknown and can break a rule\.$/,
      ),
    ]);
  });

  it('is inconclusive for a reference that only Terraform knows, which can be an error', () => {
    const texts = reported({ configuration: { invariants: [never] }, inconclusive: 'error' }, (stack) => {
      const ci = organization(stack, 'viewer').addIdentity('bot', { claimMatch: { issuer, subject } });
      new RoleBinding(stack, 'open', { group: unknownIn(stack), identity: ci, role: 'owner' });
    });
    expect(texts).toEqual([
      'error [org/open] The rules are inconclusive: only Terraform knows group_uid of platform_role_binding.open, which can break a rule.',
    ]);
  });

  it('about a group that no construct names needs its name, or applies to its uid', () => {
    const build = (stack: TerraformStack) => {
      const payments = new Group(stack, 'payments', { parent: rootUid, name: 'payments' });
      payments.grant(payments.addIdentity('ci', { claimMatch: { issuer, subject } }), 'owner');
    };
    expect(reported({ invariants: [never] }, build)).toEqual([
      expect.stringMatching(
        /^warning \[App\] .* is inconclusive: .*the name of c0ffee\w+ is unknown\. Add its name to/,
      ),
    ]);
    const named = { names: { [rootUid]: 'acme' }, invariants: [never] };
    expect(reported(named, build)).toEqual([
      expect.stringMatching(/^error .*acme\/payments\/ci has role_bindings\.create/),
    ]);
  });

  it('that names no declared group is inconclusive', () => {
    const elsewhere = { invariants: [{ ...never, where: ['acme/paymnets'] }] };
    expect(reported(elsewhere, (stack) => organization(stack, 'owner'))).toEqual([
      expect.stringContaining('no declared group matches acme/paymnets'),
    ]);
  });

  it('applies to people who are found in two stacks as one person', () => {
    const ada = (stack: TerraformStack) =>
      Identity.person(stack, 'ada', { issuer: 'https://login.example.com', subject: 'ada' });
    const two = rule({ rule: 'atLeast', count: 2, can: ['owner'], where: ['acme'] });
    const texts = reported(two, (stack, app) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(ada(stack), 'owner');
      const other = new TerraformStack(app, 'other');
      new PlatformProvider(other, 'platform', { install: false });
      new RoleBinding(other, 'again', { group: acme, identity: ada(other), role: 'owner' });
    });
    expect(texts).toEqual(['error [org/acme] Rule "r": fewer than 2 have owner in acme. So.']);
  });
});

test('a file in the working directory is shown by its relative path', () => {
  const { app, stack } = emptyApp();
  new Rules(app, { file: join(process.cwd(), 'examples/rules/review.config.json') });
  Group.root(stack, 'acme', { name: 'acme_2' });
  expect(messagesOf(() => app.synth())).toContainEqual(
    expect.stringMatching(/^error \[org\/acme\] Rule "names" \(examples\/rules\/review\.config\.json:\d+\): /),
  );
});

describe('a minimum', () => {
  const owners = rule({ rule: 'atLeast', count: 1, can: ['owner'], where: ['*'] });

  it('is violated in a new root group, and met by the capabilities of an owner', () => {
    expect(reported(owners, (stack) => Group.root(stack, 'acme', { name: 'acme' }))).toEqual([
      'error [org/acme] Rule "r": fewer than 1 have owner in acme. So.',
    ]);
    expect(reported(owners, (stack) => organization(stack, 'viewer').grant('ab'.repeat(20), 'owner'))).toEqual([]);
  });

  it.each<[string, (stack: TerraformStack, acme: Group) => unknown]>([
    [
      'an identity that only Terraform knows',
      (stack, group) => new RoleBinding(stack, 'b', { group, identity: unknownIn(stack), role: 'owner' }),
    ],
    [
      'a role that only Terraform knows',
      (stack, acme) => acme.grant('ab'.repeat(20), Role.named(stack, 'chief', { group: acme })),
    ],
    ['an invite', (_, acme) => acme.invite('ada@example.com', 'owner')],
  ])('is inconclusive with %s', (_, build) => {
    const texts = reported(owners, (stack) => build(stack, Group.root(stack, 'acme', { name: 'acme' })));
    expect(texts[0]).toMatch(/^warning \[org\/acme\] Rule "r" is inconclusive: fewer than 1 have owner in acme, but /);
  });

  it('is inconclusive in an existing group, which can have other grants', () => {
    const build = (stack: TerraformStack) => void Group.named(stack, 'acme').addGroup('payments');
    expect(reported(owners, build)).toEqual([
      'warning [org/platform-groups/acme/Resource] Rule "r" is inconclusive: fewer than 1 have owner in acme, but acme exists and can have other grants.',
    ]);
  });
});

describe('rules of structure', () => {
  it('report every object with its construct', () => {
    const configuration = {
      invariants: [
        ...rule({ name: 'names', rule: 'naming', pattern: '[a-z-]+', kinds: ['Group'] as const }).invariants!,
        ...rule({ name: 'depth', rule: 'maxDepth', levels: 2 }).invariants!,
        ...rule({ name: 'unique', rule: 'uniqueNames', except: ['acme/pay.ments/ci'] }).invariants!,
        ...rule({ name: 'described', rule: 'described', kinds: ['Identity'] as const }).invariants!,
      ],
    };
    const texts = reported(configuration, (stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const payments = acme.addGroup('payments', { name: 'pay.ments' });
      payments
        .addGroup('cards')
        .addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_A', description: 'Deploys.' });
      payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_B' });
      acme.addGroup('search').addGroup('cards');
    });
    expect(texts).toEqual([
      'error [org/acme/payments] Rule "names": acme/pay.ments has the name "pay.ments", which does not match [a-z-]+. So.',
      'error [org/acme/payments/cards] Rule "depth": acme/pay.ments/cards is at level 3, and the maximum is 2. So.',
      'error [org/acme/search/cards] Rule "depth": acme/search/cards is at level 3, and the maximum is 2. So.',
      'error [org/acme/search/cards] Rule "unique": acme/search/cards has the same name as acme/pay.ments/cards. So.',
      'error [org/acme/payments/ci] Rule "described": acme/pay.ments/ci has no description. So.',
    ]);
  });

  it('are inconclusive for a name and a group that only Terraform knows', () => {
    const naming = rule({ rule: 'naming', pattern: '[a-z]+' });
    expect(reported(naming, (stack) => Group.root(stack, 'acme', { name: unknownIn(stack) }))).toContain(
      'warning [org/acme] Rule "r" is inconclusive: acme: its name is unknown.',
    );
    expect(
      reported(
        rule({ rule: 'maxDepth', levels: 1 }),
        (stack) => new Group(stack, 'a', { parent: unknownIn(stack), name: 'a' }),
      ),
    ).toContain('warning [org/a] Rule "r" is inconclusive: a: its group is unknown.');
  });
});

describe('a rule about outsiders', () => {
  const noOutsiders = rule({ rule: 'noOutsiders' });
  const ci =
    (claimMatch: { subject?: string; subjectPattern?: string; claims?: Record<string, string> }) =>
    (stack: TerraformStack) =>
      void Group.root(stack, 'acme', { name: 'acme' }).addIdentity('ci', { claimMatch: { issuer, ...claimMatch } });

  it('reports a trust policy that accepts outsiders, with a token', () => {
    const texts = reported(noOutsiders, ci({ subjectPattern: '^repo:.*$' }));
    expect(texts.filter((text) => text.includes('Rule'))).toEqual([
      expect.stringMatching(
        /^error \[org\/acme\/ci\] Rule "r": acme\/ci accepts outsiders: any workflow of any repository on GitHub can assume it with the token sub=repo:\S+, iss=https:\/\/token\.actions\S+\. Narrow the trust policy\. /,
      ),
    ]);
  });

  it('reports each owner once with the role of its identities, the owner of the fewest identities first', () => {
    const messages = reported({ ...noOutsiders, owners: ['github:1234'] }, (stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const trust = (name: string, owner: string, role: 'editor' | 'viewer') =>
        acme
          .addIdentity(name, { claimMatch: { issuer, subject: `repo:${owner}/app@5:ref:refs/heads/main` } })
          .grant(role, { on: acme });
      for (let index = 0; index < 9; index++) trust(`ci${index}`, 'acme@55', 'viewer');
      trust('vendor-sync', 'evil-corp@66', 'editor');
    }).filter((text) => text.includes('Rule'));
    expect(messages).toEqual([
      expect.stringMatching(
        /^error \[org\/acme\/vendor-sync\] .*: acme\/vendor-sync, which is editor in acme, accepts outsiders: .*evil-corp.* add "github:66"/,
      ),
      expect.stringMatching(
        /^error \[org\/acme\/ci0\] .*\. 8 more identities accept the same outsiders: acme\/ci1, .* add "github:55"/,
      ),
    ]);
  });

  it('accepts the workloads of the owners of the configuration', () => {
    const build = ci({ subjectPattern: '^repo:(acme|globex)/[^:]+:ref:refs/heads/main$' });
    expect(reported(noOutsiders, build)).toEqual([
      expect.stringMatching(/^warning \[org\/acme\/ci\] .* is inconclusive: .* declares no owners/),
    ]);
    expect(reported({ ...noOutsiders, owners: ['acme'] }, build)).toEqual([expect.stringContaining('globex')]);
    expect(reported({ ...noOutsiders, owners: ['acme', 'globex'] }, build)).toEqual([]);
  });

  it('is inconclusive if only Terraform knows a part of the trust policy that matters', () => {
    const unknown = reported(noOutsiders, (stack) => {
      ci({ subject: unknownIn(stack) })(stack);
    });
    expect(unknown).toContain(
      'warning [org/acme/ci] Rule "r" is inconclusive: acme/ci: only Terraform knows a part of its trust policy.',
    );
  });
});

describe('an assertion', () => {
  const token = { issuer, subject };

  it('that fails is an error, and one that holds is not reported', () => {
    const assertions = [
      { name: 'deploys', token, can: ['repo.create'], where: ['acme/payments'] },
      { name: 'no access', token, cannot: ['role_bindings.create'], where: ['acme/payments'] },
    ];
    expect(reported({ assertions }, (stack) => organization(stack, 'editor'))).toEqual([]);
    expect(reported({ assertions }, (stack) => organization(stack, 'owner'))).toEqual([
      'error [org/acme/payments/grant] Rule "no access": The token can act as acme/payments/ci, which has role_bindings.create in acme/payments (owner in acme/payments).',
    ]);
    expect(reported({ assertions }, (stack) => organization(stack, 'viewer'))).toEqual([
      expect.stringMatching(/^error \[App\] Rule "deploys": /),
    ]);
  });

  it('is inconclusive for a trust policy that only Terraform knows', () => {
    const assertions = [{ name: 'deploys', token, can: ['repo.create'], where: ['acme'] }];
    const texts = reported({ assertions }, (stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(acme.addIdentity('ci', { claimMatch: { issuer, subject: unknownIn(stack) } }), 'editor');
    });
    expect(texts).toEqual([
      expect.stringMatching(/^warning .*Rule "deploys" is inconclusive: .*its trust policy is unknown/),
    ]);
  });
});

test('a role binding that has ended is no grant', () => {
  const texts = reported(
    rule({ rule: 'never', can: ['owner'], where: ['acme'] }),
    (stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(acme.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_A' }), 'owner', {
        expires: '2026-12-31',
      });
    },
    { context: { 'platform:now': '2027-01-01' } },
  );
  expect(texts.filter((text) => text.startsWith('error'))).toEqual([]);
});

test.each([{ owners: ['github:acme'] }, { trustedIssuers: ['https://k8s.example'] }, { appliesAs: 'acme/deployer' }])(
  'a configuration without rules synthesizes: %j',
  (settings) => {
    expect(reported({ file: fileOf(settings) }, (stack) => organization(stack, 'owner'))).toEqual([]);
  },
);

const props = (given: object): RulesProps => given;

test.each<[string, () => RulesProps, RegExp]>([
  ['no rules', () => ({ file: fileOf('{', 'invalid.json') }), /^Rules: Cannot read .*invalid\.json: it is not JSON/],
  ['a typo', () => ({ file: fileOf({ invariant: [] }, 'misspelled.json') }), /^Rules: Cannot use .*misspelled\.json/],
  [
    'no rule',
    () => ({ file: fileOf({}, 'empty.json') }),
    /^Rules: Cannot use .*empty\.json: it has neither invariants nor/,
  ],
  [
    'no file',
    () => ({ file: join(folder, 'missing.json') }),
    /^Rules: Cannot read .*missing\.json: the file does not exist in \//,
  ],
  [
    'an invalid object',
    () => props({ configuration: { invariants: [{ rule: 'never' }] } }),
    /^Rules: Cannot use configuration: invariants\[0\]\.name is missing; /,
  ],
  [
    'an invalid pattern',
    () => ({ configuration: rule({ rule: 'naming', pattern: '(?=a)' }) }),
    /RE2 has no look-around/,
  ],
  ['neither', () => ({}), /give either file or configuration\.$/],
  ['an unknown prop', () => props({ files: 'x' }), /unknown prop `files`; did you mean `file`\?/],
  [
    'another severity',
    () => props({ configuration: {}, inconclusive: 'info' }),
    /inconclusive must be 'error' or 'warning'/,
  ],
])('a configuration with %s is an error', (_, given, text) => {
  expect(() => new Rules(new App({ outdir: join(folder, 'out') }), given())).toThrow(text);
});

test('rules need the App', () => {
  const { stack } = emptyApp();
  expect(() => new Rules(stack as unknown as App, { configuration: { invariants: [never] } })).toThrow(
    'Rules: the first argument must be the App, because rules apply to all of its stacks; it is the stack "org".',
  );
});

describe('the root group of a program', () => {
  const broken = (root: string) => `${root}/payments/ci has role_bindings.create in ${root}/payments`;
  const existing = (configuration: RulesProps['configuration'], ids: readonly string[]) => {
    const { app, stack } = emptyApp();
    new Rules(app, { configuration });
    const [first] = ids.map((id) => Group.fromUid(stack, id, rootUid));
    const payments = first!.addGroup('payments');
    const ci = payments.addIdentity('ci', { claimMatch: { issuer, subject } });
    payments.grant(ci, 'owner');
    try {
      app.synth();
    } catch (error) {
      return problemText(error);
    }
    return undefined;
  };

  it('has the id of its first construct', () => {
    expect(existing({ invariants: [never] }, ['acme', 'other'])).toContain(broken('acme'));
    expect(existing({ invariants: [never] }, ['other', 'acme'])).toBeUndefined();
  });

  it('has the name of the configuration before its id', () => {
    expect(existing({ invariants: [never], names: { [rootUid]: 'acme' } }, ['root'])).toContain(broken('acme'));
  });
});
