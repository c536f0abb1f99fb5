/** Reads existing objects: those of managed resources and of data sources. */
import type { DataSource, Resource } from '../sdk/resource';
import type { Values } from '../values/types';
import type { CallScope } from '../sdk/context';
import { normalizeNewState } from './new-state';
import { structuredCopy } from '../values/copy';
import { type Problem, problemsToDiagnostics } from '../sdk/diagnostics';

/** Returns the current object, or null if it was deleted; returns the prior state if there are errors. */
export async function readResource(resource: Resource, state: Values, call: CallScope): Promise<Values | null> {
  // The handler may change its copy and return it.
  const current = structuredCopy(state);
  const result = await resource.read(call.context({ state: current, imported: call.privateState.imported }));
  if (result === null) return call.diags.hasErrors ? state : null;
  const problems: Problem[] = [];
  const fresh = normalizeNewState(resource.schema, result, state, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  if (call.diags.hasErrors) return state;
  call.privateState.imported = false;
  return fresh ?? null;
}

/** Returns the object that the data source reads. Returns null only if there are errors. */
export async function readData(source: DataSource, config: Values, call: CallScope): Promise<Values | null> {
  const result: unknown = await source.read(call.context({ config }));
  if (call.diags.hasErrors) return null;
  const problems: Problem[] = [];
  const state = normalizeNewState(source.schema, result, config, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  return call.diags.hasErrors ? null : (state ?? null);
}
