/** Carries out a plan. An object that exists is never lost from the state, even if the operation fails. */
import type { Resource } from '../sdk/resource';
import { attributeType, blockType, type Schema } from '../schema/schema';
import { valuesEqual } from '../values/normal-form';
import { isUnknown, type Values } from '../values/types';
import type { CallScope } from '../sdk/context';
import { assertObjectCompatible } from './self-check';
import { completeFrom } from './complete';
import { recoverPartialState } from './partial-state';
import { normalizeNewState } from './new-state';
import { structuredCopy } from '../values/copy';
import { type Problem, problemsToDiagnostics, reportThrown } from '../sdk/diagnostics';

export interface ApplyInput {
  /** Null: create. */
  readonly prior: Values | null;
  /** Null: delete. */
  readonly planned: Values | null;
  readonly config: Values | null;
}

/** The object to store. After an error, the part that is known to exist. */
export async function applyResource(resource: Resource, input: ApplyInput, call: CallScope): Promise<Values | null> {
  const { prior, planned, config } = input;
  if (planned === null) return prior === null ? null : deleteResource(resource, prior, call);
  const writing = { ...input, planned, config: config ?? planned };
  return prior === null
    ? write(resource, writing, call, 'create', (context) => resource.create(context))
    : write(resource, writing, call, 'update', (context) => update(resource, prior, context, call));
}

async function deleteResource(resource: Resource, prior: Values, call: CallScope): Promise<Values | null> {
  try {
    await resource.delete(call.context({ prior: structuredCopy(prior) }));
  } catch (error) {
    reportThrown(error, `Cannot delete ${call.typeName}`, call);
  }
  return call.diags.hasErrors ? prior : null;
}

interface Writing {
  readonly prior: Values | null;
  readonly planned: Values;
  readonly config: Values;
}

type WriteContext = Parameters<Resource['create']>[0];

async function update(resource: Resource, prior: Values, context: WriteContext, call: CallScope): Promise<Values> {
  if (resource.update === undefined) {
    throw new Error(`${call.typeName} has no update: every attribute that can be set must require replacement.`);
  }
  const changed = changedNames(resource.schema, prior, context.plan);
  return resource.update({ ...context, prior: structuredCopy(prior), changed });
}

async function write(
  resource: Resource,
  { prior, planned, config }: Writing,
  call: CallScope,
  action: 'create' | 'update',
  run: (context: WriteContext) => Promise<unknown>,
): Promise<Values | null> {
  const { schema } = resource;
  let known: Values | undefined;
  const checkpoint = (partial: Values): void => {
    known = { ...known, ...partial };
  };
  // The handler may change its copy; the checks need the plan as it was.
  const plan = structuredCopy(planned);
  try {
    const result = await run(call.context({ plan, config, checkpoint }));
    return checked(schema, result, planned, prior, `${call.typeName}: ${action}`, call);
  } catch (error) {
    reportThrown(error, `Cannot ${action} ${call.typeName}`, call);
    if (known === undefined) return prior;
    return recoverPartialState(
      schema,
      prior === null ? completeFrom(schema, known, planned) : completeFrom(schema, known, prior),
    );
  }
}

/** An invalid result is an error. Its valid part is stored all the same, because an object was created or changed. */
function checked(
  schema: Schema,
  result: unknown,
  planned: Values,
  prior: Values | null,
  handler: string,
  call: CallScope,
): Values {
  const problems: Problem[] = [];
  const state = normalizeNewState(schema, result, planned, problems);
  if (state !== undefined && problems.length === 0) problems.push(...assertObjectCompatible(schema, planned, state));
  call.diags.add(...problemsToDiagnostics(problems, handler));
  return state ?? recoverPartialState(schema, result, planned, prior);
}

function changedNames(schema: Schema, prior: Values, plan: Values): string[] {
  const types = [
    ...Object.entries(schema.attributes).map(([name, attribute]) => [name, attributeType(attribute)] as const),
    ...Object.entries(schema.blocks ?? {}).map(([name, block]) => [name, blockType(block)] as const),
  ];
  return types
    .filter(([name, type]) => !isUnknown(plan[name]) && !valuesEqual(prior[name], plan[name], type))
    .map(([name]) => name);
}
