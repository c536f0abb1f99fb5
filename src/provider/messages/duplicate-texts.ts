/** Messages about duplicates: a create of an existing object, and two resources that declare the same object. */
import { snakeCase, type Values } from '../../model/api';
import type { DiagError } from '../../plugin';
import { type Declaration, kindInWords, typeName } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { importBlockToPaste, movedBlockToPaste } from './hcl-blocks';
import { CodedError } from './severity';

/** Returns the error for a create whose object exists. `rejected`: the service rejects duplicates (contract C1). */
export function existingObjectError(
  declaration: Declaration,
  subject: string,
  found: readonly Values[],
  rejected = false,
): DiagError {
  const uids = found.map((object) => getObjectUid(declaration, object));
  const [uid, ...others] = uids;
  const kind = kindInWords(declaration);
  return new CodedError('OBJECT_EXISTS', `Cannot create ${subject}: it already exists`, [
    `Nothing was created: ${rejected ? 'the service rejects duplicates' : 'that would create a duplicate'}. No other resource of this run has deleted or renamed the existing ${kind}. If one does so later, apply again.`,
    ``,
    `If you only renamed the resource of this ${kind} (its address, or its key of for_each), add a moved block. Replace ADDRESS and FORMER_ADDRESS with its new and former address:`,
    ``,
    movedBlockToPaste(declaration),
    ``,
    others.length === 0
      ? `If no resource manages the existing ${kind} (uid ${uid ?? ''}), import it. Replace ADDRESS with the address of this resource:`
      : `These exist: ${uids.join(', ')}. If no resource manages the one that you want, import it by its uid. Replace ADDRESS with the address of this resource:`,
    ``,
    importBlockToPaste(declaration, uid ?? ''),
    ``,
    rejected
      ? `Or set on_existing = "adopt" in the provider block to manage the existing ${kind}. It cannot be replaced with create_before_destroy: the former one still exists at that time.`
      : `Or set on_existing in the provider block: ${others.length === 0 ? `"adopt" manages the existing ${kind}, ` : ''}"create" creates another one. To replace an object with create_before_destroy, set "create": the former one still exists at that time.`,
  ]);
}

/** Returns the detail of a warning at plan: the apply will stop at this create. */
export function existsAtPlan(declaration: Declaration, found: readonly Values[]): string[] {
  const uids = found.map((object) => getObjectUid(declaration, object));
  const kind = kindInWords(declaration);
  const adoption = uids.length === 1 ? '"adopt" manages the existing one, ' : '';
  return [
    `The API has this ${kind}: uid ${uids.join(', ')}. The apply stops before it creates a second one, unless another resource of this plan deletes or renames it first.`,
    ``,
    `To manage the existing ${kind}, replace ADDRESS with the address of this resource:`,
    ``,
    importBlockToPaste(declaration, uids[0] ?? ''),
    ``,
    `If you only renamed the resource, use a moved block instead:`,
    ``,
    movedBlockToPaste(declaration),
    ``,
    `Or set on_existing in the provider block: ${adoption}"create" creates another one.`,
  ];
}

/** Returns the error for two resources of the state, or for a resource and an import block. */
export function oneObjectTwice(declaration: Declaration, subject: string): DiagError {
  const kind = kindInWords(declaration);
  return new CodedError('MANAGED_TWICE', `Two resources manage the same ${subject}`, [
    `Another ${typeName(declaration)} has the same uid. A change to one also affects the other. If you remove one, Terraform deletes the ${kind} of both.`,
    `If an import block names this uid, remove it: the ${kind} is managed already. If you renamed its resource, use a moved block.`,
    `If both are in the state, keep one of them. Remove the other from the configuration, and from the state with "terraform state rm ADDRESS", which deletes nothing.`,
  ]);
}

/** Returns the error for two resources with the same natural key. `rejected`: the service rejects duplicates (contract C1). */
export function declaredTwice(declaration: Declaration, subject: string, uid: string, rejected = false): DiagError {
  const allowed = rejected ? '' : ' To allow duplicates, set on_existing = "create" in the provider block.';
  return new CodedError('DECLARED_TWICE', `Two resources declare the same ${subject}`, [
    `Another ${typeName(declaration)} of this configuration already manages it (uid ${uid}). Nothing was created.\nRemove one of the two resources, or change one of these attributes: ${declaration.naturalKey.map(snakeCase).join(', ')}.${allowed}`,
  ]);
}

/** Returns the error for a duplicate that someone else created before they could see the object of this run. */
export function duplicatedByOthers(
  declaration: Declaration,
  ours: { readonly subject: string; readonly uid: string },
  others: readonly string[],
): DiagError {
  const kind = kindInWords(declaration);
  return new CodedError('DUPLICATE_OBJECT', `Duplicate of ${ours.subject}`, [
    `This run created it (uid ${ours.uid}). Within seconds, someone else created another one: uid ${others.join(', ')}.`,
    `Compare both and delete the one that you do not need. If that is the one of this run, first remove its resource from the state with "terraform state rm ADDRESS". Then import the other ${kind}:`,
    ``,
    importBlockToPaste(declaration, others[0] ?? ''),
    ``,
    `The resource of this error was not created, and nothing was sent for it. Apply again when only one of the two is left.`,
  ]);
}
