/** Authoritative mode of a group, as Terraform reads it. The acceptance tests apply it. */
import { App, TerraformStack, Testing } from 'cdktf';
import { Group, PlatformProvider, RoleBinding, unmanage, type IGroup } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth, type Synthesized } from '../synthesized';

type WithCheck = Synthesized & {
  readonly locals?: Record<string, string>;
  readonly check?: Record<string, { readonly assert: readonly { condition: string; error_message: string }[] }>;
};

const EXCLUSIVE_TYPE = 'platform_role_bindings_exclusive';
const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const identity = `${rootUid}/1111111111111111`;

const acmeIn = (stack: TerraformStack): IGroup => Group.fromUid(stack, 'acme', rootUid);
const synthesized = (build: (stack: TerraformStack) => unknown, context?: Record<string, unknown>): WithCheck =>
  synth(build, context);

/** Returns the addresses of the role bindings that the check of the only group compares. */
function compared({ locals = {} }: WithCheck): string[] {
  const declared = Object.entries(locals).filter(([name]) => name.endsWith('_declared'));
  expect(declared).toHaveLength(1);
  return [...new Set(declared[0]![1].match(/platform_role_binding\.\w+/g))];
}

describe('managesAllGrants', () => {
  it('reads the role bindings of the group, and checks them against the declared ones', () => {
    const { data, locals, check } = synthesized((stack) => {
      const acme = acmeIn(stack);
      const payments = acme.addGroup('payments');
      expect(payments.managesAllGrants()).toBe(payments);
      payments.grant(payments.addIdentity('ci', { servicePrincipal }), 'viewer');
    });
    expect(data['platform_role_bindings']).toEqual({
      acme_payments: { children_of: '${platform_group.acme_payments.uid}' },
    });
    const [[name, { assert }]] = Object.entries(check!) as [[string, { assert: unknown[] }]];
    const address = 'platform_role_binding.acme_payments_ci_viewer';
    expect(locals).toEqual({
      [`${name}_declared`]: `\${concat([], ["\${${address}.group_uid} \${${address}.identity_uid} \${${address}.role_uid}"])}`,
      [name]: `\${[for b in data.platform_role_bindings.acme_payments.role_bindings : b if !contains(local.${name}_declared, "\${b.group_uid} \${b.identity_uid} \${b.role_uid}")]}`,
    });
    expect(assert).toEqual([
      {
        condition: `\${length(local.${name}) == 0}`,
        error_message: expect.stringContaining('that this stack does not declare') as string,
      },
      {
        condition: '${data.platform_role_bindings.acme_payments.complete}',
        error_message: expect.stringContaining('so this check is inconclusive') as string,
      },
    ]);
  });

  it('works for existing groups, and a second call changes nothing', () => {
    const { data, check } = synthesized((stack) => {
      const acme = acmeIn(stack);
      acme.managesAllGrants().managesAllGrants();
      Group.named(stack, 'payments', { parent: acme }).managesAllGrants();
    });
    expect(data['platform_role_bindings']).toEqual({
      acme: { children_of: rootUid },
      acme_payments: { children_of: '${data.platform_group.acme_payments.uid}' },
    });
    expect(Object.keys(check!)).toHaveLength(2);
  });

  it('compares the role bindings of the group, however it is referred to, and all instances', () => {
    const json = synthesized((stack) => {
      const acme = acmeIn(stack);
      acme.managesAllGrants();
      acme.grant(identity, 'viewer');
      new RoleBinding(stack, 'by_uid', { group: rootUid, identity, role: 'editor' });
      new RoleBinding(stack, 'by_name', { group: Group.named(stack, 'acme'), identity, role: 'editor' });
      new RoleBinding(stack, 'many', { group: acme, identity, role: 'owner', count: 2 });
      acme.addGroup('payments').grant(identity, 'viewer');
      new RoleBinding(stack, 'elsewhere', { group: `${rootUid}/2222222222222222`, identity, role: 'viewer' });
      acme.grant(identity, 'console_viewer', { expires: '2000-01-01' });
      unmanage(new RoleBinding(stack, 'old', { group: acme, identity, role: 'limited_owner' }));
    });
    const names = ['by_name', 'by_uid', 'many', 'uid_1111111111111111_viewer_on_acme'];
    expect(compared(json).sort()).toEqual(names.map((name) => `platform_role_binding.${name}`));
    expect(Object.values(json.locals!).join('\n')).toContain('[for b in platform_role_binding.many : "${b.group_uid} ');
  });

  it('compares only its own role bindings for each of two groups of a stack', () => {
    const { locals = {} } = synthesized((stack) => {
      const acme = acmeIn(stack);
      for (const name of ['payments', 'shop']) acme.addGroup(name).managesAllGrants().grant(identity, 'viewer');
    });
    const declared = Object.entries(locals).filter(([name]) => name.endsWith('_declared'));
    expect(declared.map(([, value]) => [...new Set(value.match(/acme_\w+/g))])).toEqual([
      ['acme_payments'],
      ['acme_shop'],
    ]);
  });

  it('warns of grants in another stack of the program', () => {
    const warnings = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const stack = emptyStack();
    acmeIn(stack).managesAllGrants();
    const other = new TerraformStack(App.of(stack), 'other');
    new PlatformProvider(other, 'platform', { install: false });
    acmeIn(other).grant(identity, 'viewer');
    Testing.synth(stack, true);
    expect(warnings.mock.calls.map(([text]) => String(text).split('\n')[0])).toEqual([
      '[other/acme/uid_1111111111111111_viewer_on_acme] is in the group of org/acme, whose stack manages all grants: each plan of that stack reports it. Move it to that stack',
    ]);
    warnings.mockRestore();
  });

  it('rejects options of another type, and a second call with another mode', () => {
    const acme = acmeIn(emptyStack());
    // @ts-expect-error -- it must be an object
    expect(() => acme.managesAllGrants('remove')).toThrow(
      'its options must be an object, for example { remove: true }',
    );
    // @ts-expect-error -- an unknown option
    expect(() => acme.managesAllGrants({ removes: true })).toThrow('removes');
    // @ts-expect-error -- it must be a boolean
    expect(() => acme.managesAllGrants({ remove: 'yes' })).toThrow('remove must be true or false; it is "yes".');
    acme.managesAllGrants({ remove: true }).managesAllGrants({ remove: true });
    expect(() => acme.managesAllGrants()).toThrow(
      'Cannot call managesAllGrants on "org/acme" with remove: false: another call has set remove: true. Remove one of the calls.',
    );
  });

  it('reports a construct that is several groups, and a synthesis of HCL', () => {
    expect(
      problemsOf((stack) => new Group(stack, 'many', { parent: rootUid, name: 'many', count: 2 }).managesAllGrants()),
    ).toEqual([
      '[org/many] managesAllGrants: the construct is several groups, by count or forEach. Declare each group alone',
    ]);
    const stack = emptyStack();
    acmeIn(stack).managesAllGrants();
    expect(() => stack.toHclTerraform()).toThrow(
      'Cannot manage all grants of "org/acme": CDKTF writes no "check" block in HCL. Synthesize JSON instead.',
    );
  });

  it('leaves out everything of an unmanaged group', () => {
    for (const remove of [true, false]) {
      const { resource, data, check } = synthesized((stack) => {
        const payments = acmeIn(stack).addGroup('payments').managesAllGrants({ remove });
        payments.grant(identity, 'viewer');
        unmanage(payments);
      });
      expect([resource?.[EXCLUSIVE_TYPE], data?.['platform_role_bindings'], check]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});

describe('managesAllGrants with remove', () => {
  const exclusiveIn = ({ resource }: Synthesized): Record<string, unknown> => resource[EXCLUSIVE_TYPE]!;

  it('passes the existing and the declared role bindings to the provider', () => {
    const json = synthesized((stack) => {
      const payments = acmeIn(stack).addGroup('payments').managesAllGrants({ remove: true });
      payments.grant(identity, 'viewer');
      new RoleBinding(stack, 'many', { group: payments, identity, role: 'owner', count: 2 });
      payments.grant(identity, 'console_viewer', { expires: '2000-01-01' });
    });
    expect(json.check).toBeUndefined();
    const bindings = '[platform_role_binding.uid_1111111111111111_viewer_on_acme_payments]';
    expect(exclusiveIn(json)).toEqual({
      'acme_payments_undeclared-grants': {
        group_uid: '${platform_group.acme_payments.uid}',
        declared: `\${concat([], ${bindings}, [for b in platform_role_binding.many : b])}`,
        existing: '${data.platform_role_bindings.acme_payments.role_bindings}',
      },
    });
  });

  it('rejects a grant in another stack of the program, which it would remove', () => {
    const stack = emptyStack();
    acmeIn(stack).managesAllGrants({ remove: true });
    const other = new TerraformStack(App.of(stack), 'other');
    new PlatformProvider(other, 'platform', { install: false });
    acmeIn(other).grant(identity, 'viewer');
    expect(() => Testing.synth(stack, true)).toThrow(
      /managesAllGrants with remove: true would remove other\/acme\/uid_1111111111111111_viewer_on_acme, which another stack declares in the group\. Move the grant to the stack of the group/,
    );
  });

  it('warns of an unmanaged grant, which the next apply removes', () => {
    const warnings = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    synthesized((stack) => unmanage(acmeIn(stack).managesAllGrants({ remove: true }).grant(identity, 'viewer')));
    expect(warnings.mock.calls.map(([text]) => String(text).split('\n')[0])).toEqual([
      expect.stringContaining(
        'is unmanaged, so the next apply removes it: managesAllGrants on org/acme has remove: true',
      ),
    ]);
    warnings.mockRestore();
  });

  it('is written in HCL, too', () => {
    const stack = emptyStack();
    acmeIn(stack).managesAllGrants({ remove: true }).grant(identity, 'viewer');
    expect(stack.toHclTerraform().hcl).toContain('existing = "${data.platform_role_bindings.acme.role_bindings}"');
  });
});
