import type { Construct } from 'constructs';
import { accountAssociation } from '../../src/resources';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';

/** An account at AWS. */
export interface AmazonAccount {
  /** The twelve digits of the account. */
  readonly account: string;
}

/** A project at Google Cloud. */
export interface GoogleProject {
  /** The id of the project. */
  readonly projectId: string;
  /** The number of the project. */
  readonly projectNumber: string;
}

/** A tenant at Microsoft Azure. */
export interface AzureTenant {
  /** The id of the tenant. */
  readonly tenantId: string;
  /** The ids of clients, by what each is for. */
  readonly clientIds: Readonly<Record<string, string>>;
}

/** The props of an account association: any of the three clouds. */
export interface AccountAssociationProps extends ResourceProps {
  /**
   * The group that is tied to the accounts. Another group makes a new association.
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
   * An account at AWS.
   *
   * @default - none
   */
  readonly amazon?: AmazonAccount;
  /**
   * A project at Google Cloud.
   *
   * @default - none
   */
  readonly google?: GoogleProject;
  /**
   * A tenant at Microsoft Azure.
   *
   * @default - none
   */
  readonly azure?: AzureTenant;
}

/**
 * Ties a group to the organization's accounts at cloud providers; a group has one at most.
 *
 * @example
 * new AccountAssociation(stack, 'clouds', { group: payments, name: 'clouds', amazon: { account: '123456789012' } });
 */
export class AccountAssociation extends PlatformResource {
  static readonly tfResourceType = 'platform_account_association';

  /** Returns true if `x` is an `AccountAssociation`, made by this copy of the package or another. */
  static isAccountAssociation(x: unknown): x is AccountAssociation {
    return isResource(x, accountAssociation);
  }

  readonly kind = 'AccountAssociation';

  /** @throws Error outside of a stack, and without a group; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: AccountAssociationProps) {
    super(scope, id, accountAssociation, props);
  }

  /** The uid of the group that is tied to the accounts. */
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
