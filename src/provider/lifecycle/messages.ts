/** The words of messages: how an object is called, and what to do when one exists already. */
import { snakeCase } from '../../api';
import { DiagError } from '../../plugin';
import { type Declaration, identifierField, kindInWords } from '../../schema';
import type { ApiObject } from '../session';
import { inHcl, parentAttribute, typeName, uidOf } from '../convert';

/**
 * Ready to paste, but for the name that the resource has in the user's configuration; and the same with constructs.
 * Without a provider: Terraform refuses one for a resource that is in the configuration and names none.
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

export function existsAlready(declaration: Declaration, subject: string, found: readonly ApiObject[]): DiagError {
  const uids = found.map((object) => uidOf(declaration, object));
  const [uid, ...others] = uids;
  return new DiagError(
    `Exists already: ${subject}`,
    [
      `Nothing was created: creating it again would make a second one.`,
      others.length === 0
        ? `To manage the one that exists (uid ${uid ?? ''}), add this, with ADDRESS replaced by the name of this resource in the configuration:`
        : `These exist: ${uids.join(', ')}. To manage one of them, add this with its uid, and with ADDRESS replaced by the name of this resource in the configuration:`,
      ``,
      importBlock(declaration, uid ?? ''),
      ``,
      `Or set on_existing in the provider block: ${others.length === 0 ? '"adopt" takes over what exists, ' : ''}"create" makes another one. For an object that is being replaced with create_before_destroy it has to be "create": the former one still exists then.`,
    ].join('\n'),
  );
}

export function declaredTwice(declaration: Declaration, subject: string, uid: string): DiagError {
  return new DiagError(
    `Two resources declare the same ${subject}`,
    `Another ${typeName(declaration)} of this configuration already stands for it (uid ${uid}). Nothing was created.\nRemove one of the two resources, or let them differ in ${declaration.naturalKey.map(snakeCase).join(', ')}. To have two such objects all the same, set on_existing = "create" in the provider block.`,
  );
}

/** A create whose outcome nobody knows, and that cannot be told from what is there. */
export function unknownOutcome(
  declaration: Declaration,
  subject: string,
  cause: Error,
  candidates: readonly ApiObject[],
  notLooked?: Error,
): DiagError {
  const kind = kindInWords(declaration);
  const uids = candidates.map((object) => uidOf(declaration, object));
  const next =
    uids.length === 0
      ? `${notLooked === undefined ? `No such ${kind} has appeared so far.` : `It could not be looked for either: ${inHcl(notLooked.message)}`}\nRun again: before anything is created, the service is asked what exists.`
      : [
          `These have appeared since, and it cannot be told which of them is ours: ${uids.join(', ')}.`,
          `Delete what is not wanted, or take the right one over:`,
          ``,
          importBlock(declaration, uids[0] ?? ''),
        ].join('\n');
  return new DiagError(
    `It is unknown whether ${subject} was created`,
    `The request was sent, and its answer was lost: ${inHcl(cause.message)}\nIt was not sent again, since that could make a second one.\n${next}`,
  );
}

type Attributes = Readonly<Record<string, unknown>>;

/** `group "payments" (uid c0ff…/0123…)`, `role binding (identity_uid …, role_uid …) in c0ff…`. */
export function subjectOf(declaration: Declaration, attributes: Attributes): string {
  const known = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : attributes[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = known('name');
  const uid = known(snakeCase(identifierField(declaration)));
  const words = [kindInWords(declaration), ...(name === undefined ? [] : [JSON.stringify(name)])];
  if (uid !== undefined) return [...words, `(uid ${uid})`].join(' ');
  const parent = known(parentAttribute(declaration));
  const key = name === undefined ? naturalKey(declaration, known) : [];
  return [
    ...words,
    ...(key.length === 0 ? [] : [`(${key.join(', ')})`]),
    ...(parent === undefined ? [] : [`in ${parent}`]),
  ].join(' ');
}

/** `a group`, `an identity`. */
export function aKind(declaration: Declaration): string {
  const kind = kindInWords(declaration);
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function naturalKey(declaration: Declaration, known: (name: string) => string | undefined): string[] {
  return declaration.naturalKey.flatMap((field) => {
    const value = known(snakeCase(field));
    return value === undefined ? [] : [`${snakeCase(field)} ${value}`];
  });
}
