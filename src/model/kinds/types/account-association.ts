/** Written by `npm run docs` from the declaration of AccountAssociation: edit the declaration instead. */

/** An AWS account. */
export interface AccountAssociationAmazon {
  /** The 12 digits of the account. */
  readonly account: string;
}

/** A Google Cloud project. */
export interface AccountAssociationGoogle {
  /** The id of the project. */
  readonly projectId: string;
  /** The number of the project. */
  readonly projectNumber: string;
}

/** A Microsoft Azure tenant. */
export interface AccountAssociationAzure {
  /** The id of the tenant. */
  readonly tenantId: string;
  /** The ids of clients, by purpose. */
  readonly clientIds: Readonly<Record<string, string>>;
}

/** The installations of the app. */
export interface AccountAssociationGithubAppInstallationsInstallations {
  /** The id of the installation. */
  readonly installationId: string;
  /** The account that has the installation. */
  readonly name?: string | undefined;
}

/** The installations, by the id of the app. */
export interface AccountAssociationGithubAppInstallations {
  /** The installations of the app. */
  readonly installations?: readonly AccountAssociationGithubAppInstallationsInstallations[] | undefined;
}

/** Installations of GitHub apps. */
export interface AccountAssociationGithub {
  /** The installations, by the id of the app. */
  readonly appInstallations?: Readonly<Record<string, AccountAssociationGithubAppInstallations>> | undefined;
}

/** Services of the platform itself. */
export interface AccountAssociationChainguard {
  /** The identity that each service assumes, by its service principal. */
  readonly serviceBindings: Readonly<Record<string, string>>;
}

/** Associates a group with accounts at cloud providers. A group can have only one association. */
export interface AccountAssociation {
  /** The uid of the group, which identifies the association. */
  readonly uid: string;
  /** The name of the association. */
  readonly name: string;
  /** The purpose of the accounts. */
  readonly description: string;
  /** An AWS account. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A Google Cloud project. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A Microsoft Azure tenant. */
  readonly azure?: AccountAssociationAzure | undefined;
  /** The time when the association was created. */
  readonly createTime?: string | undefined;
  /** The time when the association was last changed. */
  readonly updateTime?: string | undefined;
  /** Installations of GitHub apps. Only in responses. */
  readonly github?: AccountAssociationGithub | undefined;
  /** Services of the platform itself. Only in responses. */
  readonly chainguard?: AccountAssociationChainguard | undefined;
}

/** The fields that create an account association. */
export interface AccountAssociationCreate {
  /** The name of the association. */
  readonly name: string;
  /** The purpose of the accounts. */
  readonly description?: string | undefined;
  /** An AWS account. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A Google Cloud project. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A Microsoft Azure tenant. */
  readonly azure?: AccountAssociationAzure | undefined;
}

/** The fields that an update of an account association can change; omitted fields keep their values. */
export interface AccountAssociationUpdate {
  /** The name of the association. */
  readonly name?: string | undefined;
  /** The purpose of the accounts. */
  readonly description?: string | undefined;
  /** An AWS account. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A Google Cloud project. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A Microsoft Azure tenant. */
  readonly azure?: AccountAssociationAzure | undefined;
}

/** The filters of a list of the kind AccountAssociation. */
export interface AccountAssociationFilters {
  /** Only associations with exactly this name. */
  readonly name?: string | undefined;
}

/** The sort keys of a list of the kind AccountAssociation. */
export type AccountAssociationSortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt'
  | 'group';

/** The types of the kind AccountAssociation. */
export interface AccountAssociationTypes {
  readonly resource: AccountAssociation;
  readonly create: AccountAssociationCreate;
  readonly update: AccountAssociationUpdate;
  readonly filters: AccountAssociationFilters;
  readonly sortKey: AccountAssociationSortKey;
  readonly unmanaged: 'github' | 'chainguard';
}
