/**
 * The objects that a plan replaces. Terraform plans a replacement twice: as an update, and then as a creation. The private
 * state of the first tells the second which object it replaces.
 */
import { isObject, type Values } from '../../model/api';
import type { Path, PrivateState, Schema } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { getUid } from '../convert/to-state';
import { describeSubject } from '../messages/subject';
import { isProtected } from './deletion-protection';

export interface ReplacedObject {
  readonly uid: string;
  /** `group "payments" (uid …)`. */
  readonly subject: string;
  /** The last applied value of `deletion_protection`. */
  readonly isProtected: boolean;
  /** The attributes that need a new object; none if the user requested the replacement. */
  readonly because: readonly string[];
}

export interface ReplacedGroups {
  readonly uids: Set<string>;
  /**
   * Groups without a warning so far. Terraform shows no warning from the second half of a replacement, so a requested
   * replacement (`-replace`) is reported at the first object in the group.
   */
  readonly unreported: Map<string, ReplacedObject>;
}

const NOTE = 'planned';

/** Returns the object that a planned update replaces, if it needs a new one. */
export function plannedObject(declaration: Declaration, prior: Values, because: readonly string[]): ReplacedObject {
  return {
    uid: getUid(declaration, prior),
    subject: describeSubject(declaration, prior),
    isProtected: isProtected(prior),
    because,
  };
}

export function rememberReplacedObject(notes: PrivateState, object: ReplacedObject): void {
  notes.set(NOTE, object);
}

/** Returns the object that the planned creation replaces, or `undefined` for no object and for a tainted one. */
export function replacedObject(notes: PrivateState): ReplacedObject | undefined {
  const note = notes.get(NOTE);
  forgetReplacedObject(notes);
  return isObject(note) ? (note as unknown as ReplacedObject) : undefined;
}

/** Removes the stored object, because the update replaces nothing. */
export function forgetReplacedObject(notes: PrivateState): void {
  notes.set(NOTE, undefined);
  notes.set(FIRST_HALF, undefined);
}

/** The key in the private state: the object was planned before, so a planned creation is the second half of a replacement. */
const FIRST_HALF = 'replaces';

export function markFirstHalf(notes: PrivateState): void {
  notes.set(FIRST_HALF, true);
}

export function isPlannedAgain(notes: PrivateState): boolean {
  const isAgain = notes.get(FIRST_HALF) === true;
  notes.set(FIRST_HALF, undefined);
  return isAgain;
}

/** Returns the attributes whose change needs a new object: those of the schema, and `others`. */
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
