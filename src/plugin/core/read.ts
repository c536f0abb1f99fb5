/** Finds out how an object is now, and takes over objects that Terraform does not know yet. */
import type { JsonObject, Resource } from '../sdk/resource';
import type { CallScope } from './call';
import { completeFrom, storable } from './complete';
import { problemsToDiagnostics, type Problem } from './problem';
import { structuredCopy } from './structured-copy';

type ObjectValue = Record<string, unknown>;

/** The object as it is now, or null if it is gone; the state as it was when there are errors. */
export async function readResource(
  resource: Resource,
  state: ObjectValue,
  call: CallScope,
): Promise<ObjectValue | null> {
  // The handler may change its copy and return it.
  const current = structuredCopy(state);
  const answer = await resource.read({ ...call.context, state: current, imported: call.notes.imported });
  if (answer === null) return call.diags.hasErrors ? state : null;
  const problems: Problem[] = [];
  const fresh = storable(resource.schema, answer, state, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  if (call.diags.hasErrors) return state;
  call.notes.imported = false;
  return fresh ?? null;
}

/** The beginning of an imported object, for the read that follows. Null only with an error. */
export async function importResource(
  resource: Resource,
  source: { readonly id: string; readonly identity?: JsonObject },
  call: CallScope,
): Promise<ObjectValue | null> {
  const { typeName, diags } = call;
  if (resource.importState === undefined) {
    diags.error(`${typeName} cannot be imported`, `Objects of this type can only be created by Terraform.`);
    return null;
  }
  const answer: unknown = await resource.importState({ ...call.context, ...source });
  if (diags.hasErrors) return null;
  if (typeof answer !== 'object' || answer === null) {
    diags.error(`Nothing to import`, `No ${typeName} was found by the id "${source.id}".`);
    return null;
  }
  const problems: Problem[] = [];
  const state = storable(resource.schema, completeFrom(resource.schema, answer as ObjectValue), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: importState`));
  call.notes.imported = true;
  return diags.hasErrors ? null : (state ?? null);
}
