/** The natural keys that one plan creates or keeps: finds two resources that declare the same object. */
import type { Values } from '../../model/api';
import type { Diags } from '../../plugin';
import { type Declaration, typeName } from '../../model/schema';
import { isDistinct, keyAttributes, keyOfAttributes, keyText } from '../keys/key-text';
import { createError } from '../messages/severity';
import { describeSubject } from '../messages/subject';

/**
 * Creates the record for one configuration of the provider. It finds two resources of one plan that declare the same object: both
 * create it, or one keeps the object that the other creates. The apply would stop at the second one. With on_existing = "adopt" it
 * would change the object of the first one. The plan therefore stops.
 *
 * A plan names no addresses, and Terraform plans a replacement like a creation. Resources that may be replaced therefore
 * pass. Rejecting a correct plan is worse than an error that only the apply reports.
 *
 * @param plansOnce true for Terraform and OpenTofu, which plan each creation once. For other hosts, a second plan proves nothing.
 */
export function createPlannedCreates(plansOnce: boolean) {
  const existing = new Set<string>();
  const kept = new Set<string>();
  const created = new Set<string>();
  /** Returns the key as text; `undefined` if it is incomplete. */
  const toText = (declaration: Declaration, attributes: Values): string | undefined => {
    const key = keyOfAttributes(declaration, attributes);
    return plansOnce && key !== undefined && isDistinct(declaration, key) ? keyText(declaration, key) : undefined;
  };
  return {
    /** Records that an object with this key is in the state: it may be planned again, as a replacement. */
    recordExisting(declaration: Declaration, attributes: Values): void {
      const text = toText(declaration, attributes);
      if (text !== undefined) existing.add(text);
    },
    /** Records a resource that keeps its object. Returns true if another resource of this plan creates the same object. */
    recordKept(declaration: Declaration, attributes: Values): boolean {
      const text = toText(declaration, attributes);
      if (text === undefined) return false;
      kept.add(text);
      return created.has(text);
    },
    /** Records a creation. Returns true if another resource of this plan creates or keeps the same object. */
    recordCreate(declaration: Declaration, attributes: Values): boolean {
      const text = toText(declaration, attributes);
      if (text === undefined) return false;
      const isSecond = created.has(text);
      created.add(text);
      return kept.has(text) || (isSecond && !existing.has(text));
    },
  };
}

export type PlannedCreates = ReturnType<typeof createPlannedCreates>;

/** Reports the error at the last attribute of the key. */
export function plannedTwice(declaration: Declaration, plan: Values, diags: Diags): void {
  const names = keyAttributes(declaration);
  const summary = `Two resources declare the same ${describeSubject(declaration, plan)}`;
  const detail = [
    `Another ${typeName(declaration)} of this plan also creates or manages it. Only one resource can manage the object.`,
    `Remove one of the two resources, or change one of these attributes: ${names.join(', ')}. To allow duplicates, set on_existing = "create" in the provider block.`,
  ];
  diags.add(createError('DECLARED_TWICE', summary, detail, names.slice(-1)));
}
