/** Data sources and ephemeral resources: objects that Terraform does not manage. */
import type { Ephemeral, Opened } from '../sdk/ephemeral';
import type { DataSource } from '../sdk/resource';
import { impliedType } from '../schema/implied-type';
import { conform } from '../values/conform';
import type { CallScope } from './call';
import { checkPlan } from './check-plan';
import { storable } from './complete';
import { attempt, problemsToDiagnostics, type Problem } from './problem';

type ObjectValue = Record<string, unknown>;

/** What exists; null only with an error. */
export async function readData(source: DataSource, config: ObjectValue, call: CallScope): Promise<ObjectValue | null> {
  const answer: unknown = await source.read({ ...call.context, config });
  if (call.diags.hasErrors) return null;
  const problems: Problem[] = [];
  const state = storable(source.schema, answer, config, problems);
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: read`));
  return call.diags.hasErrors ? null : (state ?? null);
}

export interface OpenedObject extends Opened {
  readonly result: ObjectValue;
}

/** The opened object; undefined only with an error. */
export async function openEphemeral(
  ephemeral: Ephemeral,
  config: ObjectValue,
  call: CallScope,
): Promise<OpenedObject | undefined> {
  const { result, renewAt, private: notes } = await ephemeral.open({ ...call.context, config });
  const problems: Problem[] = [];
  const planned = attempt(() => conform(result, impliedType(ephemeral.schema)), problems);
  if (planned !== undefined) problems.push(...checkPlan(ephemeral.schema, { prior: null, config, planned }));
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: open`));
  return call.diags.hasErrors ? undefined : { result: planned as ObjectValue, renewAt, private: notes };
}
