/** Messages about one object too many: an object that exists already, and an object that two resources declare. */
import { snakeCase, type Values } from '../../api';
import { DiagError } from '../../plugin';
import { type Declaration, kindInWords, typeName } from '../../schema';
import { uidOf } from '../convert/to-state';
import { importBlock, movedBlock } from './hcl-blocks';

/** `refused`: the service allows no second one (contract C1). */
export function existsAlready(
  declaration: Declaration,
  subject: string,
  found: readonly Values[],
  { refused = false }: { readonly refused?: boolean } = {},
): DiagError {
  const uids = found.map((object) => uidOf(declaration, object));
  const [uid, ...others] = uids;
  const kind = kindInWords(declaration);
  return new DiagError(
    `Already exists: ${subject}`,
    [
      `Nothing was created: ${refused ? 'the service refuses a second one' : 'creating it again would make a second one'}. No other resource of this run has given it up either: if one does so later, apply again.`,
      ``,
      `If the resource of this ${kind} was only renamed (in the configuration, or its key of for_each), say so, with ADDRESS and FORMER_ADDRESS replaced by its name now and before:`,
      ``,
      movedBlock(declaration),
      ``,
      others.length === 0
        ? `If no resource stands for the one that exists (uid ${uid ?? ''}), manage it with this, with ADDRESS replaced by the name of this resource in the configuration:`
        : `These exist: ${uids.join(', ')}. If no resource stands for the one that is meant, manage it with this, with its uid, and with ADDRESS replaced by the name of this resource in the configuration:`,
      ``,
      importBlock(declaration, uid ?? ''),
      ``,
      refused
        ? `Or set on_existing = "adopt" in the provider block, which manages the one that exists. With create_before_destroy it cannot be replaced: the former one still exists then.`
        : `Or set on_existing in the provider block: ${others.length === 0 ? '"adopt" manages the one that exists, ' : ''}"create" makes another one. For an object that is being replaced with create_before_destroy it has to be "create": the former one still exists then.`,
    ].join('\n'),
  );
}

/** The detail of a warning at plan: the apply will stop at this create. */
export function existsAtPlan(declaration: Declaration, found: readonly Values[]): string {
  const uids = found.map((object) => uidOf(declaration, object));
  const kind = kindInWords(declaration);
  const adoption = uids.length === 1 ? '"adopt" manages the existing one, ' : '';
  return [
    `The API has this ${kind}: uid ${uids.join(', ')}. The apply stops before it creates a second one, unless another resource of this plan deletes or renames it first.`,
    ``,
    `To manage the existing ${kind}, replace ADDRESS with the address of this resource:`,
    ``,
    importBlock(declaration, uids[0] ?? ''),
    ``,
    `If you only renamed the resource, use a moved block instead:`,
    ``,
    movedBlock(declaration),
    ``,
    `Or set on_existing in the provider block: ${adoption}"create" creates another one.`,
  ].join('\n');
}

/** Two resources of the state, or one and an import block. */
export function oneObjectTwice(declaration: Declaration, subject: string): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Two resources stand for the same ${subject}`,
    [
      `Another ${typeName(declaration)} has the same uid. Whatever is done by one of the two happens to the other as well: to remove one would delete the ${kind} of both.`,
      `If an import block names this uid, remove it: the ${kind} is managed already, and where its resource was renamed, a moved block is meant.`,
      `If both are in the state, keep one of them: take the other out of the configuration, and out of the state with "terraform state rm" and its address, which deletes nothing.`,
    ].join('\n'),
  );
}

/** `refused`: the service allows no second one (contract C1). */
export function declaredTwice(
  declaration: Declaration,
  subject: string,
  uid: string,
  { refused = false }: { readonly refused?: boolean } = {},
): DiagError {
  const allowed = refused
    ? ''
    : ' To have two such objects all the same, set on_existing = "create" in the provider block.';
  return new DiagError(
    `Two resources declare the same ${subject}`,
    `Another ${typeName(declaration)} of this configuration already stands for it (uid ${uid}). Nothing was created.\nRemove one of the two resources, or let them differ in ${declaration.naturalKey.map(snakeCase).join(', ')}.${allowed}`,
  );
}

/** Of what this run has created, others have made a second one before they could see the first. */
export function madeByOthersToo(
  declaration: Declaration,
  ours: { readonly subject: string; readonly uid: string },
  others: readonly string[],
): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Made twice: ${ours.subject}`,
    [
      `This run has created it (uid ${ours.uid}). Within seconds somebody else has made another one: uid ${others.join(', ')}.`,
      `Look at both and delete the one that is not wanted. If that is the one of this run, first take its resource out of the state ("terraform state rm" and its address); the other ${kind} can then be imported:`,
      ``,
      importBlock(declaration, others[0] ?? ''),
      ``,
      `It was noticed before the resource of this error was created, for which nothing was sent. Apply again when only one of the two is left.`,
    ].join('\n'),
  );
}
