import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformVariable, type TerraformStack } from 'cdktf';
import { Group, Policies, Role, RoleBinding } from '../../../constructs';
import { rootUid } from '../synthesized';
import { reported } from './reported';

const folder = mkdtempSync(join(tmpdir(), 'invariants-'));
afterAll(() => rmSync(folder, { recursive: true }));

const issuer = 'https://token.actions.githubusercontent.com';
const subject = 'repo:acme@1/shop@2:ref:refs/heads/main';

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
};

function organization(stack: TerraformStack, role: string): Group {
  const acme = Group.root(stack, 'acme', { name: 'acme' });
  const payments = acme.addGroup('payments');
  const ci = payments.addIdentity('ci', { claimMatch: { issuer, subject } });
  new RoleBinding(payments, 'grant', { identity: ci, role });
  return acme;
}

const found = (configuration: object, build: (stack: TerraformStack) => unknown, options = {}) => {
  const file = fileOf(configuration);
  return reported((stack) => (build(stack), Policies.invariants(file, options))).map((text) =>
    text.replaceAll(file, 'FILE'),
  );
};

describe('an invariant', () => {
  it('that is broken is reported at the role binding, with its line in the file', () => {
    const broken =
      '[org/acme/payments/grant] Policy invariants: "only people change access in payments" (FILE:3): acme/payments/ci violates ' +
      '"only people change access in payments": acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments. Pipelines only deploy.';
    expect(found({ invariants: [never] }, (stack) => organization(stack, 'owner'))).toEqual([`error ${broken}`]);
    const low = { invariants: [{ ...never, severity: 'low' }] };
    expect(found(low, (stack) => organization(stack, 'owner'))).toEqual([`warning ${broken}`]);
  });

  it('that holds is not reported', () => {
    expect(found({ invariants: [never] }, (stack) => organization(stack, 'editor'))).toEqual([]);
  });

  it('is inconclusive for a role whose capabilities only Terraform knows', () => {
    const texts = found({ invariants: [never] }, (stack) => {
      const acme = organization(stack, 'viewer');
      acme.grant(
        acme.addIdentity('bot', { claimMatch: { issuer, subject } }),
        Role.named(stack, 'chief', { group: acme }),
      );
      acme
        .addGroup('b')
        .grant(
          acme.addIdentity('c', { servicePrincipal: 'SERVICE_PRINCIPAL_X' }),
          Role.named(stack, 'x', { group: acme }),
        );
    });
    expect(texts).toEqual([
      expect.stringMatching(
        /^warning \[.*bot.*\] .* only Terraform knows the capabilities of the role acme\/chief, which can break a rule\.$/,
      ),
    ]);
  });

  it('is inconclusive for a reference that only Terraform knows', () => {
    const texts = found(
      { invariants: [never] },
      (stack) => {
        const group = new TerraformVariable(stack, 'v', {}).stringValue;
        const ci = organization(stack, 'viewer').addIdentity('bot', { claimMatch: { issuer, subject } });
        new RoleBinding(stack, 'open', { group, identity: ci, role: 'owner' });
      },
      { unknown: 'error' },
    );
    expect(texts).toEqual([
      'error [org/open] Policy invariants is inconclusive: only Terraform knows group of org/open, which can break a rule.',
    ]);
  });

  it('about an existing group needs its name, or applies to its uid', () => {
    const build = (stack: TerraformStack) => {
      const payments = Group.fromUid(stack, 'acme', rootUid).addGroup('payments');
      payments.grant(payments.addIdentity('ci', { claimMatch: { issuer, subject } }), 'owner');
    };
    expect(found({ invariants: [never] }, build)).toEqual([
      expect.stringMatching(
        /^warning \[org\] Policy invariants is inconclusive: .*the name of c0ffee\w+ is unknown\. Add its name to "names"\.$/,
      ),
    ]);
    const named = { names: { [rootUid]: 'acme' }, invariants: [never] };
    expect(found(named, build)).toEqual([
      expect.stringMatching(/^error .*acme\/payments\/ci has role_bindings\.create/),
    ]);
  });

  it('that names no declared group is inconclusive', () => {
    const elsewhere = { invariants: [{ ...never, where: ['acme/paymnets'] }] };
    expect(found(elsewhere, (stack) => organization(stack, 'owner'))).toEqual([
      expect.stringContaining('no declared group matches acme/paymnets'),
    ]);
  });

  it('that requires holders is inconclusive as long as Terraform knows more', () => {
    const enough = {
      invariants: [
        { name: 'owners', rule: 'atLeast', count: 1, can: ['role_bindings.delete'], where: ['acme'], reason: 'r.' },
      ],
    };
    expect(found(enough, (stack) => Group.root(stack, 'acme', { name: 'acme' }))).toEqual([
      expect.stringMatching(/^error \[org\] .*fewer than 1 have role_bindings\.delete in acme\. r\.$/),
    ]);
    const open = (stack: TerraformStack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant('abcdef0123456789abcdef0123456789abcdef01', Role.named(stack, 'chief', { group: acme }));
    };
    expect(found(enough, open).filter((text) => text.startsWith('error'))).toEqual([]);
    expect(found(enough, open)[0]).toContain('is inconclusive: "owners"');
  });
});

describe('an assertion', () => {
  const token = { issuer, subject };

  it('that fails is an error, and one that holds is not reported', () => {
    const assertions = [
      { name: 'deploys', token, can: ['repo.create'], where: ['acme/payments'] },
      { name: 'no access', token, cannot: ['role_bindings.create'], where: ['acme/payments'] },
    ];
    expect(found({ assertions }, (stack) => organization(stack, 'editor'))).toEqual([]);
    expect(found({ assertions }, (stack) => organization(stack, 'owner'))).toEqual([
      'error [org/acme/payments/grant] Policy invariants: the assertion "no access" (FILE:16) fails: The token can act as acme/payments/ci, which has role_bindings.create in acme/payments (owner in acme/payments).',
    ]);
    expect(found({ assertions }, (stack) => organization(stack, 'viewer'))).toEqual([
      expect.stringMatching(/^error \[org\] .*"deploys" \(FILE:3\) fails: /),
    ]);
  });

  it('is inconclusive for a trust policy that only Terraform knows', () => {
    const assertions = [{ name: 'deploys', token, can: ['repo.create'], where: ['acme'] }];
    const texts = found({ assertions }, (stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const unknown = new TerraformVariable(stack, 'v', {}).stringValue;
      acme.grant(acme.addIdentity('ci', { claimMatch: { issuer, subject: unknown } }), 'editor');
    });
    expect(texts).toEqual([
      expect.stringMatching(/^warning .*inconclusive: the assertion "deploys".*its trust policy is unknown/),
    ]);
  });
});

test.each<[string, string | object, RegExp]>([
  ['invalid', '{', /^Policies\.invariants: Cannot read .*invalid\.json: it is not JSON/],
  ['misspelled', { invariant: [] }, /^Policies\.invariants: Cannot use .*misspelled\.json/],
  ['empty', {}, /^Policies\.invariants: Cannot use .*empty\.json: it has neither invariants nor assertions\.$/],
])('a file that is %s is an error', (name, configuration, text) => {
  expect(() => Policies.invariants(fileOf(configuration, `${name}.json`))).toThrow(text);
});

test('a missing file is an error', () => {
  expect(() => Policies.invariants(join(folder, 'missing.json'))).toThrow(
    /^Policies\.invariants: Cannot read .*missing\.json: the file does not exist in \/.*\. Name a review configuration\.$/,
  );
});
