/** A row of the route table. */
import type { Declaration, Operation } from '../../schema';
import type { JsonSchema } from '../openapi/json-schema';
import type { Caller } from '../auth/token-issuer';
import type { ApiRequest } from './messages';

export interface Route<Backend> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/iam/v2beta1/groups/{uid}`: a parameter stands last and takes the rest of the path. */
  readonly path: string;
  /** The callers of the route: anyone without a token, any caller with one, or the administrator only. */
  readonly who: 'anyone' | 'caller' | 'administrator';
  /** The most bytes that its body may have. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** The JSON of the response; `undefined` for an empty body. Throws what goes wrong as a `ServiceError`. */
  readonly handle: (backend: Backend, call: Call) => unknown;
  /** The body as the request log may keep it, without secrets. @default it keeps none */
  readonly loggedBody?: (body: string) => string;
  /** Its place in the OpenAPI document. @default it is not in it */
  readonly documented?: Documented;
}

/** The description of a route in the OpenAPI document. */
export interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** The operation and its kind: they determine parameters, body and response. */
  readonly resource?: DocumentedResource;
  /** Else its parameters: in the query of a GET, in the form of a POST. */
  readonly parameters?: readonly DocumentedParameter[];
  readonly response?: {
    readonly description: string;
    readonly schema: JsonSchema;
    /** The name of the schema, for generated clients. */
    readonly name?: string;
  };
  /** True if it takes a bearer token. @default unless anyone may call */
  readonly bearer?: boolean;
}

export interface DocumentedResource {
  readonly declaration: Declaration;
  readonly operation: Operation | 'createRoot' | 'batchCreate';
}

export interface DocumentedParameter {
  readonly name: string;
  readonly description: string;
  /** A list is optional and may be repeated; everything else is required. */
  readonly schema: JsonSchema;
  /** True if it is one of the addresses of the API. */
  readonly isAudience?: boolean;
}

/** The arguments of a handler. */
export interface Call {
  readonly request: ApiRequest;
  readonly url: URL;
  /** Whom the token speaks for; where anyone may call, an identity that holds nothing. */
  readonly caller: Caller;
  /** The value of the path's parameter, unescaped. */
  readonly id: string | undefined;
  /** The text of the body; empty for GET. */
  readonly body: string;
}
