/**
 * `deletion_protection`: a plan that deletes or replaces the object stops, and says how to go on. Terraform plans a replacement
 * twice, as an update and then as a creation, whatever asked for it (an attribute, `-replace`, `replace_triggered_by`); the
 * second is given the private data that the first returned, and learns from it which object goes.
 */
import { isObject, snakeCase, type Values } from '../../api';
import { DiagError, type Diagnostic, type Path, type PrivateState, type Schema } from '../../plugin';
import { type Declaration, identifierField } from '../../schema';
import { subjectOf } from '../lifecycle/messages';

const ATTRIBUTE = 'deletion_protection';

/** What was applied last counts: whoever wants to delete the object says so in a change of its own, which others can review. */
export function isProtected(attributes: Values): boolean {
  return attributes[ATTRIBUTE] === true;
}

/** The same object, free to be deleted. */
export function unprotected(attributes: Values): Values {
  return ATTRIBUTE in attributes ? { ...attributes, [ATTRIBUTE]: false } : attributes;
}

export function deletionRefused(declaration: Declaration, prior: Values): Diagnostic {
  return refusal(
    `Protected from deletion: ${subjectOf(declaration, prior)}`,
    `The plan deletes it, and ${ATTRIBUTE} is true.`,
    `To keep it without managing it any more, use a removed block with lifecycle { destroy = false }.`,
    `To delete it, write it once more with ${ATTRIBUTE} = false, apply that, and then delete it.`,
  );
}

export function replacementRefused({ subject, because }: ReplacedObject): Diagnostic {
  const cause =
    because.length === 0
      ? 'that was asked for with -replace or replace_triggered_by'
      : `because of ${because.join(', ')}`;
  return refusal(
    `Protected from replacement: ${subject}`,
    `The plan deletes it and makes another one in its place (${cause}), and ${ATTRIBUTE} is true.`,
    `To keep it, take that change back.`,
    `To replace it, write it with ${ATTRIBUTE} = false, apply that alone, and then make the change.`,
  );
}

/** At the apply, for what no plan sees: that an object is replaced because it is tainted. */
export function notDeleted(declaration: Declaration, prior: Values): DiagError {
  return new DiagError([
    refusal(
      `Protected from deletion: ${subjectOf(declaration, prior)}`,
      `It was not deleted, because ${ATTRIBUTE} is true. If it is to be replaced because it is tainted, take that mark off with terraform untaint.`,
      `To delete or replace it all the same, apply ${ATTRIBUTE} = false first.`,
    ),
  ]);
}

function refusal(summary: string, ...lines: readonly string[]): Diagnostic {
  return { severity: 'error', summary, detail: lines.join('\n'), path: [ATTRIBUTE] };
}

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
  readonly unsaid: Map<string, ReplacedObject>;
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
