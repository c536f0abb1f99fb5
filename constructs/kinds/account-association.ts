import type { Construct } from 'constructs';
import { accountAssociation } from '../../src/model/kinds';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';

/** An AWS account. */
export interface AmazonAccount {
  /** The 12 digits of the account. */
  readonly account: string;
}

/** A Google Cloud project. */
export interface GoogleProject {
  /** The id of the project. */
  readonly projectId: string;
  /** The number of the project. */
  readonly projectNumber: string;
}

/** A Microsoft Azure tenant. */
export interface AzureTenant {
  /** The id of the tenant. */
  readonly tenantId: string;
  /** The ids of clients, by purpose. */
  readonly clientIds: Readonly<Record<string, string>>;
}

/** The props of an account association. At least one cloud provider is useful, and all three can be set. */
export interface AccountAssociationProps extends ResourceProps {
  /**
   * The group that is associated with the accounts. A change of the group replaces the association.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The name of the association. */
  readonly name: string;
  /**
   * The purpose of the accounts.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * An AWS account.
   *
   * @default - none
   */
  readonly amazon?: AmazonAccount;
  /**
   * A Google Cloud project.
   *
   * @default - none
   */
  readonly google?: GoogleProject;
  /**
   * A Microsoft Azure tenant.
   *
   * @default - none
   */
  readonly azure?: AzureTenant;
}

/**
 * Associates a group with accounts at cloud providers. A group can have only one association.
 *
 * @example
 * new AccountAssociation(stack, 'clouds', { group: payments, name: 'clouds', amazon: { account: '123456789012' } });
 */
export class AccountAssociation extends PlatformResource {
  static readonly tfResourceType = 'platform_account_association';

  /** Returns true if `x` is an `AccountAssociation`, created by this or another copy of the package. */
  static isAccountAssociation(x: unknown): x is AccountAssociation {
    return isResource(x, accountAssociation);
  }

  readonly kind = 'AccountAssociation';

  /**
   * Associates a group with cloud accounts.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: AccountAssociationProps) {
    super(scope, id, accountAssociation, props);
  }

  /** The uid of the group that is associated with the accounts. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The name of the association. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the accounts. */
  get description(): string {
    return this.getStringAttribute('description');
  }
}
