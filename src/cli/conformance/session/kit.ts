/** The tools of a case: requests as several callers, and objects in the group of the run. */
import type { ApiVersion, Code, Values } from '../../../model/api';
import type { HttpAnswer } from '../http/answer';
import type { GroupMark } from './marked-group';
import type { RpcGroup } from './rpc';
import type { TokenSigner } from './signed-token';

export const COLLECTIONS = {
  groups: 'iam',
  identities: 'iam',
  roles: 'iam',
  roleBindings: 'iam',
  identityProviders: 'iam',
  externalGroupRoleMappings: 'iam',
  accountAssociations: 'iam',
  groupInvites: 'iam',
  repos: 'registry',
  tags: 'registry',
  advisories: 'vulnerabilities',
} as const;

export type KitCollection = keyof typeof COLLECTIONS;

/** Parameters, in their order. One with several values is repeated. */
export type QueryParameters = Readonly<Record<string, string | number | readonly string[]>>;

export interface RequestOptions {
  readonly query?: QueryParameters;
  /** JSON, or text that is sent unchanged. */
  readonly body?: unknown;
  /** @default the caller of the run */
  readonly caller?: NamedCaller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller, and its name in the report. */
export interface NamedCaller {
  readonly name: string;
  /** Absent: the request has no token. */
  readonly token?: string;
}

/** An identity of this run, its role, and a token of it. */
export interface AssumedCaller extends NamedCaller {
  readonly token: string;
  readonly identity: Values;
  readonly role: Values;
}

export interface ListedPage {
  readonly answer: HttpAnswer;
  readonly items: readonly Values[];
  readonly uids: readonly string[];
}

export interface Kit {
  readonly version: ApiVersion;
  /** The group beneath which the run has its group. */
  readonly parent: string;
  /** The group of the run. */
  readonly group: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly throwawayRoot: string;
  readonly signer: () => Promise<TokenSigner>;
  /**
   * Sends a request to the API and waits until reads show a write. Retries only refusals and failures of the service.
   *
   * @param target a collection or an object in the selected version, `roles` or `roles/UID`; or a path from the first slash
   */
  readonly send: (method: string, target: string, options?: RequestOptions) => Promise<HttpAnswer>;
  /** Like {@link send}, for a request that must succeed. Throws a `Difference`, or `NotTried` if the caller may not do this. */
  readonly ok: (method: string, target: string, options?: RequestOptions) => Promise<HttpAnswer>;
  /** Like {@link send}, for a request that must fail with the code, and name the field if one is given. */
  readonly fails: (
    code: Code,
    method: string,
    target: string,
    options?: RequestOptions & { readonly field?: string },
  ) => Promise<HttpAnswer>;
  /** Creates an object. Fields that it needs have values. @default parent the group of the run */
  readonly create: (collection: KitCollection, values?: Values, parent?: string) => Promise<HttpAnswer>;
  /** Like {@link create}. Returns the object. */
  readonly make: (collection: KitCollection, values?: Values, parent?: string) => Promise<Values>;
  readonly makeUid: (collection: KitCollection, values?: Values, parent?: string) => Promise<string>;
  /** Creates an object, and returns the response to a get. */
  readonly makeAndGet: (collection: KitCollection, values?: Values, parent?: string) => Promise<HttpAnswer>;
  /** Returns a page of a list, which must succeed. */
  readonly page: (collection: KitCollection, query?: QueryParameters, caller?: NamedCaller) => Promise<ListedPage>;
  /** Returns every object of a list, as the service sends it. */
  readonly list: (collection: KitCollection, query: QueryParameters) => Promise<Values[]>;
  /** Returns a name that no other object has. */
  readonly name: () => string;
  /** The mark of an object outside of the group of the run: a later run finds it, and removes the object. */
  readonly mark: GroupMark;
  /** Returns the uid of a group of the run by its path, such as `a/b`. Creates the group when a case first needs it. */
  readonly subgroup: (path: string) => Promise<string>;
  /** Returns a group with more identities than a page has at most. */
  crowd(): Promise<{ readonly group: string; readonly uids: readonly string[] }>;
  /** Returns a built-in role. */
  readonly builtIn: (name: string) => Promise<Values>;
  readonly builtInUid: (name: string) => Promise<string>;
  /** Returns true if the service refuses calls in new groups for some time (contract F1). */
  readonly refusesNewGroups: () => boolean;
  /** Creates an identity provider in the throwaway root group, and deletes it afterwards. One at a time exists. */
  readonly withProvider: <T>(use: (provider: Values) => Promise<T>) => Promise<T>;
  /** Returns a new identity that holds exactly these capabilities in the group, and a token of it. */
  readonly assume: (capabilities: readonly string[], group: string) => Promise<AssumedCaller>;
  /** Sends a request to the authentication service. */
  readonly exchange: (
    method: 'GET' | 'POST',
    parameters: QueryParameters,
    options: ExchangeRequest,
  ) => Promise<HttpAnswer>;
  /** Returns a group as gRPC shows it. */
  readonly getGroupByRpc: (uid: string) => Promise<RpcGroup>;
  /** Returns true if the caller of the run holds the capability at its group, as the service reports. */
  readonly holds: (capability: string) => boolean;
  /** Waits. Rejects when the run ends. */
  readonly sleep: (ms: number) => Promise<void>;
}

export interface ExchangeRequest {
  readonly token: string;
  /** @default a query for GET, and a form for POST */
  readonly as?: 'json';
}
