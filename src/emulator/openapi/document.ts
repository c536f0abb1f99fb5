import type { Declaration } from '../../schema';
import { otherPaths } from './other-paths';
import { pathsOf, schemasOf, type PathItem } from './resource-paths';
import { sharedSchemas } from './shared-schemas';
import type { JsonSchema } from './json-schema';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: JsonSchema;
  };
}

/**
 * `addresses`: where the API is reached. The contract of v2beta1 as an OpenAPI 3.1 document; it follows from the declarations. The same paths are served with
 * `v2` in the place of `v2beta1`.
 */
export function openApiDocument(
  declarations: readonly Declaration[],
  addresses: readonly string[] = [],
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform Management API',
      version: 'v2beta1',
      description:
        'Names may also be written in snake_case, in bodies as in queries. Absent, null and empty read the same. ' +
        'The same paths are served with v2 in the place of v2beta1.',
    },
    security: [{ bearer: [] }],
    paths: { ...merged(declarations, pathsOf), ...otherPaths(addresses) },
    components: {
      schemas: { ...merged(declarations, schemasOf), ...sharedSchemas },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** Answers `GET /openapi.json`; `undefined` for anything else. */
export function createContractRoute(
  declarations: readonly Declaration[],
  addresses: () => readonly string[],
): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    if (request.method !== 'GET' || new URL(request.url).pathname !== '/openapi.json') return undefined;
    const text = JSON.stringify(openApiDocument(declarations, addresses()));
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }));
  };
}

function merged<T>(
  declarations: readonly Declaration[],
  of: (declaration: Declaration) => Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(declarations.flatMap((declaration) => Object.entries(of(declaration))));
}
