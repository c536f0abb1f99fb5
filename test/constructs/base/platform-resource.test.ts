import { App, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, PlatformProvider, RoleBinding, type GroupProps } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

describe('PlatformResource', () => {
  it('reports a stack without the provider', () => {
    const stack = new TerraformStack(App.of(emptyStack()), 'bare');
    new Group(stack, 'a', { parent: rootUid, name: 'a' });
    expect(() => Testing.synth(stack, true)).toThrow(/without a matching provider construct.*platform/);
  });

  it('passes on what every resource of CDKTF takes', () => {
    const { resource } = synth((stack) => {
      const other = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      const first = new Group(stack, 'first', { parent: rootUid, name: 'a' });
      new Group(stack, 'second', {
        parent: rootUid,
        name: 'b',
        provider: other,
        dependsOn: [first],
        lifecycle: {
          preventDestroy: true,
          ignoreChanges: ['description'],
          replaceTriggeredBy: [first, 'terraform_data.x'],
        },
      });
    });
    expect(resource['platform_group']?.['second']).toEqual({
      parent_uid: rootUid,
      name: 'b',
      provider: 'platform.other',
      depends_on: ['platform_group.first'],
      lifecycle: {
        prevent_destroy: true,
        ignore_changes: ['description'],
        replace_triggered_by: ['platform_group.first', 'terraform_data.x'],
      },
    });
  });

  it('has its attributes changed after construction by addOverride, by their names in HCL', () => {
    const { resource } = synth((stack) => {
      const group = new Group(stack, 'a', { parent: rootUid, name: 'a', description: 'Before.' });
      group.addOverride('description', 'After.');
      const claimMatch = { issuer: 'https://issuer.example', subject: 'before' };
      new Identity(stack, 'ci', { group, name: 'ci', claimMatch }).addOverride('claim_match.subject', 'after');
    });
    expect(resource['platform_group']?.['a']).toEqual({ parent_uid: rootUid, name: 'a', description: 'After.' });
    expect(resource['platform_identity']?.['ci']).toMatchObject({
      claim_match: { issuer: 'https://issuer.example', subject: 'after' },
    });
  });

  it('keeps working as a base of one’s own, whose props may have more', () => {
    interface TeamProps extends GroupProps {
      readonly costCentre: string;
    }
    class Team extends Group {
      constructor(scope: Construct, id: string, props: TeamProps) {
        super(scope, id, { ...props, description: `Cost centre ${props.costCentre}.` });
      }
    }
    const { resource } = synth((stack) => new Team(stack, 'ops', { parent: rootUid, name: 'ops', costCentre: '7' }));
    expect(resource['platform_group']?.['ops']).toEqual({
      parent_uid: rootUid,
      name: 'ops',
      description: 'Cost centre 7.',
    });
  });

  it('takes times and protection, which are checked like everything else', () => {
    const { resource } = synth((stack) => {
      const timeouts = { create: '5m', delete: '1h30m' };
      const group = new Group(stack, 'a', { parent: rootUid, name: 'a', timeouts, deletionProtection: true });
      new RoleBinding(stack, 'b', { group, identity: rootUid, role: rootUid, timeouts: { create: '5m' } });
    });
    expect(resource['platform_group']?.['a']).toEqual({
      parent_uid: rootUid,
      name: 'a',
      deletion_protection: true,
      timeouts: { create: '5m', delete: '1h30m' },
    });
    expect(resource['platform_role_binding']?.['b']).toMatchObject({ timeouts: { create: '5m' } });
    expect(
      problemsOf((stack) => {
        const timeouts = { create: 'soon', delet: '5m' };
        const props = { parent: rootUid, name: 'a', timeouts };
        new Group(stack, 'a', props);
      }),
    ).toEqual([
      '[org/a] timeouts.create must be a time like 30s, 20m or 1h30m, and more than none (it is "soon")',
      '[org/a] unknown prop `timeouts.delet`; did you mean `timeouts.delete`?',
    ]);
  });

  it('has no protection where a kind has none', () => {
    const props = { group: rootUid, identity: rootUid, role: rootUid, deletionProtection: true };
    expect(problemsOf((stack) => new RoleBinding(stack, 'b', props))).toEqual([
      expect.stringContaining(
        '[org/b] unknown prop `deletionProtection`; known props are group, identity, role, timeouts',
      ),
    ]);
  });

  it('moves and takes over existing objects without starting Terraform', () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nonexistent';
    try {
      const json = synth((stack) => {
        const moved = new Group(new Construct(stack, 'team'), 'group', { parent: rootUid, name: 'a' });
        moved.moveFromId('platform_group.old');
        const existing = new Group(stack, 'existing', { parent: rootUid, name: 'b' });
        existing.importFrom('acme/b');
      });
      expect(json.moved).toEqual([{ from: 'platform_group.old', to: 'platform_group.team_group_8E5F2225' }]);
      expect(json.import).toEqual([{ to: 'platform_group.existing', id: 'acme/b' }]);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('takes over an existing object through the provider that it was given', () => {
    const { import: blocks } = synth((stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      new Group(stack, 'existing', { parent: rootUid, name: 'b', provider }).importFrom('acme/b');
    });
    expect(blocks).toEqual([{ to: 'platform_group.existing', id: 'acme/b', provider: 'platform.other' }]);
  });

  it('keeps its address when it is given a logical id, also after others refer to it', () => {
    const { resource } = synth((stack) => {
      const group = new Group(new Construct(stack, 'team'), 'group', { parent: rootUid, name: 'a' });
      new Group(stack, 'child', { parent: group, name: 'b' });
      group.overrideLogicalId('payments');
    });
    expect(resource['platform_group']).toMatchObject({
      payments: {},
      child: { parent_uid: '${platform_group.payments.uid}' },
    });
  });

  it('refuses two ids that come to the same address, where CDKTF would merge the two', () => {
    const problems = problemsOf((stack) => {
      const team = Group.fromUid(stack, 'team', rootUid);
      new Group(stack, 'team_payments', { parent: rootUid, name: 'a' });
      team.addGroup('payments', { name: 'b' });
      new Identity(stack, 'team.payments', { group: rootUid, name: 'c', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
    });
    expect(problems).toEqual([
      '[org/team_payments] has the same address, platform_group.team_payments, as org/team/payments: change the id of one of them',
    ]);
  });

  it('refuses an address that Terraform rejects', () => {
    const problems = problemsOf((stack) => {
      new Group(stack, 'a', { parent: rootUid, name: 'a' }).overrideLogicalId('1st');
    });
    expect(problems).toEqual([
      '[org/a] has the address platform_group.1st, which Terraform rejects: a name begins with a letter or "_", and contains only letters, digits, "_" and "-". Change its id, or the argument of overrideLogicalId',
    ]);
  });

  it('refers across stacks', () => {
    const stack = emptyStack();
    const group = new Group(stack, 'a', { parent: rootUid, name: 'a' });
    const two = new TerraformStack(App.of(stack), 'two');
    new PlatformProvider(two, 'platform', { install: false });
    new Group(two, 'b', { parent: group, name: 'b' });
    App.of(stack).synth();
    const { resource } = JSON.parse(Testing.synth(two, true)) as { resource: Record<string, unknown> };
    expect(JSON.stringify(resource)).toMatch(/data\.terraform_remote_state\.cross-stack-reference-input-org\.outputs/);
  });

  it('writes nested values as attributes, and times as a block, for `cdktf synth --hcl`', () => {
    const stack = emptyStack();
    const claimMatch = { issuer: 'https://issuer.example', subject: 's' };
    const timeouts = { create: '5m' };
    const ci = new Identity(stack, 'ci', {
      group: rootUid,
      name: 'ci',
      claimMatch,
      timeouts,
      deletionProtection: true,
    });
    ci.importFrom(`${rootUid}/0123456789abcdef`);
    const hcl = Testing.synthHcl(stack);
    expect(hcl).toContain('claim_match = {\n  issuer  = "https://issuer.example"\n  subject = "s"\n}');
    expect(hcl).toContain('timeouts {\ncreate = "5m"\n}');
    expect(hcl).toContain('deletion_protection = true');
    expect(hcl).toContain(`import {\nto = platform_identity.ci\nid = "${rootUid}/0123456789abcdef"\n}`);
    expect(hcl).toContain('provider "platform" {\n}');
  });

  it('synthesizes a few thousand resources that refer to each other', () => {
    const stack = emptyStack();
    const groups: Group[] = [];
    for (let n = 0; n < 1_000; n++) {
      const group = new Group(stack, `g${n}`, { parent: groups[n >> 3] ?? rootUid, name: `g${n}` });
      const identity = new Identity(stack, `i${n}`, { group, name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
      new RoleBinding(stack, `b${n}`, { group, identity, role: rootUid });
      groups.push(group);
    }
    stack.prepareStack();
    stack.runAllValidations();
    const { resource } = stack.toTerraform() as { resource: Record<string, object> };
    expect(Object.values(resource).map((kind) => Object.keys(kind).length)).toEqual([1_000, 1_000, 1_000]);
  });
});
