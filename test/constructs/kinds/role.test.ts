import { App, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, PlatformProvider, Role, RoleBinding } from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth, type Synthesized } from '../synthesized';

afterEach(() => void jest.restoreAllMocks());

/** A stack with such a role, the warnings of the role, and what is printed meanwhile. */
function warningsOf(capabilities: readonly string[]) {
  const printed: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const stack = emptyStack();
  const role = new Role(stack, 'r', { group: rootUid, name: 'r', capabilities });
  const warnings = () =>
    role.node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }): unknown => data);
  return { stack, warnings, printed };
}

describe('Role', () => {
  it('becomes a platform_role with its capabilities in dotted names', () => {
    const { resource } = synth((stack) => {
      new Role(stack, 'auditor', { group: rootUid, name: 'auditor', capabilities: ['groups.list', 'roles.list'] });
    });
    expect(resource['platform_role']?.['auditor']).toEqual({
      group_uid: rootUid,
      name: 'auditor',
      capabilities: ['groups.list', 'roles.list'],
    });
  });

  it('gives its capabilities to another role, though a set has no order', () => {
    const { resource } = synth((stack) => {
      const first = new Role(stack, 'a', { group: rootUid, name: 'a', capabilities: ['groups.list'] });
      new Role(stack, 'b', { group: rootUid, name: 'b', capabilities: first.capabilities });
    });
    expect(resource['platform_role']?.['b']?.['capabilities']).toBe('${platform_role.a.capabilities}');
  });

  it('names what can be no capability, and a role that allows nothing', () => {
    const wrong = (capabilities: string[]) =>
      problemsOf((stack) => new Role(stack, 'r', { group: rootUid, name: 'r', capabilities }));
    expect(wrong(['groups.list', 'list groups'])).toEqual([
      '[org/r] capabilities[1] names "list groups", which is not a capability (like groups.list)',
    ]);
    expect(wrong([])).toEqual(['[org/r] capabilities is required']);
  });

  it('passes unknown capabilities unchanged, with one warning', () => {
    const capabilities = ['foo.bar', 'identities.list', 'groups.list'];
    const { stack, warnings } = warningsOf(capabilities);
    const { resource } = JSON.parse(Testing.synth(stack, true)) as Synthesized;
    expect(resource['platform_role']?.['r']?.['capabilities']).toEqual(capabilities);
    expect(warnings()).toEqual(['capabilities names 2 unknown capabilities: foo.bar, identities.list']);
  });

  it('rejects unknown and misspelled capabilities in a stack whose provider is strict', () => {
    const app = Testing.app({ outdir });
    const [strict, other] = ['strict', 'other'].map((name) => new TerraformStack(app, name));
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const stack of [strict!, other!])
      new Role(stack, 'r', { group: rootUid, name: 'r', capabilities: ['foo.bar', 'group.list'] });
    new PlatformProvider(strict!, 'platform', { install: false, strictCapabilities: true });
    new PlatformProvider(other!, 'platform', { install: false });
    expect(() => Testing.synth(other!, true)).not.toThrow();
    expect(() => Testing.synth(strict!, true)).toThrow(
      /\[strict\/r\] capabilities names 2 unknown capabilities: foo\.bar, group\.list \(did you mean groups\.list\?\)/,
    );
  });

  it('takes only true or false for strictCapabilities', () => {
    const stack = new TerraformStack(Testing.app({ outdir }), 'org');
    expect(() => new PlatformProvider(stack, 'platform', { strictCapabilities: 'yes' as never })).toThrow(
      'PlatformProvider "org/platform": strictCapabilities must be true or false; it is text.',
    );
  });

  it('asks whether a known capability was meant, once however often it is synthesized', () => {
    const { stack, warnings, printed } = warningsOf(['groups.list', 'role_binding.create']);
    const text =
      'capabilities[1] names "role_binding.create", an unknown capability: did you mean "role_bindings.create"?';
    Testing.synth(stack, true);
    expect(warnings()).toEqual([text]);
    Testing.synth(stack, true);
    expect(warnings()).toEqual([text]);
    expect(printed).toEqual([`Warning: [org/r] ${text}\n`]);
  });

  it('leaves it to the CDKTF CLI to print that where it does', () => {
    process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] = 'true';
    try {
      const { stack, warnings, printed } = warningsOf(['group.list']);
      Testing.synth(stack, true);
      expect([warnings().length, printed]).toEqual([1, []]);
    } finally {
      delete process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'];
    }
  });
});

