/** Decides which changes of a plan Terraform is known to make before which others. Everything else is in any order. */
import { createDependencies, type DependsOn } from '../input/plan/dependencies';
import type { TerraformPlan } from '../input/plan/plan';
import type { ReviewedOrganization } from './assemble';
import type { Transition } from './plan-instances';

/** Returns true if Terraform is known to end the former version of `first` before it begins the new version of `then`. */
export type IsFirst = (first: string, then: string) => boolean;

/** Returns a function of the keys of two objects. */
export function createWriteOrder({ transitions }: Pick<ReviewedOrganization, 'transitions'>): IsFirst {
  const ends = new Map<string, Transition>();
  const begins = new Map<string, Transition>();
  for (const transition of transitions) {
    const { before, after, change } = transition;
    if (change.deposed !== undefined || change.isUndeclared === true) continue;
    if (before !== undefined) ends.set(before.key, transition);
    if (after !== undefined) begins.set(after.key, transition);
  }
  const dependencies = new Map<TerraformPlan, DependsOn>();
  const dependsOn = (plan: TerraformPlan, then: string, first: string): boolean => {
    const known = dependencies.get(plan) ?? createDependencies(plan.configuration);
    dependencies.set(plan, known);
    return known(then, first);
  };
  return (first, then) => {
    const [end, begin] = [ends.get(first), begins.get(then)];
    const plan = end?.before?.plan;
    if (end === undefined || begin === undefined || plan === undefined || plan !== begin.after?.plan) return false;
    const isReplaced = end.change.fate?.old === 'gone';
    // Terraform deletes first only within a replacement. It orders no deletion of a removed resource before an update.
    if (isReplaced && end.change.actions[0] !== 'delete') return false;
    if (isReplaced && end.after === undefined) return false;
    return end === begin || dependsOn(plan, begin.change.address, end.change.address);
  };
}

/** Returns the keys of the objects that Terraform creates before it deletes the former ones, by the keys of these. */
export function findSuccessors({
  transitions,
}: Pick<ReviewedOrganization, 'transitions'>): ReadonlyMap<string, string> {
  return new Map(
    transitions.flatMap(({ before, after, change: { fate, actions } }) => {
      const isCreatedFirst = fate?.old === 'gone' && fate.isMade && actions[0] === 'create';
      return isCreatedFirst && before !== undefined && after !== undefined ? [[before.key, after.key]] : [];
    }),
  );
}
