/** Existing identities: people, found by their account, and workloads, found by their name. */
import type { Construct } from 'constructs';
import { identity } from '../../src/model/kinds';
import { string, type Fields } from '../../src/model/schema';
import type { BuiltInRoleName } from '../base/built-in-role';
import {
  isPlain,
  requireKnownOptions,
  requireOptionalObject,
  requireProps,
  requireStack,
  requireType,
} from '../base/constructor-arguments';
import { requireFreeId } from '../base/free-id';
import { FoundObject } from '../base/found-object';
import { grantRole } from './grants';
import { findByName, type Found } from '../base/named-object';
import type { Lookup, LookupOptions } from '../base/platform-data-source';
import { isGroupConstruct, type Reference, type Uid } from '../base/reference';
import { requireGiven } from '../base/scope-defaults';
import type { IRole } from './role';
import type { GrantOptions, RoleBinding } from './role-binding';

/** The props of a grant by an identity. */
export interface GrantProps extends GrantOptions {
  /** The group where the identity has the role. The role also applies to all groups under it. */
  readonly on: Reference<'Group'> | Uid;
}

/** An identity that this program manages, or an existing one. */
export interface IIdentity extends Construct, Reference<'Identity'> {
  /**
   * Grants the identity a role in a group and all groups under it. Returns the role binding, whose id is derived from
   * identity, role and group.
   *
   * @example
   * ci.grant('viewer', { on: payments });
   */
  grant(role: IRole | BuiltInRoleName, props: GrantProps): RoleBinding;
}

/** The account that a person signs in with. */
export interface PersonProps extends LookupOptions {
  /** The URL of the issuer that the person signs in with. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

const account: Fields = {
  issuer: string(['required'], 'The URL of the issuer.', { format: 'httpsUrl' }),
  subject: string(['required'], 'The subject of the person at the issuer.'),
};

/** Options for finding an identity by its name. */
export interface NamedIdentityOptions extends LookupOptions {
  /**
   * The group that contains the identity.
   *
   * @default - the scope, if it is a group; otherwise the option is required
   */
  readonly group?: Reference<'Group'> | Uid;
}

class FoundIdentity extends FoundObject<'Identity'> implements IIdentity {
  constructor(scope: Construct, id: string, lookup: Lookup) {
    super(scope, id, identity, lookup);
  }

  grant(role: IRole | BuiltInRoleName, props: GrantProps): RoleBinding {
    return grantOn(this, role, props);
  }
}

/**
 * Returns the role binding of an identity in a group.
 *
 * @throws Error without a group.
 */
export function grantOn(identity: IIdentity, role: IRole | BuiltInRoleName, props: GrantProps): RoleBinding {
  const subject = `${identity.kind} "${identity.node.path}"`;
  requireType(
    subject,
    'the second argument of grant',
    'an object with the group, such as { on: payments }',
    props,
    isPlain,
  );
  const next = 'Pass the group construct, or its uid.';
  if (!('on' in props)) throw new Error(`${subject}: on is missing in the second argument of grant. ${next}`);
  requireGiven(subject, 'on', { ...props }, next);
  const { on: group, ...options } = props;
  return grantRole(identity, { group, identity, role }, options);
}

/** Returns the person with this account. */
export function createPerson(scope: Construct, id: string, props: PersonProps): IIdentity {
  const subject = requireStack('Identity.person', scope, id);
  requireType(subject, 'its props, the third argument,', 'an object', props, isPlain);
  if ('email' in props)
    throw new Error(
      `${subject}: the API cannot find people by e-mail address. Pass the issuer and the subject of the account, or ` +
        "invite the address with group.invite('ada@example.com', 'viewer').",
    );
  requireKnownOptions(subject, 'its props, the third argument,', props, [...Object.keys(account), 'provider']);
  requireProps(subject, account, props);
  requireFreeId(subject, scope, id);
  return new FoundIdentity(scope, id, { fields: account, props: { ...props }, provider: props.provider });
}

/** Returns the identity of this name in a group. */
export function namedIdentity(scope: Construct, name: string, options: NamedIdentityOptions): IIdentity {
  const title = 'Identity.named';
  requireOptionalObject(`${title} "${name}"`, 'its options, the third argument,', options);
  const defaultGroup = isGroupConstruct(scope) ? scope : undefined;
  const create = (folder: Construct, id: string, found: Found): FoundIdentity => new FoundIdentity(folder, id, found);
  // Without a group, the provider would look for a person.
  if (defaultGroup === undefined && !('group' in (options ?? {})))
    throw new Error(
      `${title} "${name}": group is missing. Pass the group construct, or its uid, or use the group as the scope.`,
    );
  return findByName({ title, declaration: identity, defaultGroup, create }, scope, name, options);
}
