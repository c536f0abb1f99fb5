/** Moves the state of another resource type to this one. */
import type { CallScope } from '../sdk/context';
import { packageError, type Problem, problemsToDiagnostics } from '../sdk/diagnostics';
import type { MoveSource, Resource } from '../sdk/resource';
import type { Values } from '../values/types';
import { completeFrom } from './complete';
import { normalizeNewState } from './new-state';

/** Returns the object in the attributes of this type. Returns null only if there are errors. */
export async function moveState(resource: Resource, source: MoveSource, call: CallScope): Promise<Values | null> {
  const { typeName, diags } = call;
  const moved = await resource.moveFrom?.(call.bare(source));
  if (diags.hasErrors) return null;
  if (moved === undefined) {
    const detail = `The state of ${source.typeName} (${source.providerAddress}, version ${source.schemaVersion}) cannot be moved. Remove the "moved" block and import the object instead.`;
    diags.add(packageError('MOVE_REJECTED', `Cannot move ${source.typeName} to ${typeName}`, detail));
    return null;
  }
  const problems: Problem[] = [];
  const state = normalizeNewState(resource.schema, completeFrom(resource.schema, moved), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: moveFrom`));
  return diags.hasErrors ? null : (state ?? null);
}
