import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { groupInvite } from '../src/resources';
import type { IGroup } from './group';
import { isResource, PlatformResource, type ResourceProps } from './platform-resource';
import type { IRole } from './role';

/** What an invite is made from. It is made and withdrawn, never changed: another value makes a new invite. */
export interface GroupInviteProps extends ResourceProps {
  /** The group that people are invited to. */
  readonly group: IGroup | string;
  /** The role that the invited have in the group. */
  readonly role: IRole | string;
  /** For how long the invite holds, in seconds: `86400s`. */
  readonly ttl: string;
  /**
   * The e-mail address of the only person who may use the invite.
   *
   * @default - whoever has the code may use it
   */
  readonly email?: string;
  /**
   * Whether the invite is gone once somebody used it.
   *
   * @default false
   */
  readonly singleUse?: boolean;
  /**
   * The public key of whoever is to read the code, as the text of a JSON Web Key.
   *
   * `encryptedCode` then holds the code, and `platform-iac invite-code` opens it with the private key. A private key is
   * refused here. `platform-iac invite-code --new-key FILE` makes a pair.
   *
   * @default - the code is not kept, and nobody can learn it later
   */
  readonly recipientJwk?: string;
}

/**
 * Gives whoever presents its code a role in a group. An invite for single use is gone once it was used.
 *
 * That is no drift: its resource stays, and `state` says how it ended. Another one is made by
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

  /** Whether `x` is a `GroupInvite`, made by this copy of the package or another. */
  static isGroupInvite(x: unknown): x is GroupInvite {
    return isResource(x, groupInvite);
  }

  readonly kind = 'GroupInvite';

  /** @throws Error outside of a stack, and when `group` is missing; whatever else is wrong is reported together at synth. */
  constructor(scope: Construct, id: string, props: GroupInviteProps) {
    super(scope, id, groupInvite, props);
  }

  /** The uid of the group that people are invited to. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The uid of the role that the invited have in the group. */
  get roleUid(): string {
    return this.getStringAttribute('role_uid');
  }

  /** The e-mail address of the only person who may use the invite. */
  get email(): string {
    return this.getStringAttribute('email');
  }

  /** Whether the invite is gone once somebody used it. */
  get singleUse(): IResolvable {
    return this.getBooleanAttribute('single_use');
  }

  /** What the code is known by, without giving it away. */
  get keyId(): string {
    return this.getStringAttribute('key_id');
  }

  /** The code, encrypted for the recipient (a JWE). */
  get encryptedCode(): string {
    return this.getStringAttribute('encrypted_code');
  }

  /** Until when the invite holds. */
  get expirationTime(): string {
    return this.getStringAttribute('expiration_time');
  }

  /** Whether the invite is `active`, `used_or_withdrawn` (one for single use that is gone), or `expired`. */
  get state(): string {
    return this.getStringAttribute('state');
  }
}
