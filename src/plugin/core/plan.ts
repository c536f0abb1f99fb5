/** Plans a change. Terraform shows the result to the user, and the apply has to match it. */
import { attempt, type Path, pathText, type Problem, problemsToDiagnostics } from '../sdk/diagnostics';
import type { Resource } from '../sdk/resource';
import { impliedType, type Schema } from '../schema/schema';
import { conform, valuesEqual } from '../values/normal-form';
import { Dyn, isNull, isWhollyKnown, UNKNOWN, type Values } from '../values/types';
import type { CallScope } from '../sdk/context';
import { assertPlanValid } from './self-check';
import { structuredCopy } from '../values/copy';
import { eachAttribute, mapAttributes, type AttributeNode } from './walk';

export interface PlanInput {
  /** Null: the object is created, perhaps as the second half of a replacement. */
  readonly prior: Values | null;
  /** The configuration merged with the prior state by Terraform. Null: the object is deleted. */
  readonly proposed: Values | null;
  readonly config: Values | null;
}

export interface PlanResult {
  readonly planned: Values | null;
  readonly requiresReplace: readonly Path[];
}

/**
 * Applies defaults, keeps semantically equal values, marks computed values as unknown, calls the `modifyPlan` of the
 * resource, and finds the attributes that require replacement. If nothing differs from the prior state, nothing becomes
 * unknown, and a second plan shows no changes.
 */
export async function planResource(resource: Resource, input: PlanInput, call: CallScope): Promise<PlanResult> {
  const { prior, proposed, config } = input;
  if (proposed === null || config === null) {
    await resource.modifyPlan?.(modifyContext('delete', { prior, config: null, plan: null }, call, []));
    return { planned: null, requiresReplace: [] };
  }
  const { schema } = resource;
  let plan = mapAttributes(schema, { config, prior, plan: proposed }, applyDefaults);
  const isUnchanged = prior !== null && valuesEqual(plan, prior, impliedType(schema));
  if (!isUnchanged) plan = mapAttributes(schema, { config, prior, plan }, markUnknown);
  const replaced: Path[] = [];
  if (resource.modifyPlan !== undefined) {
    // A copy, because the plan shares parts with the prior state and with defaults.
    plan = structuredCopy(plan);
    const action = prior === null ? 'create' : 'update';
    await resource.modifyPlan(modifyContext(action, { prior, config, plan }, call, replaced, isUnchanged));
  }
  return finish(resource, { prior, config, plan }, replaced, call);
}

interface Change {
  readonly prior: Values | null;
  readonly config: Values | null;
  readonly plan: Values | null;
}

/**
 * Applies everything that precedes the comparison of plan and prior state: defaults, write-only values, semantically
 * equal values.
 */
function applyDefaults({ attribute, config, prior, plan }: AttributeNode): unknown {
  if (attribute.writeOnly === true) return null;
  if (isNull(config)) return attribute.default ?? plan;
  const comparable = attribute.semanticEquals !== undefined && !isNull(prior) && isWhollyKnown(plan);
  return comparable && attribute.semanticEquals?.(prior, plan) ? prior : plan;
}

function markUnknown({ attribute, config, plan }: AttributeNode): unknown {
  const computed = attribute.mode === 'computed' || attribute.mode === 'optional+computed';
  if (!computed || !isNull(config) || attribute.default !== undefined) return plan;
  // Terraform has proposed the prior value of the element that corresponds to this one.
  return attribute.useStateForUnknown === true && !isNull(plan) ? plan : UNKNOWN;
}

function modifyContext(
  action: 'create' | 'update' | 'delete',
  change: Change,
  call: CallScope,
  replaced: Path[],
  isUnchanged = false,
): Parameters<NonNullable<Resource['modifyPlan']>>[0] {
  return call.context({ ...change, action, isUnchanged, replace: (path: Path) => void replaced.push(path) });
}

function finish(resource: Resource, change: Change, replaced: readonly Path[], call: CallScope): PlanResult {
  const { prior, config, plan } = change;
  const handler = `${call.typeName}: ${resource.modifyPlan === undefined ? 'plan' : 'modifyPlan'}`;
  const problems: Problem[] = [];
  const type = impliedType(resource.schema);
  const planned = attempt(() => conform(plan, type) as Values, problems) ?? null;
  if (planned !== null) {
    problems.push(
      ...assertPlanValid(resource.schema, { prior, config, planned }),
      ...missingPaths(replaced, prior, planned),
    );
  }
  call.diags.add(...problemsToDiagnostics(problems, handler));
  if (prior === null || planned === null || valuesEqual(planned, prior, type)) return { planned, requiresReplace: [] };
  return { planned, requiresReplace: sortedPaths([...replacing(resource.schema, change, planned), ...replaced]) };
}

function replacing(schema: Schema, { config, prior }: Change, planned: Values): Path[] {
  const paths: Path[] = [];
  eachAttribute(schema, { config, prior, plan: planned }, ({ attribute, type, path, prior: old, plan }) => {
    const { requiresReplace = false } = attribute;
    if (requiresReplace === false || valuesEqual(old, plan, type)) return;
    if (requiresReplace === true || requiresReplace({ prior: old, plan })) paths.push(path);
  });
  return paths;
}

/** Terraform refuses a path that does not exist, except on create. */
function missingPaths(paths: readonly Path[], prior: Values | null, planned: Values): Problem[] {
  if (prior === null) return [];
  return paths
    .filter((path) => !leadsSomewhere(path, prior) && !leadsSomewhere(path, planned))
    .map((path) => ({ path: [], message: `requires replacement because of ${pathText(path)}, which does not exist` }));
}

function leadsSomewhere(path: Path, object: Values): boolean {
  let value: unknown = object;
  for (const step of path) {
    // A path has no address inside a dynamic value: Terraform gets the part before it.
    if (value instanceof Dyn) return true;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return true;
}

function sortedPaths(paths: readonly Path[]): Path[] {
  const byText = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}