describe('Role.named', () => {
  it('looks a role up once per stack, for any number of references', () => {
    const { data } = synth((stack) => {
      const part = new Construct(stack, 'part');
      expect(Role.named(stack, 'viewer')).toBe(Role.named(part, 'viewer'));
      Role.named(stack, 'registry.pull');
    });
    expect(Object.values(data['platform_role']!)).toEqual([{ name: 'registry.pull' }, { name: 'viewer' }]);
    expect(data['platform_role']).toHaveProperty('viewer');
  });

  it('looks it up separately in each stack of an app', () => {
    const stack = emptyStack();
    const other = new TerraformStack(App.of(stack), 'other');
    expect(Role.named(stack, 'viewer')).not.toBe(Role.named(other, 'viewer'));
  });

  it('finds a custom role by its group', () => {
    const { data, resource } = synth((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const ops = new Group(stack, 'ops', { parent: acme, name: 'ops' });
      const roles = [acme, ops, rootUid].map((group) => Role.named(stack, 'auditor', { group }));
      expect(new Set([...roles, Role.named(stack, 'auditor', { group: ops }), Role.named(stack, 'auditor')]).size).toBe(
        4,
      );
      new RoleBinding(stack, 'b', { group: ops, identity: rootUid, role: roles[1]! });
    });
    const sought = Object.entries(data['platform_role']!);
    expect(sought.map(([, arguments_]) => arguments_)).toEqual(
      expect.arrayContaining([
        { name: 'auditor' },
        { name: 'auditor', group_uid: rootUid },
        { name: 'auditor', group_uid: '${platform_group.acme.uid}' },
        { name: 'auditor', group_uid: '${platform_group.ops.uid}' },
      ]),
    );
    const [address] = sought.find(([, { group_uid: group }]) => group === '${platform_group.ops.uid}')!;
    expect(resource['platform_role_binding']?.['b']?.['role_uid']).toBe(`\${data.platform_role.${address}.uid}`);
  });

  it('takes names and groups that only Terraform will know', () => {
    const { data } = synth((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      Role.named(stack, acme.description);
      Role.named(stack, 'auditor', { group: acme.parentUid });
    });
    expect(Object.values(data['platform_role']!)).toEqual([
      { name: '${platform_group.acme.description}' },
      { name: 'auditor', group_uid: '${platform_group.acme.parent_uid}' },
    ]);
  });

  it('asks whether a known built-in role was meant, and passes what is like none', () => {
    const printed: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    const { data } = synth((stack) => {
      for (const name of ['veiwer', 'viewer', 'artifact_signer', '${var.role}']) Role.named(stack, name);
      Role.named(stack, 'edtor', { group: rootUid });
    });
    expect(printed).toEqual([
      'Warning: [org/platform-roles/veiwer] names "veiwer", an unknown built-in role: did you mean "viewer"?\n',
    ]);
    expect(Object.keys(data['platform_role']!)).toHaveLength(5);
  });

  it('reports an invalid name or group', () => {
    const problems = problemsOf((stack) => Role.named(stack, 'Viewer/', { group: 'here' }));
    expect(problems).toEqual([
      '[org/platform-roles/Viewer--@here] name must match "^[a-z0-9 ._-]{1,}$" (it is "Viewer/")',
      expect.stringContaining('group must be a uid: "here" is not a uid'),
    ]);
  });
});

describe('RoleBinding', () => {
  it('refers to what it binds by constructs or by uids', () => {
    const { resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const ci = new Identity(stack, 'ci', { group: acme, name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
      const auditor = new Role(stack, 'auditor', { group: acme, name: 'auditor', capabilities: ['groups.list'] });
      new RoleBinding(stack, 'a', { group: acme, identity: ci, role: auditor });
      new RoleBinding(stack, 'b', {
        group: rootUid,
        identity: `${rootUid}/0123456789abcdef`,
        role: Role.named(stack, 'viewer'),
      });
    });
    expect(resource['platform_role_binding']).toEqual({
      a: { group_uid: rootUid, identity_uid: '${platform_identity.ci.uid}', role_uid: '${platform_role.auditor.uid}' },
      b: {
        group_uid: rootUid,
        identity_uid: `${rootUid}/0123456789abcdef`,
        role_uid: '${data.platform_role.viewer.uid}',
      },
    });
  });

  it('takes nothing but an identity and a role where these are meant', () => {
    const stack = emptyStack();
    const acme = Group.fromUid(stack, 'acme', rootUid);
    const role = Role.named(stack, 'viewer');
    // @ts-expect-error a group is no identity
    expect(() => new RoleBinding(stack, 'a', { group: acme, identity: acme, role })).toThrow(
      'RoleBinding "org/a": identity must be an Identity, or its uid; it is Group "org/acme".',
    );
    // @ts-expect-error a role is no group
    expect(() => new RoleBinding(stack, 'b', { group: role, identity: rootUid, role })).toThrow(
      'RoleBinding "org/b": group must be a Group, or its uid; it is Role "org/platform-roles/viewer".',
    );
  });

  it('names what is missing or is no uid', () => {
    const problems = problemsOf((stack) => {
      new RoleBinding(stack, 'a', { group: rootUid, identity: undefined as never, role: "x'" });
    });
    expect(problems).toEqual([
      '[org/a] identity is required',
      '[org/a] role must be a role, a uid or the name of a built-in role, and "x\'" is none of them. ' +
        'BuiltInRole contains the names, and Role.named(…) finds any other role',
    ]);
  });
});
