/** Imports an existing object by its id or its identity. */
import type { CallScope } from '../sdk/context';
import { packageError, type Problem, problemsToDiagnostics, valueText } from '../sdk/diagnostics';
import type { Resource } from '../sdk/resource';
import type { Values } from '../values/types';
import { completeFrom } from './complete';
import { normalizeNewState } from './new-state';

/** Returns the attributes that `importState` knows; `read` runs next. Returns null only if there are errors. */
export async function importResource(
  resource: Resource,
  source: { readonly id: string; readonly identity?: Values },
  call: CallScope,
): Promise<Values | null> {
  const { typeName, diags } = call;
  if (resource.importState === undefined) {
    const detail = 'Objects of this type can only be created by Terraform.';
    diags.add(packageError('NOT_IMPORTABLE', `${typeName} cannot be imported`, detail));
    return null;
  }
  const result: unknown = await resource.importState(call.context(source));
  if (diags.hasErrors) return null;
  if (typeof result !== 'object' || result === null) {
    const by = source.identity === undefined ? `id "${source.id}"` : `identity ${valueText(source.identity)}`;
    diags.add(packageError('OBJECT_NOT_FOUND', 'Nothing to import', `No ${typeName} was found by the ${by}.`));
    return null;
  }
  const problems: Problem[] = [];
  const state = normalizeNewState(resource.schema, completeFrom(resource.schema, result as Values), null, problems);
  diags.add(...problemsToDiagnostics(problems, `${typeName}: importState`));
  call.privateState.imported = true;
  return diags.hasErrors ? null : (state ?? null);
}
