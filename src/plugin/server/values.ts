/** Values, paths and diagnostics between messages and the core. */
import { Severity, type Diagnostic as WireDiagnostic, type DynamicValue, type ResourceIdentityData } from '../wire';
import type { Diagnostic } from '../sdk/diagnostics';
import type { Identity, JsonObject } from '../sdk/resource';
import { impliedType, type Schema } from '../schema/schema';
import { linePathToWire } from '../schema/to-wire';
import { identityOf, identityType } from '../core/read';
import type { CallScope } from '../core/call';
import { problemsToDiagnostics, type Problem } from '../core/problem';
import { decodeValue, encodeValue } from '../values/codec';
import { fromJson, parseExactJson } from '../values/json';
import type { CtyType } from '../values/types';

type ObjectValue = Record<string, unknown>;

/** An absent value is null. */
export function decodeDynamic(value: DynamicValue | undefined, type: CtyType): unknown {
  if (value === undefined) return null;
  if (value.msgpack.length > 0) return decodeValue(value.msgpack, type);
  return value.json.length > 0 ? fromJson(parseExactJson(Buffer.from(value.json).toString()), type) : null;
}

export function decodeObject(value: DynamicValue | undefined, schema: Schema): ObjectValue | null {
  return decodeDynamic(value, impliedType(schema)) as ObjectValue | null;
}

export function encodeDynamic(value: unknown, type: CtyType): DynamicValue {
  return { msgpack: encodeValue(value, type), json: new Uint8Array() };
}

export function encodeObject(object: ObjectValue | null, schema: Schema): DynamicValue {
  return encodeDynamic(object, impliedType(schema));
}

export function encodeDiagnostics(diagnostics: readonly Diagnostic[], schema?: Schema): WireDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail = '', path }) => ({
    severity: severity === 'error' ? Severity.error : Severity.warning,
    summary,
    detail,
    attribute: path === undefined || schema === undefined ? undefined : linePathToWire(path, schema),
  }));
}

/** Undefined where the resource declares no identity, or the object does not exist. */
export function encodeIdentity(
  identity: Identity<Schema> | undefined,
  state: ObjectValue | null,
  call: CallScope,
): ResourceIdentityData | undefined {
  if (identity === undefined || state === null || call.diags.hasErrors) return undefined;
  const problems: Problem[] = [];
  const known = identityOf(identity, state, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: identity`));
  return known && { identityData: encodeDynamic(known, identityType(identity)) };
}

export function decodeIdentity(
  identity: Identity<Schema> | undefined,
  data: ResourceIdentityData | undefined,
): JsonObject | undefined {
  if (identity === undefined || data?.identityData === undefined) return undefined;
  return (decodeDynamic(data.identityData, identityType(identity)) as JsonObject | null) ?? undefined;
}
