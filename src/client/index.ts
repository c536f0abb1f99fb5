/** A typed client of the API, for every kind that is declared. */
export type { CallOptions, Client, Page, Whoami } from './client';
export type { Attempt, ClientOptions, Environment, Fetch, TransportOptions } from './options';
export type { PageQuery, Query } from './query';
export { createClient } from './create-client';
export { ApiError, isNotFound, type ApiErrorOptions, type Outcome } from './api-error';
export { ResponseShapeError } from './response-shape-error';
export { fixedToken, type TokenSource } from './token-source';
