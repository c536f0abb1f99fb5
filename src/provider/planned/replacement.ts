/**
 * The objects that a plan replaces. Terraform plans a replacement twice: as an update, and then as a creation. The private
 * state of the first tells the second which object it replaces.
 */
import { isObject, snakeCase, type Values } from '../../api';
import type { Path, PrivateState, Schema } from '../../plugin';
import { type Declaration, identifierField } from '../../schema';
import { subjectOf } from '../messages/subject';
import { isProtected } from './deletion-protection';

export interface ReplacedObject {
  readonly uid: string;
  /** `group "payments" (uid …)`. */
  readonly subject: string;
  /** Whether `deletion_protection` was on. */
  readonly isProtected: boolean;
  /** The attributes that need a new object; none where the user asked for one. */
  readonly because: readonly string[];
}

/** The groups that a run plans to replace. */
export interface ReplacedGroups {
  readonly uids: Set<string>;
  /**
   * Those of which nothing has been said: Terraform shows no warning of the second half of a replacement, so what the
   * user asked for (`-replace`) is said at the first object in the group.
   */
  readonly unreported: Map<string, ReplacedObject>;
}

const NOTE = 'planned';

/** What a planned update replaces, should it come to that. */
export function plannedObject(declaration: Declaration, prior: Values, because: readonly string[]): ReplacedObject {
  return {
    uid: String(prior[snakeCase(identifierField(declaration))]),
    subject: subjectOf(declaration, prior),
    isProtected: isProtected(prior),
    because,
  };
}

/** Notes it for the second half. */
export function notePlanned(notes: PrivateState, object: ReplacedObject): void {
  notes.set(NOTE, object);
}

/** What the planned creation replaces; `undefined` where it replaces nothing, or a tainted object, of which nothing is said. */
export function replacedObject(notes: PrivateState): ReplacedObject | undefined {
  const note = notes.get(NOTE);
  forgetPlanned(notes);
  return isObject(note) ? (note as unknown as ReplacedObject) : undefined;
}

/** No replacement came of it. */
export function forgetPlanned(notes: PrivateState): void {
  notes.set(NOTE, undefined);
  notes.set(FIRST_HALF, undefined);
}

/** Of the private state: the object was planned before, so that a planned creation is the second half of a replacement. */
const FIRST_HALF = 'replaces';

export function notePlan(notes: PrivateState): void {
  notes.set(FIRST_HALF, true);
}

/** Returns true for the second half of a replacement. */
export function isPlannedAgain(notes: PrivateState): boolean {
  const isAgain = notes.get(FIRST_HALF) === true;
  notes.set(FIRST_HALF, undefined);
  return isAgain;
}

/** The attributes of which the change needs a new object: by the schema, and `others`. */
export function replacingAttributes(
  { attributes }: Schema,
  { prior, plan }: { readonly prior: Values; readonly plan: Values },
  others: readonly Path[],
): string[] {
  const bySchema = Object.entries(attributes)
    .filter(([name, { requiresReplace = false }]) => {
      if (typeof requiresReplace === 'function') return requiresReplace({ prior: prior[name], plan: plan[name] });
      return requiresReplace && prior[name] !== plan[name];
    })
    .map(([name]) => name);
  return [...new Set([...bySchema, ...others.map(([name]) => String(name))])];
}
