/** Creates the plan of an edit from two lists of objects, each with its address. */
import { parentAttribute } from '../../src/model/schema';
import { createHash } from 'node:crypto';
import { declarations } from '../../src/model/kinds';
import { readPlan, reviewPlans, type Report, type ReviewOptions } from '../../src/review';
import { planText, type PlanObjects } from './small-scope/plan-text';

/** An object: the type without `platform_`, and the labels of the objects that it refers to. */
export interface EditedObject {
  readonly type: string;
  /** The label of its parent; absent for the root. */
  readonly in?: string;
  readonly identity?: string;
  readonly role?: string;
  /** True if the plan replaces the object. */
  readonly isReplaced?: boolean;
  /** `$LABEL` is the uid of an object. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Objects by label: `mobile` is `platform_group.mobile`. Labels are unique among all types. */
export type EditedObjects = Readonly<Record<string, EditedObject>>;

const parents = new Map(
  declarations.map((declaration) => [declaration.terraform?.type ?? '', parentAttribute(declaration) ?? '']),
);
const named = new Set(
  declarations.flatMap((declaration) => ('name' in declaration.fields ? [declaration.terraform?.type ?? ''] : [])),
);

const ROOT = 'ac3e'.repeat(10);
const digits = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Returns the report of the plan from one organization to the other. An object with the same label and group is the same. */
export function reviewEdit(before: EditedObjects, after: EditedObjects, options: ReviewOptions = {}): Report {
  // The uids of new objects are known, as in a review plan. This plan is the only one.
  return reviewPlans([{ ...readPlan(editedPlan(before, after), 'org'), reviews: [] }], options);
}

export function editedPlan(before: EditedObjects, after: EditedObjects): string {
  const old = withUids(before, undefined);
  return planText(old, withUids(after, old));
}

function withUids(objects: EditedObjects, before: PlanObjects | undefined): PlanObjects {
  const found = new Map<string, PlanObjects extends ReadonlyMap<string, infer O> ? O : never>();
  const getUid = (label: string): string => {
    const object = objects[label];
    if (object?.in === undefined) return ROOT;
    const parent = getUid(object.in);
    const kept = before?.get(getAddress(label, object))?.values.uid;
    const references = [object.identity && getUid(object.identity)].join();
    const own = `${parent}/${digits(`${label} ${references}`)}`;
    return before === undefined || (kept === own && object.isReplaced !== true)
      ? own
      : `${parent}/${digits(`new ${label} ${references}`)}`;
  };
  for (const [label, object] of Object.entries(objects)) {
    const { type, identity, role, values } = object;
    const all = {
      uid: getUid(label),
      [parents.get(type) ?? '']: object.in === undefined ? null : getUid(object.in),
      ...(type === 'role_binding' && { identity_uid: getUid(identity ?? ''), role_uid: getUid(role ?? '') }),
      ...(named.has(type) && { name: label, description: null }),
      ...Object.fromEntries(
        Object.entries(values ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' && value.startsWith('$') ? getUid(value.slice(1)) : value,
        ]),
      ),
    };
    found.set(getAddress(label, object), {
      id: label,
      type: `platform_${type}`,
      values: all,
      text: JSON.stringify(all),
    });
  }
  return found;
}

function getAddress(label: string, { type }: EditedObject): string {
  return `platform_${type}.${label}`;
}

/** Returns a trust policy of a workload of a repository. */
export const trusts = (repository: string) => ({
  claim_match: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: `repo:acme/${repository}:ref:refs/heads/main`,
  },
});
