/** A typed client of the API, for every kind that is declared. */
export { createClient } from './create-client';
export type { CallOptions, Client, Grant, ListOptions, Page, Whoami } from './client';
export type { Attempt, ClientOptions, Environment, Fetch, TransportOptions } from './options';
export type { ListQuery, PageQuery, Query } from './query';
export {
  ApiError,
  type ApiErrorOptions,
  isNotFound,
  type Outcome,
  ResponseShapeError,
  type ResponseShapeErrorOptions,
} from './errors';
export { FindError, type FindErrorOptions } from './find';
export type { MalformedObject } from './malformed';
export { exchangedToken, fixedToken, tokenProblem, type TokenSource } from './tokens';
export { createExchange, type Exchange, type ExchangedToken, type ExchangeOptions } from './exchange';
export {
  gitHubActionsToken,
  givenIdentityToken,
  identityTokenFile,
  type GitHubActions,
  type IdentityToken,
} from './identity-token';
export { baseUrlProblem } from './request-checks';
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
