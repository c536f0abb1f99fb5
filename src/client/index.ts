/** A typed client of the API, for every kind that is declared. */
export { createClient } from './create-client';
export type { CallOptions, Client, Grant, ListOptions, Page, Whoami } from './client';
export type { Attempt, ClientOptions, Environment, Fetch, TransportOptions } from './options';
export type { ListQuery, PageQuery, Query } from './query';
export { ApiError, isNotFound, type ApiErrorOptions, type Outcome } from './api-error';
export { FindError, type FindErrorOptions } from './find-error';
export type { MalformedObject } from './malformed';
export { ResponseShapeError, type ResponseShapeErrorOptions } from './response-shape-error';
export { fixedToken, type TokenSource } from './token-source';
export { exchangedToken } from './exchanged-token';
export { createExchange, type Exchange, type ExchangedToken, type ExchangeOptions } from './exchange';
export {
  gitHubActionsToken,
  givenIdentityToken,
  identityTokenFile,
  type GitHubActions,
  type IdentityToken,
} from './identity-token';
export { baseUrlProblem } from './base-url';
export { tokenProblem } from './token-problem';
/** What can be listed, read and written: each call takes one of these. */
export {
  accountAssociation,
  advisory,
  group,
  groupInvite,
  identity,
  identityProvider,
  repo,
  role,
  roleBinding,
  tag,
} from '../resources';
export type { Capability, KnownCapability } from '../api';
export type * from '../resources/types';
export type {
  Create,
  Declaration,
  Filters,
  JsonValue,
  Kind,
  KindTypes,
  OrderBy,
  Resource,
  UntypedKind,
  Update,
} from '../schema';
