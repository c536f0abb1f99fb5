import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, Identity, Organization, PlatformProvider, Role, RoleBinding } from '../../../constructs';
import { ROOT_GROUP_UID, synthesized } from '../../../constructs/testing';
import { claimMatch, company, program } from './programs';

/** The temporary folders that exist now; tests in other processes have theirs. */
function leftFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`platform-testing-${process.pid}-`));
}

describe('an organization that a program declares', () => {
  it('has its groups, identities, roles and grants by path', () => {
    const { groups, identities, roles, grants } = synthesized(company);
    expect({ groups, identities, roles, grants }).toEqual({
      groups: { 'acme/payments': { description: 'Takes the money.' } },
      identities: { 'acme/payments/ci': { claimMatch } },
      roles: { 'acme/auditor': { capabilities: ['groups.list', 'roles.list'] } },
      grants: [
        'acme/payments/(anyone who accepts an invite) → viewer → acme/payments',
        'acme/payments/ci → acme/auditor → acme',
        'acme/payments/ci → editor → acme/payments',
      ],
    });
  });

  it('answers who has a role and who holds a capability', () => {
    const org = synthesized(company);
    expect(org.whoHas('editor', 'acme/payments')).toEqual(['acme/payments/ci']);
    expect(org.whoHas('editor', 'acme')).toEqual([]);
    expect(org.whoHas('acme/auditor', 'acme/payments')).toEqual(['acme/payments/ci']);
    expect(org.can('acme/payments/ci', 'roles.list', 'acme')).toBe(true);
    expect(org.can('acme/payments/ci', 'repo.create', 'acme')).toBe(false);
    expect(org.whoCan('repo.create', 'acme/payments')).toEqual(['acme/payments/ci']);
  });

  it('names the root group after its first construct in the program', () => {
    const declared = (...ids: readonly string[]) => {
      const app = new App();
      for (const id of ids) {
        const stack = new TerraformStack(app, `stack-${id}`);
        new PlatformProvider(stack, 'platform');
        Group.fromUid(stack, 'elsewhere', 'b'.repeat(40));
        Group.fromUid(stack, id, process.env['ROOT_GROUP_UID']!).addGroup(`team-${id}`);
      }
      return app;
    };
    const groupsOf = (...given: Parameters<typeof synthesized>) => Object.keys(synthesized(...given).groups);
    expect(groupsOf(() => declared('engineering'))).toEqual(['engineering/team-engineering']);
    expect(groupsOf(() => declared('zeta', 'alpha'))).toEqual(['zeta/team-alpha', 'zeta/team-zeta']);
    expect(groupsOf(() => declared('engineering').synth())).toEqual(['engineering/team-engineering']);
    const organization = () => {
      const stack = new TerraformStack(new App(), 'org');
      new PlatformProvider(stack, 'platform');
      new Organization(stack, 'globex', { root: process.env['ROOT_GROUP_UID']!, groups: { shop: {} } });
      (stack.node.root as App).synth();
    };
    expect(groupsOf(organization)).toEqual(['globex/shop']);
    expect(groupsOf(() => declared('engineering'), { rootName: 'initech' })).toEqual(['initech/team-engineering']);
    // Nothing is left for the next program.
    expect(groupsOf(company)).toEqual(['acme/payments']);
  });

  it('has another name of its root group on request', () => {
    expect(Object.keys(synthesized(company, { rootName: 'initech' }).groups)).toEqual(['initech/payments']);
  });

  it('keeps the keys of maps and unescapes text', () => {
    const org = synthesized(
      program((acme) =>
        acme.addIdentity('ci', { claimMatch: { ...claimMatch, claims: { job_workflow_ref: 'a$${b}%%{c}' } } }),
      ),
    );
    expect(org.identities['acme/ci']?.claimMatch?.claims).toEqual({ job_workflow_ref: 'a${b}%{c}' });
  });

  it('refers to existing objects by their names', () => {
    const org = synthesized(
      program((_, stack) => {
        const shop = Group.at(stack, 'acme/shop');
        shop.grant(Identity.named(stack, 'deployer', { group: shop }), 'viewer');
        shop.grant(Identity.person(stack, 'ada', { issuer: 'https://accounts.example.com', subject: '42' }), 'owner');
      }),
    );
    expect(org.groups).toEqual({});
    expect(org.identities).toEqual({});
    expect(org.grants).toEqual([
      '42 at accounts.example.com → owner → acme/shop',
      'acme/shop/deployer → viewer → acme/shop',
    ]);
  });

  it('is one object if a stack declares it and another finds it', () => {
    const org = synthesized(() => {
      const app = new App();
      const [one, other] = ['one', 'other'].map((name) => new TerraformStack(app, name)) as [
        TerraformStack,
        TerraformStack,
      ];
      for (const stack of [one, other]) new PlatformProvider(stack, 'platform');
      const payments = Group.fromUid(one, 'acme', ROOT_GROUP_UID).addGroup('payments');
      Group.at(other, 'acme/payments').addGroup('found');
      new Group(other, 'referred', { parent: payments, name: 'referred' });
      return app;
    });
    expect(Object.keys(org.groups)).toEqual(['acme/payments', 'acme/payments/found', 'acme/payments/referred']);
  });

  it('does not guess the capabilities of a role that it only refers to', () => {
    const org = synthesized(
      program((acme, stack) => {
        const ci = acme.addIdentity('ci', { claimMatch });
        const bot = acme.addIdentity('bot', {
          claimMatch: { ...claimMatch, subject: 'repo:acme@1234/bot@1:ref:refs/heads/main' },
        });
        acme.grant(ci, Role.named(stack, 'auditor', { group: acme }));
        acme.grant(bot, 'viewer');
      }),
    );
    expect(org.whoHas('acme/auditor', 'acme')).toEqual(['acme/ci']);
    expect(org.can('acme/bot', 'groups.list', 'acme')).toBe(true);
    const unknown =
      'Cannot evaluate access in acme: the stack does not declare the role acme/auditor, so its capabilities are unknown. Call applied() with a seed that contains the role.';
    expect(() => org.can('acme/ci', 'groups.list', 'acme')).toThrow(unknown);
    expect(() => org.whoCan('groups.list', 'acme')).toThrow(unknown);
  });

  it('shows uids and expressions that no object has', () => {
    const [identity, role] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
    const org = synthesized(program((acme, stack) => new RoleBinding(stack, 'x', { group: acme, identity, role })));
    expect(org.grants).toEqual([`${identity} → ${role} → acme`]);
  });
});

