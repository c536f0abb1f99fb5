/** The description of a route in the OpenAPI document. Each route table contains its own. */
import type { Declaration, Operation } from '../../model/schema';

/** An operation of the document. */
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
  /** True if the route needs a bearer token. @default true, except for public routes */
  readonly bearer?: boolean;
}

export interface DocumentedResource {
  readonly declaration: Declaration;
  readonly operation: Operation | 'createRoot' | 'batchCreate' | 'batchDelete';
}

export interface DocumentedParameter {
  readonly name: string;
  readonly description: string;
  /** A list is optional and may be repeated; everything else is required. */
  readonly schema: JsonSchema;
  /** True if it is one of the addresses of the API. */
  readonly isAudience?: boolean;
}

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, JsonSchema>>;

/** Returns the schema of an object with all fields of `required`, optional fields, and no others. */
export function closedObject(required: Properties, optional: Properties = {}): JsonSchema {
  const names = Object.keys(required);
  const properties = { ...required, ...optional };
  return { type: 'object', properties, ...(names.length > 0 && { required: names }), additionalProperties: false };
}
