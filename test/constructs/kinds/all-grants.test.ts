/** Authoritative mode of a group, as Terraform reads it. The acceptance tests apply it. */
import { App, TerraformStack, Testing } from 'cdktf';
import { Group, Organization, PlatformProvider, RoleBinding, unmanage, type IGroup } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth, type Synthesized } from '../synthesized';

const EXCLUSIVE_TYPE = 'platform_role_bindings_exclusive';
const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const identity = `${rootUid}/1111111111111111`;

const acmeIn = (stack: TerraformStack): IGroup => Group.fromUid(stack, 'acme', rootUid);
const synthesized = (build: (stack: TerraformStack) => unknown, context?: Record<string, unknown>): Synthesized =>
  synth(build, context);

/** Returns the only resource that reports or removes. */
function exclusiveIn({ resource }: Synthesized): Record<string, unknown> {
  const all = Object.values(resource[EXCLUSIVE_TYPE] ?? {});
  expect(all).toHaveLength(1);
  return all[0] as Record<string, unknown>;
}

/** Returns the addresses of the declared role bindings of the only group. */
function compared(json: Synthesized): string[] {
  return [...new Set(JSON.stringify(exclusiveIn(json)['declared']).match(/platform_role_binding\.[\w-]+/g))];
}

const references = (address: string) =>
  Object.fromEntries(['uid', 'group_uid', 'identity_uid', 'role_uid'].map((name) => [name, `\${${address}.${name}}`]));

