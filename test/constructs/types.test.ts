/** Mistakes that do not compile: wrong kinds of objects, missing props and wrong roles. `tsc` checks each expected error. */
import { App, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import {
  BuiltInRole,
  Group,
  Identity,
  Repos,
  Role,
  RoleBinding,
  Trust,
  type IGroup,
  type IIdentity,
  type IRole,
  type Reference,
} from '../../constructs';
import { emptyStack, rootUid } from './synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';

/** Only the compiler reads the lines in `lines`. */
function compiles(lines: (stack: TerraformStack, acme: IGroup, ci: IIdentity, viewer: IRole) => unknown): void {
  expect(lines).toBeInstanceOf(Function);
}

test('objects of another kind do not compile as a parent, an identity or a role', () => {
  compiles((stack, acme, ci, viewer) => [
    // @ts-expect-error an identity is no group
    new Group(stack, 'a', { parent: ci, name: 'a' }),
    // @ts-expect-error a stack is no group
    new Group(stack, 'b', { parent: stack, name: 'b' }),
    // @ts-expect-error a role is no group
    new Identity(stack, 'c', { group: viewer, name: 'c', servicePrincipal }),
    // @ts-expect-error a group is no identity
    new RoleBinding(acme, 'd', { identity: acme, role: viewer }),
    // @ts-expect-error an identity is no role
    new RoleBinding(acme, 'e', { identity: ci, role: ci }),
    // @ts-expect-error a group is no identity
    acme.grant(acme, viewer),
    // @ts-expect-error a group is no identity
    acme.grant([ci, acme], viewer),
    // @ts-expect-error an identity is no group
    ci.grant('viewer', { on: ci }),
    // @ts-expect-error a uid has no scope for the list
    Repos.in(rootUid),
    // @ts-expect-error an App is no parent
    Group.named(stack, 'payments', { parent: new App() }),
  ]);
});

test('unknown names of roles do not compile in a grant', () => {
  compiles((_, acme, ci) => [
    // @ts-expect-error no built-in role
    acme.grant(ci, 'veiwer'),
    // @ts-expect-error no built-in role
    ci.grant('admin', { on: acme }),
    // @ts-expect-error no built-in role
    acme.invite('ada@example.com', 'reader'),
    // @ts-expect-error no built-in role
    BuiltInRole.admin,
    // @ts-expect-error a role is required
    acme.grant(ci),
  ]);
});

test('missing and unknown props do not compile', () => {
  compiles((stack, acme, ci) => [
    // @ts-expect-error a group has a name
    new Group(acme, 'a', {}),
    // @ts-expect-error an identity has a name
    new Identity(acme, 'b', { servicePrincipal }),
    // @ts-expect-error a role has capabilities
    acme.addRole('c', {}),
    // @ts-expect-error the group of an added object is fixed
    acme.addIdentity('d', { servicePrincipal, group: rootUid }),
    // @ts-expect-error a grant of an identity names its group
    ci.grant('viewer', {}),
    // @ts-expect-error a person has a subject
    Identity.person(stack, 'e', { issuer: 'https://issuer.example' }),
    // @ts-expect-error the API finds nobody by e-mail address
    Identity.person(stack, 'f', { email: 'ada@example.com' }),
    // @ts-expect-error an invite of a person has its e-mail address as an argument
    acme.invite('ada@example.com', 'viewer', { email: 'grace@example.com' }),
    // @ts-expect-error the option of a role is its group
    Role.named(stack, 'auditor', { parent: acme }),
  ]);
});

test('trusts with missing, unknown or contradictory props do not compile', () => {
  const ids = { owner: 1, repository: 2 };
  const repository = 'acme/shop';
  compiles((_, acme) => [
    // @ts-expect-error a trust is made by a factory
    acme.addIdentity('a', { assumedBy: { gitHubActions: { repository, branch: 'main', ids } } }),
    // @ts-expect-error a name needs its ids, or a reason
    Trust.gitHubActions({ repository, branch: 'main' }),
    // @ts-expect-error a job is a branch or a tag
    Trust.gitHubActions({ repository, branch: 'main', tag: 'v1', ids }),
    // @ts-expect-error a workflow alone has a ref
    Trust.gitHubActions({ repository, workflow: 'deploy.yml', ids }),
    // @ts-expect-error the author of a pull request can change the workflow
    Trust.gitHubActions({ repository, pullRequest: true, workflow: 'deploy.yml', ids }),
    // @ts-expect-error the job is missing
    Trust.gitHubActions({ repository, ids }),
    // @ts-expect-error any branch is not protected
    Trust.gitLab({ project: 'acme/shop', anyBranch: true, protected: true, ids: { project: 1 } }),
    // @ts-expect-error a branch can have builds of forks
    Trust.buildkite({ organization: 'a', pipeline: 'b', branch: 'main', ids: { organization: 'x', pipeline: 'y' } }),
    // @ts-expect-error a cluster, or its issuer
    Trust.kubernetes({ namespace: 'shop', serviceAccount: 'deployer' }),
    // @ts-expect-error the phase is missing
    Trust.terraformCloud({
      organization: 'a',
      project: 'b',
      workspace: 'c',
      ids: { organization: 'o', workspace: 'w' },
    }),
    // @ts-expect-error an id of the role, or an issuer
    Trust.awsRole({ account: '012345678901', role: 'deployer' }),
    // @ts-expect-error one platform
    Trust.of({ spiffe: { id: 'a', issuer: 'b' }, person: { issuer: 'a', subject: 'b' } }),
  ]);
});

test('valid lines compile, with references of every origin', () => {
  compiles((stack, acme, ci, viewer) => {
    const { uid }: Reference<'Group'> = acme;
    const origins: readonly IGroup[] = [
      acme,
      Group.at(stack, 'acme'),
      acme.addGroup('a'),
      Group.fromUid(stack, 'b', uid),
    ];
    const identities: readonly IIdentity[] = [
      ci,
      acme.addIdentity('c', { servicePrincipal }),
      Identity.named(acme, 'd'),
    ];
    const bindings: RoleBinding[] = acme.grant([...identities, uid], BuiltInRole.viewer);
    const binding: RoleBinding = acme.grant(ci, viewer, { dependsOn: bindings });
    return [origins, binding, new Group(new Construct(acme, 'e'), 'e', { parent: uid, name: 'e' })];
  });
  expect(Group.isGroup(Group.fromUid(emptyStack(), 'acme', rootUid).addGroup('a'))).toBe(true);
});
