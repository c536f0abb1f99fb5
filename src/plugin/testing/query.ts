/** `terraform query` (≥ 1.14): the result of a list resource, and the configuration that Terraform writes for it. */
import { mapAttributes } from '../core/walk';
import { impliedType, type Schema } from '../schema/schema';
import { identityType } from '../core/identity';
import type { Provider } from '../sdk/provider';
import { isRecord, type Values } from '../values/types';
import { fillConfig } from './configuration';
import { type Connection, decodeResult, failOnErrors, type HostDiagnostic, HostError, toWire } from './connection';

/** The arguments of a `list` block except its `config`. */
export interface ListOptions {
  /** The maximum number of objects. @default 100 */
  readonly limit?: number;
  /** `include_resource`: whether each object is wanted whole. @default false */
  readonly includeResource?: boolean;
}

/** The result of a `list` block. */
export interface ListResults {
  /** The objects, in the order of the responses. */
  readonly found: readonly FoundObject[];
  /** The provider's warnings. */
  readonly warnings: readonly HostDiagnostic[];
}

/** One object that a list resource found. */
export interface FoundObject {
  /** The name that `terraform query` shows. */
  readonly displayName: string;
  /** The arguments of an `import` block. */
  readonly identity: Values;
  /** The whole object. Null unless it was requested. */
  readonly state: Values | null;
}

export async function listObjects(
  connection: Connection,
  { resources, listResources }: Provider,
  typeName: string,
  written: Values,
  { limit = 100, includeResource = false }: ListOptions,
): Promise<ListResults> {
  const schema = listResources?.[typeName]?.schema;
  const resource = resources?.[typeName];
  if (schema === undefined || resource?.identity === undefined)
    throw new Error(`The provider cannot list ${typeName}.`);
  const config = toWire(fillConfig(schema, written), schema);
  const warnings = [
    ...failOnErrors((await connection.call('ValidateListResourceConfig', { typeName, config })).diagnostics),
  ];
  const found: FoundObject[] = [];
  const request = { typeName, config, limit, includeResourceObject: includeResource };
  for (const event of await connection.list(request)) {
    if (found.length >= limit) break;
    warnings.push(...failOnErrors(event.diagnostics));
    const identity = decodeResult(event.identity?.identityData, identityType(resource.identity)) as Values | null;
    if (identity === null && event.diagnostics.length > 0) continue;
    if (identity === null) throw new HostError([missingIdentity(event.displayName)]);
    const state = decodeResult(event.resourceObject, impliedType(resource.schema)) as Values | null;
    found.push({ displayName: event.displayName, identity, state });
  }
  return { found, warnings };
}

function missingIdentity(displayName: string): HostDiagnostic {
  return { severity: 'error', summary: 'missing identity data', detail: `In the event "${displayName}".`, path: [] };
}

/** The configuration, as it reads when Terraform has written it into a file. */
export async function generatedConfig(
  connection: Connection,
  typeName: string,
  schema: Schema,
  state: Values,
): Promise<Values> {
  const response = await connection.call('GenerateResourceConfig', { typeName, state: toWire(state, schema) });
  failOnErrors(response.diagnostics);
  return asWritten(schema, decodeResult(response.config, impliedType(schema)) as Values);
}

/** Terraform writes no deprecated attribute, null for a sensitive one, and a text that is JSON by `jsonencode`. */
function asWritten(schema: Schema, config: Values): Values {
  return mapAttributes(schema, { config, prior: null, plan: config }, ({ attribute, plan }) => {
    if (attribute.deprecated !== undefined || attribute.sensitive === true) return null;
    return attribute.type === 'string' && typeof plan === 'string' ? jsonAsWritten(plan) : plan;
  });
}

function jsonAsWritten(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? jsonencode(value) : text;
  } catch {
    return text;
  }
}

/** The function of Terraform's: keys in order, no blanks, and three characters escaped. */
function jsonencode(value: unknown): string {
  const sorted = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(sorted);
    if (!isRecord(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => [key, sorted(member)]),
    );
  };
  return JSON.stringify(sorted(value)).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
