/**
 * Messages about objects: how one is called; that it exists, or may exist, where one is to be created; that two resources
 * stand for it.
 */
import { isObject, snakeCase, type Values } from '../../api';
import { DiagError } from '../../plugin';
import { type Declaration, type Fields, type FieldType, identifierField, kindInWords, typeName } from '../../schema';
import { hclValue, inHcl } from '../convert/attribute-path';
import { parentAttribute } from '../convert/to-api';
import { uidOf } from '../convert/to-state';

/** `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`, out of attributes. */
export function subjectOf(declaration: Declaration, attributes: Values): string {
  const known = (name: string | undefined): string | undefined => textOf(attributes, name);
  const name = known('name');
  const uid = known(snakeCase(identifierField(declaration)));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, (field) => known(snakeCase(field))) : [];
  return [...words, ...key, ...(parent === undefined ? [] : [`in ${parent}`])].join(' ');
}

/** An object of the API: its name, or where it has none what it refers to, by name where that is known; and its uid. */
export function objectSubject(declaration: Declaration, object: Values): string {
  const name = textOf(object, 'name');
  const key = references(declaration, object);
  const words = name === undefined ? key && `(${key})` : JSON.stringify(name);
  return [kindInWords(declaration), words, `(uid ${uidOf(declaration, object)})`].filter(Boolean).join(' ');
}

function textOf(values: Values, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** In a list: its name, or where it has none what it refers to. */
export function displayName(declaration: Declaration, object: Values): string {
  return textOf(object, 'name') ?? (references(declaration, object) || uidOf(declaration, object));
}

/** `identity "ci", role "viewer", group "payments"`; the uid of what has no name. */
function references(declaration: Declaration, object: Values): string {
  const parent = declaration.parent?.name ?? '';
  const known = [...declaration.naturalKey, parent].flatMap((field) => {
    const expanded = field.replace(/Uid$/, '');
    const inside = object[expanded];
    const name = expanded !== field && isObject(inside) ? textOf(inside, 'name') : undefined;
    const uid = textOf(object, field);
    if (name !== undefined) return [`${snakeCase(expanded)} ${JSON.stringify(name)}`];
    return uid === undefined ? [] : [`${snakeCase(field)} ${uid}`];
  });
  return known.join(', ');
}

/** `(identity_uid …, role_uid …)`, of what is known. */
function naturalKey(declaration: Declaration, valueOf: (field: string) => string | undefined): string[] {
  const known = declaration.naturalKey.flatMap((field) => {
    const value = valueOf(field);
    return value === undefined ? [] : [`${snakeCase(field)} ${value}`];
  });
  return known.length === 0 ? [] : [`(${known.join(', ')})`];
}

/** The type of what a path leads to. */
export function typeAt(fields: Fields, [name, ...inside]: readonly string[]): FieldType | undefined {
  const type = name === undefined ? undefined : fields[name]?.type;
  return inside.length > 0 && type?.is === 'message' ? typeAt(type.fields, inside) : type;
}

/** A value of the API for a sentence, in HCL's names, shortened. */
export function formatted(type: FieldType | undefined, value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(hclValue(type, value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Ready to paste except for the resource's name in the configuration; and the same with constructs. It names no provider,
 * because Terraform refuses one where the resource itself names none.
 */
function importBlock(declaration: Declaration, uid: string): string {
  return [
    `import {`,
    `  to = ${typeName(declaration)}.ADDRESS`,
    `  id = "${uid}"`,
    `}`,
    ``,
    `With constructs, where the ${kindInWords(declaration)} is x: x.importFrom("${uid}")`,
  ].join('\n');
}

/** For an object whose resource has got another address; ready to paste except for both addresses. */
function movedBlock(declaration: Declaration): string {
  const former = `${typeName(declaration)}.FORMER_ADDRESS`;
  return [
    `moved {`,
    `  from = ${former}`,
    `  to   = ${typeName(declaration)}.ADDRESS`,
    `}`,
    ``,
    `With constructs, where the ${kindInWords(declaration)} is x: x.moveFromId("${former}")`,
  ].join('\n');
}

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

/** What is known of a create whose request may have been executed. */
interface UnknownCreate {
  readonly cause: Error;
  /** What had the same key before. */
  readonly before: readonly Values[];
  /** What has appeared since. */
  readonly candidates: readonly Values[];
  /** Why the last look failed, if it did. */
  readonly lookupError?: Error | undefined;
  /** Whether another run creates without asking what exists (on_existing = "create"). */
  readonly createsAgain: boolean;
}

/** A create of which it is unknown whether it was executed, and which no object that exists proves. */
export function unknownOutcome(declaration: Declaration, subject: string, unknown: UnknownCreate): DiagError {
  return new DiagError(
    `It is unknown whether ${subject} was created`,
    [
      `The request was sent, and its response was lost: ${inHcl(unknown.cause.message)}`,
      `It was not sent again, since that could make a second one.`,
      ...(unknown.candidates.length > 0
        ? choiceOf(declaration, unknown)
        : unknown.createsAgain
          ? checkBefore(declaration, unknown)
          : [
              appearance(declaration, unknown),
              `Run again: before anything is created, the service is asked what exists.`,
            ]),
    ].join('\n'),
  );
}

function choiceOf(declaration: Declaration, { candidates, createsAgain }: UnknownCreate): string[] {
  const uids = candidates.map((object) => uidOf(declaration, object));
  return [
    `These have appeared since, and it cannot be told which of them is ours: ${uids.join(', ')}.`,
    createsAgain
      ? `Do not just run again: with on_existing = "create" that makes another one. Look at each of them. If one is ours, import it, with its uid; delete what is not wanted:`
      : `Delete what is not wanted, or import the right one:`,
    ``,
    importBlock(declaration, uids[0] ?? ''),
  ];
}

/** What to find out before another run, which asks nothing. */
function checkBefore(declaration: Declaration, unknown: UnknownCreate): string[] {
  const uids = unknown.before.map((object) => uidOf(declaration, object));
  const others = uids.length === 0 ? '' : ` besides what existed before (uid ${uids.join(', ')})`;
  return [
    appearance(declaration, unknown),
    `Do not just run again: with on_existing = "create" that makes another one, and if this request was executed after all there are two. Wait a minute, and check whether there is such a ${kindInWords(declaration)}${others}. If not, run again. If so, import it, with UID replaced by its uid:`,
    ``,
    importBlock(declaration, 'UID'),
  ];
}

function appearance(declaration: Declaration, { lookupError }: UnknownCreate): string {
  if (lookupError !== undefined) return `Looking for it failed too: ${inHcl(lookupError.message)}`;
  return `No such ${kindInWords(declaration)} has appeared so far.`;
}
