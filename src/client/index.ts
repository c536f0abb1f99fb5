/** A typed client of the API, for every kind that is declared. */
export { createClient } from './create-client';
export type { CallOptions, Client, ClientOptions, ListOptions } from './client';
export type { Attempt, Runtime, TransportOptions } from './options';
export type { Fetch } from './http';
export type { ListQuery, PageQuery, Query } from './list';
export type { Grant, Page, Whoami } from './response';
export {
  ApiError,
  type ApiErrorOptions,
  isNotFound,
  type MalformedObject,
  type Outcome,
  ResponseShapeError,
  type ResponseShapeErrorOptions,
} from './errors';
export { FindError, type FindErrorOptions } from './find';
export { fixedToken, tokenProblem, type TokenSource } from './tokens';
export { createExchange, exchangedToken, type Exchange, type ExchangedToken, type ExchangeOptions } from './exchange';
export {
  gitHubActionsToken,
  givenIdentityToken,
  identityTokenFile,
  type GitHubActions,
  type IdentityToken,
} from './identity-token';
export { baseUrlProblem } from './options';
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
} from '../resources';
export type { Capability, KnownCapability, JsonValue } from '../api';
export type * from '../resources/types';
export type { Create, Declaration, Filters, Kind, KindTypes, OrderBy, Resource, UntypedKind, Update } from '../schema';