describe('managesAllGrants', () => {
  it('reads the role bindings of the group, and compares them with references to the declared ones', () => {
    const json = synthesized((stack) => {
      const acme = acmeIn(stack);
      const payments = acme.addGroup('payments');
      expect(payments.managesAllGrants()).toBe(payments);
      payments.grant(payments.addIdentity('ci', { servicePrincipal }), 'viewer');
    });
    expect(json.data['platform_role_bindings']).toEqual({
      acme_payments: { children_of: '${platform_group.acme_payments.uid}' },
    });
    expect(exclusiveIn(json)).toMatchObject({
      group_uid: '${platform_group.acme_payments.uid}',
      remove: false,
      declared: [references('platform_role_binding.acme_payments_ci_viewer')],
      existing: '${data.platform_role_bindings.acme_payments.role_bindings}',
    });
  });

  it('works for existing groups, and a second call changes nothing', () => {
    const { data, resource } = synthesized((stack) => {
      const acme = acmeIn(stack);
      acme.managesAllGrants().managesAllGrants();
      Group.named(stack, 'payments', { parent: acme }).managesAllGrants();
    });
    expect(data['platform_role_bindings']).toEqual({
      acme: { children_of: rootUid },
      acme_payments: { children_of: '${data.platform_group.acme_payments.uid}' },
    });
    expect(Object.keys(resource[EXCLUSIVE_TYPE]!)).toHaveLength(2);
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
    expect(exclusiveIn(json)['declared']).toEqual(
      expect.arrayContaining([0, 1].map((index) => references(`platform_role_binding.many[${index}]`))),
    );
  });

  it('compares only its own role bindings for each of two groups of a stack', () => {
    const { resource } = synthesized((stack) => {
      const acme = acmeIn(stack);
      for (const name of ['payments', 'shop']) acme.addGroup(name).managesAllGrants().grant(identity, 'viewer');
    });
    const declared = Object.values(resource[EXCLUSIVE_TYPE]!).map((body) =>
      JSON.stringify((body as { declared: unknown }).declared),
    );
    expect(declared.map((text) => [...new Set(text.match(/on_acme_\w+/g))])).toEqual([
      ['on_acme_payments'],
      ['on_acme_shop'],
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
      'Warning: [other/acme/uid_1111111111111111_viewer_on_acme] is in the group of org/acme, whose stack manages all grants: each plan of that stack reports it. Move it to that stack',
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

  it('reports a construct that is several groups', () => {
    expect(
      problemsOf((stack) => new Group(stack, 'many', { parent: rootUid, name: 'many', count: 2 }).managesAllGrants()),
    ).toEqual([
      '[org/many] managesAllGrants: the construct is several groups, by count or forEach. Declare each group alone',
    ]);
  });

  it('leaves out everything of an unmanaged group', () => {
    for (const remove of [true, false]) {
      const { resource, data } = synthesized((stack) => {
        const payments = acmeIn(stack).addGroup('payments').managesAllGrants({ remove });
        payments.grant(identity, 'viewer');
        unmanage(payments);
      });
      expect([resource?.[EXCLUSIVE_TYPE], data?.['platform_role_bindings']]).toEqual([undefined, undefined]);
    }
  });
});

describe.each([false, true])('managesAllGrants with remove: %s', (remove) => {
  const expires = '2027-03-31';
  const person = { issuer: 'https://login.example.com', subject: 'ada', expires };
  // Every way to declare an end date.
  it.each<[string, (stack: TerraformStack, acme: IGroup) => unknown, string]>([
    ['a group', (_, acme) => acme.grant(identity, 'viewer', { expires }), 'uid_1111111111111111_viewer_on_acme'],
    [
      'an identity',
      (_, acme) => acme.addIdentity('ci', { servicePrincipal }).grant('viewer', { on: acme, expires }),
      'acme_ci_viewer',
    ],
    [
      'a role binding',
      (stack, acme) => new RoleBinding(stack, 'owns', { group: acme, identity, role: 'owner', expires }),
      'owns',
    ],
    [
      'several instances',
      (stack, acme) => new RoleBinding(stack, 'many', { group: acme, identity, role: 'owner', count: 2, expires }),
      'many',
    ],
    [
      'a data file',
      (stack, acme) => new Organization(stack, 'data', { root: acme, people: { owner: [person] } }),
      '_owner',
    ],
  ])('declares a role binding of %s until its end date', (_, declare, name) => {
    const warnings = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const declaredAt = (time: string) => {
      const json = synthesized(
        (stack) => {
          const acme = acmeIn(stack);
          acme.managesAllGrants({ remove });
          declare(stack, acme);
        },
        { 'platform:now': time },
      );
      const bindings = Object.keys(json.resource['platform_role_binding'] ?? {});
      expect(compared(json)).toEqual(bindings.map((key) => `platform_role_binding.${key}`));
      return bindings;
    };
    expect(declaredAt('2027-03-30T23:59:59Z')).toEqual([expect.stringContaining(name)]);
    expect(declaredAt('2027-03-31T00:00:00Z')).toEqual([]);
    expect(declaredAt('2027-04-01')).toEqual([]);
    warnings.mockRestore();
  });
});

describe('managesAllGrants with remove', () => {
  it('passes the existing and the declared role bindings to the provider', () => {
    const json = synthesized((stack) => {
      const payments = acmeIn(stack).addGroup('payments').managesAllGrants({ remove: true });
      payments.grant(identity, 'viewer');
      new RoleBinding(stack, 'many', { group: payments, identity, role: 'owner', count: 2 });
      payments.grant(identity, 'console_viewer', { expires: '2000-01-01' });
    });
    const names = ['uid_1111111111111111_viewer_on_acme_payments', 'many[0]', 'many[1]'];
    expect(json.resource[EXCLUSIVE_TYPE]).toEqual({
      'acme_payments_undeclared-grants': {
        group_uid: '${platform_group.acme_payments.uid}',
        remove: true,
        declared: names.map((name) => references(`platform_role_binding.${name}`)),
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
    const { hcl } = stack.toHclTerraform();
    expect(hcl).toContain('existing = "${data.platform_role_bindings.acme.role_bindings}"');
    expect(hcl).toMatch(
      /declared = \[\s*\{\s*uid += "\$\{platform_role_binding\.uid_1111111111111111_viewer_on_acme\.uid\}"/,
    );
  });
});
