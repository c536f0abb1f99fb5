/** Creates the constructs that the data of a group describes: first all objects, then the access between them. */
import { TerraformResource } from 'cdktf';
import { isUid, nearest } from '../../src/model/api';
import { identity as identityDeclaration } from '../../src/model/kinds';
import { isBuiltInRoleName, type BuiltInRoleName } from '../base/built-in-role';
import { isPending } from '../base/attributes';
import { isNonEmptyText, requireType } from '../base/constructor-arguments';
import { declaredProps } from '../base/declared-props';
import { sharedLookup } from '../base/shared-lookups';
import type { Reference } from '../base/reference';
import { toAccountName } from '../../src/base/text/terraform-name';
import type { IGroup } from '../kinds/group';
import type { IIdentity } from '../kinds/found-identity';
import { Identity } from '../kinds/identity';
import type { AddIdentityProps, GrantedRole } from '../kinds/group-members';
import type { IRole, Role } from '../kinds/role';
import type { ExpiryProps } from '../base/expiry';
import { isTrust, Trust } from '../trust/trust';
import { CONTENTS } from './data-fields';
import type { DataPath } from './data-problems';
import {
  definingGroup,
  groupsIn,
  keyPath,
  type GroupInData,
  type LongContents,
  type LongIdentity,
  type LongPerson,
} from './names';

/** Runs the creation of the constructs at a place in the data. */
export type CreateAt = (path: DataPath, create: () => void) => void;

/** The objects of the data, by their paths of keys. */
export interface Members {
  readonly groups: ReadonlyMap<string, IGroup>;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly roles: ReadonlyMap<string, Role>;
}

/** Adds the contents to a group. The data has no problems. */
export function addMembers(top: IGroup, contents: LongContents, createAt: CreateAt): Members {
  const all = groupsIn(contents);
  const groups = new Map<string, IGroup>([['', top]]);
  const identities = new Map<string, Identity>();
  const roles = new Map<string, Role>();
  const made = ({ keys }: GroupInData): IGroup => found(groups, keyPath(keys));
  const getRole = (group: GroupInData, given: IRole | string): GrantedRole => {
    if (typeof given !== 'string') return given;
    const home = isBuiltInRoleName(given) ? undefined : definingGroup(group, given);
    // A uid is not the name of a built-in role, but every prop that takes a role accepts it.
    return home === undefined ? (given as BuiltInRoleName) : found(roles, keyPath([...home.keys, given]));
  };

  for (const group of all) {
    const { keys, path, parent } = group;
    if (parent === undefined) continue;
    createAt(path, () => {
      const own = without(group.contents, ...Object.keys(CONTENTS));
      groups.set(keyPath(keys), made(parent).addGroup(keys.at(-1) ?? '', own));
    });
  }
  for (const group of all) {
    const { keys, path, contents: inner } = group;
    for (const [key, props] of Object.entries(inner.roles ?? {}))
      createAt([...path, 'roles', key], () => roles.set(keyPath([...keys, key]), made(group).addRole(key, props)));
    for (const [key, props] of Object.entries(inner.identities ?? {}))
      createAt([...path, 'identities', key], () =>
        identities.set(keyPath([...keys, key]), made(group).addIdentity(key, getProps(props))),
      );
  }
  for (const group of all) {
    const { keys, path, contents: inner } = group;
    const grant = (to: Reference<'Identity'> | string, role: IRole | string, from: ExpiryProps): void => {
      const identity = typeof to === 'string' && !isUid(to) ? found(identities, to) : to;
      made(group).grant(identity, getRole(group, role), until(from));
    };
    for (const [key, { roles: held = [] }] of Object.entries(inner.identities ?? {}))
      for (const [index, one] of held.entries())
        createAt([...path, 'identities', key, 'roles', index], () => grant(keyPath([...keys, key]), one.role, one));
    for (const [name, people] of Object.entries(inner.people ?? {}))
      for (const [index, person] of people.entries())
        createAt([...path, 'people', name, index], () => {
          const { email, issuer, subject, ...invite } = person;
          if (email !== undefined) made(group).invite(email, getRole(group, name), invite);
          else grant(account(made(group), { issuer, subject }), name, person);
        });
    for (const [index, one] of (inner.grants ?? []).entries())
      createAt([...path, 'grants', index], () => {
        for (const to of one.identities ?? [one.identity]) if (to !== undefined) grant(to, one.role, one);
      });
  }
  return { groups, identities, roles };
}

/**
 * Returns one look-up for each person, also if several groups mention the person.
 *
 * @throws Error if another account has the same name in Terraform
 */
function account(scope: IGroup, { issuer = '', subject = '' }: LongPerson): IIdentity {
  // An expression of a program can have the same text as an account of a file.
  const name = [issuer, subject].find(isPending) ?? toAccountName({ issuer, subject });
  const provider = TerraformResource.isTerraformResource(scope) ? scope.provider : undefined;
  const props = { issuer, subject, ...(provider && { provider }) };
  const person = sharedLookup(scope, identityDeclaration, { name, group: undefined, provider }, (folder, id) =>
    Identity.person(folder, id, props),
  );
  const known = declaredProps(person)?.props ?? {};
  if (known['issuer'] === issuer && known['subject'] === subject) return person;
  throw new Error(
    `the accounts ${String(known['subject'])} at ${String(known['issuer'])} and ${subject} at ${issuer} would have the same address in ` +
      'Terraform. Grant one of them by uid, in grants',
  );
}

function getProps(identity: LongIdentity): AddIdentityProps {
  const { assumedBy, ...props } = without(identity, 'roles');
  if (assumedBy === undefined) return props;
  return { ...props, assumedBy: isTrust(assumedBy) ? assumedBy : Trust.of(assumedBy) };
}

function without<T extends object>(object: T, ...names: readonly string[]): Omit<T, keyof LongContents> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name))) as Omit<
    T,
    keyof LongContents
  >;
}

/** An undefined date stays an error: the access would have no end. */
function until(from: ExpiryProps): ExpiryProps {
  return 'expires' in from ? { expires: from.expires } : {};
}

/**
 * Returns the object at a path of keys.
 *
 * @throws Error without such an object. `subject`: the construct with the data.
 */
export function memberAt<T>(subject: string, kind: string, members: ReadonlyMap<string, T>, path: string): T {
  const member = members.get(path);
  if (member !== undefined) return member;
  requireType(subject, `the path of the ${kind}`, 'text', path, isNonEmptyText);
  const known = [...members.keys()].filter((key) => key !== '');
  const meant = nearest(path, known);
  const next =
    meant === undefined ? `There are ${known.join(', ') || 'none'}.` : `Did you mean ${JSON.stringify(meant)}?`;
  throw new Error(`${subject} has no ${kind} ${JSON.stringify(path)}. ${next}`);
}

function found<T>(members: ReadonlyMap<string, T>, path: string): T {
  return memberAt('The data', 'object', members, path);
}
