/** Opens an ephemeral resource. */
import { impliedType } from '../schema/schema';
import type { CallScope } from '../sdk/context';
import { attempt, type Problem, problemsToDiagnostics } from '../sdk/diagnostics';
import type { Ephemeral, Opened } from '../sdk/resource';
import { conform } from '../values/normal-form';
import type { Values } from '../values/types';
import { assertPlanValid } from './self-check';

export interface OpenedObject extends Opened {
  readonly result: Values;
}

/** Returns the opened object. Returns undefined only if there are errors. */
export async function openEphemeral(
  ephemeral: Ephemeral,
  config: Values,
  call: CallScope,
): Promise<OpenedObject | undefined> {
  const { result, renewAt, private: notes } = await ephemeral.open(call.context({ config }));
  const problems: Problem[] = [];
  const planned = attempt(() => conform(result, impliedType(ephemeral.schema)), problems);
  if (planned !== undefined) problems.push(...assertPlanValid(ephemeral.schema, { prior: null, config, planned }));
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: open`));
  return call.diags.hasErrors ? undefined : { result: planned as Values, renewAt, private: notes };
}