/** JavaScript accepts it; the types of TypeScript accept it as a function without a result. */
const promised: () => unknown = () => Promise.resolve();

describe('the synthesis', () => {
  it('leaves no folder and no variable behind, also after an error', () => {
    const folders: string[] = [];
    const faulty = () => synthesized((outdir) => (folders.push(outdir), program((acme) => acme.addGroup('Wrong!'))()));
    expect(faulty).toThrow(/name must match/);
    synthesized((outdir) => (folders.push(outdir), company()));
    expect(folders).toHaveLength(2);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
    expect(leftFolders()).toEqual([]);
    expect(process.env['ROOT_GROUP_UID']).toBeUndefined();
    expect(process.env['CDKTF_OUTDIR']).toBeUndefined();
  });

  it('accepts a program that synthesizes on its own', () => {
    const org = synthesized(() => company().synth());
    expect(Object.keys(org.identities)).toEqual(['acme/payments/ci']);
  });

  it.each<[string, () => unknown, string]>([
    [
      'an app of another folder',
      () => synthesized(() => ({ outdir: '/elsewhere', synth: () => undefined })),
      'Cannot synthesize the app: it would write to /elsewhere, and a test writes only to its temporary folder. Create it with new App({ outdir }), or without outdir.',
    ],
    [
      'a promise',
      () => synthesized(promised),
      'Cannot synthesize the program: it returned a promise. Pass a function that is not async.',
    ],
    [
      'something else',
      () => synthesized(() => 5),
      'Cannot synthesize the program: it did not return an App. Return the App with its stacks.',
    ],
    [
      'nothing',
      () => synthesized(() => undefined),
      'Cannot read the organization: the program has synthesized no stack. Return the App, or call app.synth().',
    ],
  ])('rejects %s', (_, call, message) => {
    expect(call).toThrow(message);
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'synthesized-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('with stacks, or of one stack, is read and stays unchanged', () => {
    const app = new App({ outdir: folder });
    const stack = new TerraformStack(app, 'org');
    new PlatformProvider(stack, 'platform', { install: false });
    Group.fromUid(stack, 'acme', ROOT_GROUP_UID).addGroup('payments');
    app.synth();
    const before = readdirSync(folder, { recursive: true });
    expect(Object.keys(synthesized(folder).groups)).toEqual(['7e577e57…/payments']);
    expect(Object.keys(synthesized(join(folder, 'stacks/org')).groups)).toEqual(['7e577e57…/payments']);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('that has nothing to read is an error', () => {
    expect(() => synthesized(folder)).toThrow(
      `Cannot read ${folder}: it contains neither synthesized stacks nor Terraform files. Pass the folder of a stack, or cdktf.out.`,
    );
    expect(() => synthesized(join(folder, 'absent'))).toThrow('it is not a folder.');
    mkdirSync(join(folder, 'hcl'));
    writeFileSync(join(folder, 'hcl/main.tf'), '');
    expect(() => synthesized(join(folder, 'hcl'))).toThrow(
      'Cannot read the stack hcl: it contains no cdk.tf.json. Use applied() for HCL, and synthesize without hclOutput.',
    );
  });
});
