/** A typed client of the API, for every kind that is declared. */
export { createClient } from './create-client';
export type { CallOptions, Client, ClientOptions, ListOptions } from './requests/client';
export type { Attempt, Runtime, TransportOptions } from './transport/options';
export type { Fetch } from './transport/http';
export type { ListQuery, PageQuery, Query } from './requests/list-query';
export type { Grant, Whoami } from './responses/whoami';
export type { Page } from './responses/objects';
export { ApiError, type ApiErrorOptions, isNotFound, type Outcome } from './errors/api-error';
export type { MalformedObject } from './errors/malformed-object';
export { ResponseShapeError, type ResponseShapeErrorOptions } from './errors/response-shape-error';
export { FindError, type FindErrorOptions } from './find/find-errors';
export { fixedToken, tokenProblem, type TokenSource } from './calls/token-source';
export { createExchange, type Exchange, type ExchangedToken, type ExchangeOptions } from './assumed-identity/exchange';
export { exchangedToken } from './assumed-identity/exchanged-token';
export {
  gitHubActionsToken,
  givenIdentityToken,
  identityTokenFile,
  type GitHubActions,
  type IdentityToken,
} from './assumed-identity/identity-token';
export { baseUrlProblem } from './transport/option-checks';
/** The kinds that can be listed, read and written: each call takes one of them. */
export {
  accountAssociation,
  advisory,
  group,
  externalGroupRoleMapping,
  groupInvite,
  identity,
  identityProvider,
  repo,
  role,
  roleBinding,
  tag,
} from '../model/kinds';
export type { Capability, KnownCapability, JsonValue } from '../model/api';
export type * from '../model/kinds/types';
export type {
  Create,
  Declaration,
  Filters,
  Kind,
  KindTypes,
  OrderBy,
  Resource,
  UntypedKind,
  Update,
} from '../model/schema';
