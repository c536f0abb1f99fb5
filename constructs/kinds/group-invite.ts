import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { groupInvite } from '../../src/model/kinds';
import type { BuiltInRoleName } from '../base/built-in-role';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The props of an invite. The API cannot change an invite: a change of a prop replaces it. */
export interface GroupInviteProps extends ResourceProps {
  /**
   * The group that people are invited to.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The role that invited people receive in the group. */
  readonly role: IRole | BuiltInRoleName | Uid;
  /** The lifetime of the invite, in seconds, for example `86400s`. */
  readonly ttl: string;
  /**
   * The e-mail address of the only person who can use the invite.
   *
   * @default - anyone who has the code can use it
   */
  readonly email?: string;
  /**
   * If true, the service deletes the invite after its first use.
   *
   * @default false
   */
  readonly singleUse?: boolean;
  /**
   * The public key of the recipient of the code, as a JSON Web Key.
   *
   * `encryptedCode` then contains the code, and `platform-iac invite-code` decrypts it with the private key. A private
   * key is rejected here. `platform-iac invite-code --new-key FILE` generates a key pair.
   *
   * @default - the code is not stored, and nobody can read it later
   */
  readonly recipientJwk?: string;
}

/**
 * Gives a role in a group to anyone who presents the code of the invite. The service deletes a single-use invite after
 * its use.
 *
 * A used or expired invite stays in the state and is not drift: `state` shows how it ended. To recreate it, run
 * `terraform apply -replace=ADDRESS`.
 *
 * @example
 * const invite = new GroupInvite(stack, 'ada', {
 *   group: payments,
 *   role: Role.named(stack, 'viewer'),
 *   ttl: '604800s',
 *   email: 'ada@example.com',
 *   singleUse: true,
 *   recipientJwk: readFileSync('ada.public.jwk', 'utf8'),
 * });
 * new TerraformOutput(stack, 'ada-code', { value: invite.encryptedCode });
 */
export class GroupInvite extends PlatformResource {
  static readonly tfResourceType = 'platform_group_invite';

  /** Returns true if `x` is a `GroupInvite`, created by this or another copy of the package. */
  static isGroupInvite(x: unknown): x is GroupInvite {
    return isResource(x, groupInvite);
  }

  readonly kind = 'GroupInvite';

  /** @throws Error outside of a stack, and without a group; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: GroupInviteProps) {
    super(scope, id, groupInvite, props);
  }

  /** The uid of the group that people are invited to. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The uid of the role that invited people receive in the group. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }

  /** The e-mail address of the only person who can use the invite. */
  get email(): string {
    return this.getStringAttribute('email');
  }

  /** If true, the service deletes the invite after its first use. */
  get singleUse(): IResolvable {
    return this.getBooleanAttribute('single_use');
  }

  /** The id of the code, which does not reveal it. */
  get keyId(): string {
    return this.getStringAttribute('key_id');
  }

  /** The code, encrypted for the recipient (a JWE). */
  get encryptedCode(): string {
    return this.getStringAttribute('encrypted_code');
  }

  /** The time when the invite expires. */
  get expirationTime(): string {
    return this.getStringAttribute('expiration_time');
  }

  /**
   * The state of the invite: `active`, `used_or_withdrawn` (a single-use invite that no longer exists), or `expired`.
   */
  get state(): string {
    return this.getStringAttribute('state');
  }
}
