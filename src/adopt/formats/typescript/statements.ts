/** The statements of objects that the data of a team cannot contain. */
import {
  accountAssociation,
  externalGroupRoleMapping,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../../model/kinds';
import {
  apiText,
  apiValue,
  call,
  code,
  list,
  literal,
  methodCall,
  record,
  toRecord,
  text,
  type CallExpression,
  type RecordEntry,
  type Expression,
} from '../../code/expressions';
import { lineComment } from '../../../base/text/typescript';
import { printedStatement } from '../../code/printer';
import { getMembers, type AdoptedGroup, type AdoptedObject } from '../../organization/model';
import { DEFAULT_LIFETIME } from './group-data';
import { identityProps, getProps } from './identity-data';
import type { CodeScope } from './scope';

/** The indentation of the statements of a function. */
const INDENT = 2;

/** Returns a declaration, with a variable only if other code uses it. */
function declared(scope: CodeScope, object: AdoptedObject, value: Expression): string {
  return printedStatement(scope.isUsed(object) ? `const ${scope.variable(object).name} = ` : '', value, INDENT);
}

/** Returns functions for the statements of roles, identity providers and identities of the root. */
export function rootMembers(root: AdoptedGroup, scope: CodeScope): (() => string)[] {
  return [role, identityProvider, identity].flatMap((kind) =>
    getMembers(root, kind).map((member) => {
      const value = addCall(member, scope);
      return () => declared(scope, member, value);
    }),
  );
}

/** Returns the call that adds a group, a role, an identity provider or an identity to its group. */
export function addCall(object: AdoptedObject, scope: CodeScope): Expression {
  const added = (method: string, entries: readonly RecordEntry[]) =>
    methodCall(scope.groupArgument(object.group), method, text(scope.keys.of(object)), toRecord(entries));
  switch (object.declaration) {
    case identityProvider: {
      const defaultRole = { key: 'defaultRole', value: roleProp(scope, object, 'defaultRole') };
      const [first, rest] = split(getProps(object, scope), 'oidc');
      return added('addIdentityProvider', [...first, defaultRole, ...rest]);
    }
    case identity:
      return added('addIdentity', identityProps(object, scope));
    case role:
      return added('addRole', getProps(object, scope));
    default:
      return getProps(object, scope).length === 0
        ? methodCall(scope.groupArgument(object.group), 'addGroup', text(scope.keys.of(object)))
        : added('addGroup', getProps(object, scope));
  }
}

/** Returns the statements of the objects in a group that no data contains. */
export function furtherMembers(group: AdoptedGroup, scope: CodeScope): string[] {
  return [accountAssociation, externalGroupRoleMapping].flatMap((kind) =>
    getMembers(group, kind).map((member) => printedStatement('', newCall(member, scope), INDENT)),
  );
}

/** Returns the call that creates an account association or a mapping. */
export function newCall(object: AdoptedObject, scope: CodeScope): Expression {
  const { declaration, values, references, group } = object;
  const made = (className: string, id: string, entries: readonly RecordEntry[]) =>
    call(`new ${className}`, scope.groupArgument(group), text(id), toRecord(entries));
  if (declaration === accountAssociation)
    return made(
      'AccountAssociation',
      scope.keys.of(object),
      Object.entries(values).map(([key, value]) => ({ key, value: apiValue(value) })),
    );
  const { identityProviderUid: provider, scope: other } = references;
  const props = record({
    identityProvider:
      provider?.is === 'adopted' ? code(scope.variable(provider.object).name) : text(provider?.uid ?? ''),
    externalGroupId: apiValue(values['externalGroupId']),
    role: roleProp(scope, object, 'roleUid'),
    ...(other !== undefined && 'uid' in other && { scope: text(other.uid) }),
  });
  const id = scope.keys.free(object, getId(String(values['externalGroupId']), 'mapping'));
  return made('ExternalGroupRoleMapping', id, props.entries);
}

/** Returns the statements of bindings and invites. Bindings of one role in one group are one statement. */
export function accessStatements(objects: readonly AdoptedObject[], scope: CodeScope): string[] {
  const families = new Map<string, AdoptedObject[]>();
  const bindings = objects.filter(({ declaration }) => declaration === roleBinding);
  const derived = new Set(bindings.filter((binding) => scope.takeDerived(binding)));
  for (const object of derived) {
    const key = `${object.group.uid} ${JSON.stringify(scope.roleArgument(object.references['roleUid']))}`;
    families.set(key, [...(families.get(key) ?? []), object]);
  }
  const grants = [...families.values()].map((family) => {
    const [first] = family;
    const identities = family.map(({ references }) => scope.identityArgument(references['identityUid']));
    const to = identities.length === 1 ? identities[0] : list(identities);
    const group = first === undefined ? code('') : scope.groupArgument(first.group);
    const statement = methodCall(group, 'grant', to ?? list([]), scope.roleArgument(first?.references['roleUid']));
    return `${foreigners(family)}${printedStatement('', statement, INDENT)}`;
  });
  const others = bindings
    .filter((binding) => !derived.has(binding))
    .map((binding) => `${foreigners([binding])}${printedStatement('', newBinding(binding, scope), INDENT)}`);
  const invites = objects.filter(({ declaration }) => declaration === groupInvite);
  return [...grants, ...others, ...invites.map((invite) => inviteStatement(invite, scope))];
}

/** Returns the call that grants a role. */
export function bindingCall(binding: AdoptedObject, scope: CodeScope): CallExpression {
  if (!scope.takeDerived(binding)) return newBinding(binding, scope);
  const { identityUid, roleUid } = binding.references;
  const args = [scope.identityArgument(identityUid), scope.roleArgument(roleUid)];
  return methodCall(scope.groupArgument(binding.group), 'grant', ...args);
}

/** Returns a binding with an id of its own: the constructs would derive the address of another one. */
function newBinding(binding: AdoptedObject, scope: CodeScope): CallExpression {
  const { group, references } = binding;
  const identity = references['identityUid'];
  const word = identity?.is === 'adopted' ? scope.keys.of(identity.object) : 'identity';
  const id = scope.keys.free(binding, `${word}-binding`);
  const props = record({ identity: scope.identityArgument(identity), role: roleProp(scope, binding, 'roleUid') });
  return call('new RoleBinding', scope.groupArgument(group), text(id), props);
}

/** Returns a comment with the names of identities that the code knows only by uid. */
function foreigners(bindings: readonly AdoptedObject[]): string {
  const names = bindings.flatMap(({ references }) => {
    const target = references['identityUid'];
    return target?.is === 'other' && target.stack === undefined && target.name !== undefined ? [target.name] : [];
  });
  return names.length === 0
    ? ''
    : `${' '.repeat(INDENT)}${lineComment(`By uid, because this project does not manage them: ${names.join(', ')}`)}\n`;
}

function inviteStatement(invite: AdoptedObject, scope: CodeScope): string {
  return printedStatement('', inviteCall(invite, scope), INDENT);
}

/** Returns the call that invites people. */
export function inviteCall(invite: AdoptedObject, scope: CodeScope): CallExpression {
  const group = scope.groupArgument(invite.group);
  const { singleUse, ttl } = invite.values;
  const email = String(invite.values['email']);
  // `invite` would set singleUse to false, and an import has no value there.
  if (singleUse !== true || !scope.takeDerived(invite)) {
    const id = scope.keys.free(invite, getId(email, 'invite'));
    const props = record({
      role: roleProp(scope, invite, 'roleUid'),
      ttl: literal(ttl),
      email: apiText(email),
      ...(singleUse === true && { singleUse: code('true') }),
    });
    return call('new GroupInvite', group, text(id), props);
  }
  const props = ttl === DEFAULT_LIFETIME ? [] : [record({ ttl: literal(ttl) })];
  const args = [apiText(email), scope.roleArgument(invite.references['roleUid'])];
  return methodCall(group, 'invite', ...args, ...props);
}

/** Returns a role for a prop, which also accepts a uid. */
function roleProp(scope: CodeScope, { references }: AdoptedObject, field: string): Expression {
  const target = references[field];
  if (target?.is === 'other') return scope.otherObject(role, target);
  return target === undefined ? text('') : scope.roleArgument(target);
}

function split(entries: readonly RecordEntry[], key: string): [RecordEntry[], RecordEntry[]] {
  return [entries.filter((entry) => entry.key !== key), entries.filter((entry) => entry.key === key)];
}

function getId(text: string, otherwise: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return id === '' ? otherwise : id;
}
