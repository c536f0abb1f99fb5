/** Brings stored objects up to the schema of today: those of earlier versions, and those of other types. */
import type { JsonObject, MoveSource, Resource } from '../sdk/resource';
import { impliedType } from '../schema/schema';
import { fromJson, parseExactJson } from '../values/json';
import { isRecord, ValueError } from '../values/types';
import type { CallScope } from './call';
import { completeFrom, normalizeNewState, withoutWriteOnly } from './complete';
import { pathText, problemsToDiagnostics, type Problem } from './problem';

type ObjectValue = Record<string, unknown>;

/** The state file's JSON for one object. Throws a {@link ValueError} if it is none. */
export function parseState(bytes: Uint8Array): JsonObject {
  if (bytes.length === 0) {
    throw new ValueError([], 'it was written by a Terraform older than 0.12, whose format is not supported');
  }
  const json = parseExactJson(Buffer.from(bytes).toString());
  if (!isRecord(json)) throw new ValueError([], 'it is not an object');
  return json;
}

/** At the schema's own version the resource's code is not asked: unknown attributes go, missing ones are null. */
export function upgradeState(
  resource: Resource,
  version: number,
  bytes: Uint8Array,
  call: CallScope,
): ObjectValue | null {
  const { typeName, diags } = call;
  const current = resource.schema.version ?? 0;
  try {
    let state = parseState(bytes);
    for (let from = version; from < current; from += 1) {
      const step = resource.upgrade?.[from];
      if (step === undefined) {
        diags.error(
          `The state of ${typeName} is too old`,
          `It has version ${version}, and this provider cannot bring version ${from} to version ${current}. Apply once with an earlier version of the provider, or import the object anew.`,
        );
        return null;
      }
      state = step(state);
    }
    const object = fromJson(state, impliedType(resource.schema)) as ObjectValue;
    return withoutWriteOnly(resource.schema, completeFrom(resource.schema, withoutNulls(object)));
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path);
    diags.error(
      `The state of ${typeName} cannot be read`,
      place === '' ? sentence(error.message) : `${place} ${error.message}.`,
    );
    return null;
  }
}

/** The object in this type's terms; null only with an error. */
export async function moveState(resource: Resource, source: MoveSource, call: CallScope): Promise<ObjectValue | null> {
  const { typeName, diags } = call;
  const moved = await resource.moveFrom?.({ ...call.bare, ...source });
  if (diags.hasErrors) return null;
  if (moved === undefined) {
    diags.error(
      `Cannot move ${source.typeName} to ${typeName}`,
      `The state of ${source.typeName} (${source.providerAddress}, version ${source.schemaVersion}) cannot be taken over. Remove the "moved" block and import the object instead.`,
    );
    return null;
  }
  const problems: Problem[] = [];
  const state = normalizeNewState(resource.schema, completeFrom(resource.schema, moved), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: moveFrom`));
  return diags.hasErrors ? null : (state ?? null);
}

/** Blocks that are not in the stored object are empty, not null. */
function withoutNulls(object: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
