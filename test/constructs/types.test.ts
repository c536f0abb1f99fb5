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
