import { App, TerraformOutput, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, Settled, unmanage } from '../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth, type Synthesized } from './synthesized';

type WithRemoved = Synthesized & { readonly removed?: unknown[] };

const forgotten = (from: string) => ({ from, lifecycle: { destroy: false } });
const groupIn = (scope: Construct, id: string) => new Group(scope, id, { parent: rootUid, name: id });

describe('unmanage', () => {
  it('writes a removed block instead of a resource, and of everything in its scope', () => {
    const { removed, resource } = synth((stack) => {
      const payments = groupIn(stack, 'payments');
      const ci = payments.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_X' });
      payments.importFrom('acme/payments');
      unmanage(payments);
      unmanage(payments);
      payments.grant(ci, 'viewer', { expires: '2000-01-01' });
      groupIn(stack, 'shop');
    }) as WithRemoved;
    expect(removed).toEqual([
      forgotten('platform_group.payments'),
      forgotten('platform_identity.payments_ci'),
      forgotten('platform_role_binding.payments_ci_viewer'),
    ]);
    expect(Object.keys(resource)).toEqual(['platform_group']);
    expect(Object.keys(resource['platform_group']!)).toEqual(['shop']);
  });

  it('omits the resources from the dependencies of others', () => {
    const { resource } = synth((stack) => {
      const old = groupIn(stack, 'old');
      const team = new Construct(stack, 'team');
      groupIn(team, 'new').overrideLogicalId('new');
      const gone = groupIn(team, 'gone');
      new Settled(stack, 'ready', { tree: team, anchor: 'terraform_data' });
      new Group(stack, 'late', { parent: rootUid, name: 'late', dependsOn: [old] });
      unmanage(old);
      unmanage(gone);
    });
    expect(resource['terraform_data']).toEqual({ ready: { depends_on: ['platform_group.new'] } });
    expect(resource['platform_group']?.['late']?.['depends_on'] ?? []).toEqual([]);
  });

  it('rejects an address of a type that the provider does not have, because it would protect nothing', () => {
    expect(() => unmanage(emptyStack(), 'platform_groups.old')).toThrow(
      'Cannot unmanage "platform_groups.old": the provider has no resource platform_groups. Did you mean platform_group?',
    );
    expect(() => unmanage(emptyStack(), 'platform_xyz.old')).toThrow('Pass the address that the state contains.');
    for (const address of ['platform_role_bindings_exclusive.old', 'other_group.old', 'module.a.platform_role.old'])
      unmanage(emptyStack(), address);
  });

  it('reports everything that reads the object', () => {
    const problems = problemsOf((stack) => {
      const payments = groupIn(stack, 'payments');
      new Identity(stack, 'ci', { group: payments, name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
      new TerraformOutput(stack, 'uid', { value: payments.uid });
      unmanage(payments);
    });
    const reads = (reader: string) =>
      `[org/payments] ${reader} reads org/payments, which is unmanaged: refer to the existing object instead, for example with Group.fromUid`;
    expect(problems).toEqual([reads('org/ci'), reads('org/uid')]);
  });

  it('needs a resource', () => {
    expect(problemsOf((stack) => unmanage(new Construct(stack, 'empty')))).toEqual([
      '[org/empty] contains no resource to unmanage',
    ]);
  });

  it('rejects a stack, also if the address is undefined', () => {
    const stack = emptyStack();
    expect(() => unmanage(stack)).toThrow(
      'Cannot unmanage the stack "org". Pass a construct in it, or the address of a resource.',
    );
    expect(() => unmanage(stack, undefined as unknown as string)).toThrow(
      'unmanage "org/unmanage": the address, the second argument, must be text; it is undefined.',
    );
  });

  it('rejects HCL, which would contain no removed block', () => {
    const build = (forget: (stack: TerraformStack) => unknown) => () => {
      const stack = new TerraformStack(new App({ outdir }), 'org');
      forget(stack);
      return Testing.synthHcl(stack);
    };
    expect(build((stack) => unmanage(groupIn(stack, 'old')))).toThrow('Cannot unmanage platform_group.old: CDKTF');
    expect(build((stack) => unmanage(stack, 'platform_group.old'))).toThrow(
      'Cannot unmanage platform_group.old: CDKTF',
    );
  });
});

describe('unmanage with an address', () => {
  it.each(['platform_group.old', 'module.teams.platform_group.old', 'aws_s3_bucket.b-1'])(
    'writes one removed block for %s',
    (address) => {
      const { removed } = synth((stack) => {
        unmanage(stack, address);
        unmanage(new Construct(stack, 'team'), address);
      }) as WithRemoved;
      expect(removed).toEqual([forgotten(address)]);
    },
  );

  it.each([
    'platform_group.old[0]',
    'platform_group.old["a"]',
    'data.platform_group.old',
    'module.teams',
    'org/old',
    'old',
    'a.b.c',
    'platform_group.old ',
  ])('rejects %p', (address) => {
    expect(() => unmanage(emptyStack(), address)).toThrow(
      `Cannot unmanage ${JSON.stringify(address)}: it is not the address of a resource. ` +
        'Pass an address like "platform_group.old", without the key of an instance.',
    );
  });

  it('rejects the address of a resource that is still declared', () => {
    const problems = problemsOf((stack) => {
      groupIn(stack, 'old');
      unmanage(stack, 'platform_group.old');
    });
    expect(problems).toEqual([
      '[org/unmanage platform_group.old] org/old still declares platform_group.old: remove it, or pass it to unmanage',
    ]);
  });
});
