/** Written by `npm run docs` from the declaration of AccountAssociation: edit the declaration instead. */

/** An account at AWS. */
export interface AccountAssociationAmazon {
  /** The twelve digits of the account. */
  readonly account: string;
}

/** A project at Google Cloud. */
export interface AccountAssociationGoogle {
  /** The id of the project. */
  readonly projectId: string;
  /** The number of the project. */
  readonly projectNumber: string;
}

/** A tenant at Microsoft Azure. */
export interface AccountAssociationAzure {
  /** The id of the tenant. */
  readonly tenantId: string;
  /** The ids of clients, by what each is for. */
  readonly clientIds: Readonly<Record<string, string>>;
}

/** Ties a group to the organization's accounts at cloud providers; a group has one at most. */
export interface AccountAssociation {
  /** The uid of the group, which identifies the association. */
  readonly uid: string;
  /** The name of the association. */
  readonly name: string;
  /** The purpose of the accounts. */
  readonly description: string;
  /** An account at AWS. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A project at Google Cloud. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A tenant at Microsoft Azure. */
  readonly azure?: AccountAssociationAzure | undefined;
  /** When the association was created. */
  readonly createTime?: string | undefined;
  /** When the association was last changed. */
  readonly updateTime?: string | undefined;
}

/** The fields that create an account association. */
export interface AccountAssociationCreate {
  /** The name of the association. */
  readonly name: string;
  /** The purpose of the accounts. */
  readonly description?: string | undefined;
  /** An account at AWS. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A project at Google Cloud. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A tenant at Microsoft Azure. */
  readonly azure?: AccountAssociationAzure | undefined;
}

/** The fields that an update of an account association can change; omitted fields keep their values. */
export interface AccountAssociationUpdate {
  /** The name of the association. */
  readonly name?: string | undefined;
  /** The purpose of the accounts. */
  readonly description?: string | undefined;
  /** An account at AWS. */
  readonly amazon?: AccountAssociationAmazon | undefined;
  /** A project at Google Cloud. */
  readonly google?: AccountAssociationGoogle | undefined;
  /** A tenant at Microsoft Azure. */
  readonly azure?: AccountAssociationAzure | undefined;
}

/** The filters of a list of the kind AccountAssociation. */
export interface AccountAssociationFilters {
  /** Only associations of exactly this name. */
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
}
