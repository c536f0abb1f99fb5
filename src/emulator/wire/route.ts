/** A row of the route table. */
import type { Documented } from './documentation';
import type { ApiRequest } from './messages';

export interface Route<Backend> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, such as `/iam/v2beta1/groups/{uid}`. A parameter is last and contains the rest of the path. */
  readonly path: string;
  /** The callers of the route: anyone without a token, any caller with one, or the administrator only. */
  readonly who: 'anyone' | 'caller' | 'administrator';
  /** The most bytes that its body may have. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** Returns the JSON of the response, or `undefined` for an empty body. Throws a `ServiceError`. */
  readonly handle: (backend: Backend, call: RouteCall) => unknown;
  /** Returns the body for the request log, without secrets. @default the log contains no body */
  readonly loggedBody?: (body: string) => string;
  /** Its place in the OpenAPI document. @default it is not in it */
  readonly documented?: Documented;
}

/** The arguments of a handler. */
export interface RouteCall {
  readonly request: ApiRequest;
  readonly url: URL;
  /** The identity of the token. For a public route, an identity without access. */
  readonly caller: Caller;
  /** The value of the path's parameter, unescaped. */
  readonly id: string | undefined;
  /** The text of the body; empty for GET. */
  readonly body: string;
}

/** The subject of a verified token. */
export interface Caller {
  /** The uid of the identity. */
  readonly subject: string;
  /** Dotted capabilities that the token is limited to; absent: all capabilities of the identity. */
  readonly caps?: readonly string[];
  /** The groups that the token is limited to; absent: all groups of the identity. */
  readonly scopes?: readonly string[];
  /** The sign-in of a person, with further grants. Absent: the identity has its bindings only. */
  readonly signIn?: SignIn;
  /** The facts of the token itself. Absent: a caller without a token. */
  readonly token?: TokenFacts;
}

/** The facts of a sign-in that decide the access of a person. */
export interface SignIn {
  readonly issuer: string;
  /** The client of the identity provider: the claim `aud` of its token. */
  readonly clientId: string;
  /** The further claims, for example `{ groups: ['admins'] }`. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface TokenFacts {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly issuedAt?: Date;
  /** Absent: the token does not expire. */
  readonly expiry?: Date;
}
