/** The natural keys that one plan creates or keeps: finds two resources that declare the same object. */
import type { Values } from '../../model/api';
import type { Diags } from '../../plugin';
import { type Declaration, typeName } from '../../model/schema';
import { isDistinct, keyAttributes, keyOfAttributes, keyText } from '../keys/key-text';
import { createError } from '../messages/severity';
import { describeSubject } from '../messages/subject';

/**
 * Finds two resources of one plan that declare the same object: both create it, or one keeps the object that the other
 * creates. The apply would stop at the second one. With on_existing = "adopt" it would change the object of the first one.
 * The plan therefore stops.
 *
 * A plan names no addresses, and Terraform plans a replacement like a creation. Resources that may be replaced therefore
 * pass. Rejecting a correct plan is worse than an error that only the apply reports.
 */
export type PlannedCreates = ReturnType<typeof createPlannedCreates>;

/**
 * Creates the record for one configuration of the provider. Terraform and OpenTofu plan each creation once (`plansOnce`).
 * Other hosts may plan it repeatedly, so a second plan proves nothing there.
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
    exists(declaration: Declaration, attributes: Values): void {
      const text = toText(declaration, attributes);
      if (text !== undefined) existing.add(text);
    },
    /** Records a resource that keeps its object. Returns true if another resource of this plan creates the same object. */
    keeps(declaration: Declaration, attributes: Values): boolean {
      const text = toText(declaration, attributes);
      if (text === undefined) return false;
      kept.add(text);
      return created.has(text);
    },
    /** Returns true if another resource of this plan creates or keeps the same object. */
    isTaken(declaration: Declaration, attributes: Values, isReplacement = false): boolean {
      const text = toText(declaration, attributes);
      if (text === undefined || isReplacement) return false;
      const isSecond = created.size === created.add(text).size;
      return kept.has(text) || (isSecond && !existing.has(text));
    },
  };
}

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
