/** Grants from groups and identities: the role bindings, their ids and addresses. */
import { App, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, PlatformProvider, Role } from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const viewer = '${data.platform_role.viewer.uid}';
const bindings = (build: (stack: TerraformStack) => unknown) => synth(build).resource['platform_role_binding'];

describe('group.grant', () => {
  it('binds an identity of the group, under an address that reads as a sentence', () => {
    const found = bindings((stack) => {
      const payments = Group.fromUid(stack, 'acme', rootUid).addGroup('payments');
      payments.grant(payments.addIdentity('ci', { servicePrincipal }), 'viewer');
    });
    expect(found).toEqual({
      acme_payments_ci_viewer: {
        group_uid: '${platform_group.acme_payments.uid}',
        identity_uid: '${platform_identity.acme_payments_ci.uid}',
        role_uid: viewer,
      },
    });
  });

  it('names the group of the grant for identities of other groups, for people and for uids', () => {
    const found = bindings((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const [payments, shop] = [acme.addGroup('payments'), acme.addGroup('shop')];
      const auditor = acme.addRole('auditor', { capabilities: ['groups.list'] });
      payments.grant(shop.addIdentity('ci', { servicePrincipal }), 'registry.pull');
      payments.grant(Identity.person(stack, 'ada', { issuer: 'https://i.example', subject: 'ada' }), auditor);
      payments.grant(`${rootUid}/0123456789abcdef`, 'owner');
    });
    expect(Object.keys(found!).sort()).toEqual([
      'acme_shop_ci_registry_pull_on_acme_payments',
      'ada_acme_auditor_on_acme_payments',
      'uid_0123456789abcdef_owner_on_acme_payments',
    ]);
  });

  it('keeps addresses when the lines change their order, also for identities of one id', () => {
    const build = (reverse: boolean) =>
      bindings((stack) => {
        const payments = new Group(stack, 'payments', { parent: rootUid, name: 'payments' });
        const own = payments.addIdentity('ci', { servicePrincipal });
        const other = new Identity(stack, 'ci', { group: rootUid, name: 'ci', servicePrincipal });
        for (const identity of reverse ? [other, own] : [own, other]) payments.grant(identity, 'viewer');
      });
    expect(build(true)).toEqual(build(false));
    expect(Object.keys(build(true)!)).toEqual(['ci_viewer_on_payments', 'payments_ci_viewer']);
  });

  it('binds several identities, with the props of a resource', () => {
    const found = bindings((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const identities = ['a', 'b'].map((id) => acme.addIdentity(id, { servicePrincipal }));
      const granted = acme.grant(identities, 'viewer', { lifecycle: { createBeforeDestroy: true } });
      expect(granted.map(({ node }) => node.path)).toEqual(['org/acme/a_viewer', 'org/acme/b_viewer']);
    });
    expect(Object.values(found!).map(({ lifecycle }) => lifecycle)).toEqual([
      { create_before_destroy: true },
      { create_before_destroy: true },
    ]);
  });

  it('uses the provider of the group', () => {
    const found = bindings((stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      const acme = Group.root(stack, 'acme', { name: 'acme', provider });
      acme.grant(acme.addIdentity('ci', { servicePrincipal }), 'viewer');
    });
    expect(found?.['acme_ci_viewer']).toMatchObject({
      provider: 'platform.other',
      role_uid: expect.not.stringContaining('.viewer.uid'),
    });
  });

  it('reports two equal grants with both constructs', () => {
    const problems = problemsOf((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const ci = acme.addIdentity('ci', { servicePrincipal });
      acme.grant(ci, 'viewer');
      ci.grant(Role.named(stack, 'viewer'), { on: acme });
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^\[org\/acme\/ci_viewer_2\] declares the same role binding as org\/acme\/ci_viewer: remove/,
      ),
    ]);
  });

  it('cannot name a value that only Terraform knows', () => {
    const stack = emptyStack();
    const { stringValue } = new TerraformVariable(stack, 'identity', {});
    expect(() => Group.fromUid(stack, 'acme', rootUid).grant(stringValue, 'viewer')).toThrow(
      'org/acme: cannot derive the id of a grant from a value that only Terraform knows. ' +
        'Use new RoleBinding(…) with an id.',
    );
  });

  it('takes only names of built-in roles, and roles', () => {
    const problems = problemsOf((stack) => {
      // @ts-expect-error no built-in role
      Group.fromUid(stack, 'acme', rootUid).grant(rootUid, 'veiwer');
    });
    expect(problems).toEqual([expect.stringContaining('did you mean "viewer"?')]);
  });
});

describe('identity.grant', () => {
  it('is the same as the grant of the group', () => {
    const build = (from: 'group' | 'identity') =>
      bindings((stack) => {
        const acme = Group.fromUid(stack, 'acme', rootUid);
        const ci = acme.addGroup('payments').addIdentity('ci', { servicePrincipal });
        return from === 'group' ? acme.grant(ci, 'viewer') : ci.grant('viewer', { on: acme });
      });
    expect(build('identity')).toEqual(build('group'));
    expect(Object.keys(build('group')!)).toEqual(['acme_payments_ci_viewer_on_acme']);
  });

  it('is in the scope of the identity, if the group is not in its stack', () => {
    const stack = emptyStack();
    const app = App.of(stack);
    const other = new Group(new TerraformStack(app, 'other'), 'shop', { parent: rootUid, name: 'shop' });
    const ci = new Identity(new Construct(stack, 'team'), 'ci', { group: rootUid, name: 'ci', servicePrincipal });
    const groups = [Group.fromUid(app, 'acme', rootUid), `${rootUid}/${'1'.repeat(16)}`, other];
    expect(groups.map((on) => ci.grant('viewer', { on }).node.path)).toEqual([
      'org/team/ci/team_ci_viewer_on_acme',
      'org/team/ci/team_ci_viewer_on_uid_1111111111111111',
      'org/team/ci/team_ci_viewer_on_other_shop',
    ]);
  });
});

test('a group that is in the App contains no resources, and the error describes both ways', () => {
  const acme = Group.fromUid(Testing.app({ outdir }), 'acme', rootUid);
  expect(() => acme.grant(rootUid, 'viewer')).toThrow(
    /^RoleBinding "acme\/.*" is created in "acme", which is not in a TerraformStack: .*\. Create "acme" in a TerraformStack, or pass a stack as the scope and "acme" as a prop\.$/,
  );
});

test('a grant by an identity needs the group', () => {
  const stack = emptyStack();
  const acme = Group.fromUid(stack, 'acme', rootUid);
  const ci = acme.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
  const place = 'the second argument of grant must be an object with the group, such as { on: payments }; it is ';
  for (const identity of [ci, Identity.named(acme, 'bot')]) {
    const granted = (props: unknown) => () => identity.grant('viewer', props as never);
    const subject = `Identity "${identity.node.path}": `;
    expect(granted(undefined)).toThrow(`${subject}${place}undefined.`);
    expect(granted(acme)).toThrow(`${subject}${place}Group "org/acme".`);
    const next = 'Pass the group construct, or its uid.';
    expect(granted({ group: acme })).toThrow(`${subject}on is missing in the second argument of grant. ${next}`);
    expect(granted({ on: undefined })).toThrow(`${subject}on is undefined. ${next}`);
  }
});
