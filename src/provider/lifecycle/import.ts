/** Finds the uid of an object to import by its id or identity. `read` completes the state. */
import { uidProblem, type Values } from '../../model/api';
import { ApiError, FindError } from '../../client';
import { MissingListError } from '../../client/internal';
import type { DiagError } from '../../plugin';
import { getDeclaration } from '../../model/kinds';
import { type Declaration, kindInWords, typeName } from '../../model/schema';
import { capitalized } from '../../base/text/words';
import { identityValues, isManageable, getUidAttribute, getObjectUid } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { CodedError } from '../messages/severity';
import { connected, type Session } from '../run/session';
import type { ImportContext } from '../run/contexts';
import { missingList } from '../keys/existence';

/** Returns the state with the uid only. The id is the uid or a path of names; the identity is the uid. */
export async function importState(declaration: Declaration, context: ImportContext): Promise<Values> {
  const { id, identity, providerData: session, signal } = context;
  const uid =
    identity === undefined ? await uidFor(session, declaration, id, signal) : getUidOfIdentity(declaration, identity);
  if (!isManageable(declaration, uid)) throw notManageable(declaration, identity === undefined ? id : uid, uid);
  return identityValues(declaration, uid);
}

function getUidOfIdentity(declaration: Declaration, identity: Values): string {
  const attribute = getUidAttribute(declaration);
  const uid = identity[attribute];
  const problem = uidProblem(uid);
  if (problem === undefined) return String(uid);
  throw new CodedError('INVALID_IMPORT_ID', 'Invalid identity', [
    `${attribute} must be a uid: ${problem}. To import by a path of names, set id instead of identity.`,
  ]);
}

function notManageable(declaration: Declaration, id: string, uid: string): DiagError {
  const kind = kindInWords(declaration);
  return new CodedError('NOT_IMPORTABLE', `Cannot import ${kind} ${JSON.stringify(id)}: it has no group`, [
    `Such a ${kind} belongs to the service and is read-only. Refer to it with a data source instead:`,
    ``,
    `data "${typeName(declaration)}" "NAME" {`,
    `  ${getUidAttribute(declaration)} = "${uid}"`,
    `}`,
  ]);
}

async function uidFor(session: Session, declaration: Declaration, id: string, signal: AbortSignal): Promise<string> {
  if (uidProblem(id) === undefined) return id;
  const { client } = connected(session);
  const subject = `${kindInWords(declaration)} ${JSON.stringify(id)}`;
  try {
    return getObjectUid(declaration, await client.find(declaration, id, { signal }));
  } catch (error) {
    const { code, outcome, fieldViolations } = ApiError.from(error);
    if (code === 'INVALID_ARGUMENT' && outcome === 'notSent')
      throw new CodedError(
        'INVALID_IMPORT_ID',
        'Invalid import id',
        fieldViolations.map(({ description }) => description),
      );
    if (error instanceof FindError) throw await notOneMatch(declaration, error, session, signal);
    if (error instanceof MissingListError)
      throw missingList(error.declaration, subject, `Import the ${kindInWords(declaration)} by its uid: id = "UID".`);
    throw userError(error, { verb: 'find', declaration, subject });
  }
}

async function notOneMatch(
  declaration: Declaration,
  { explanation, matches, kind, groupUid }: FindError,
  session: Session,
  signal: AbortSignal,
): Promise<DiagError> {
  const found = `${capitalized(explanation)}.`;
  if (matches.length > 0) return new CodedError('AMBIGUOUS_NAME', 'The import id matches several objects', found);
  const sight = await connected(session).visibility.of(getDeclaration(kind), groupUid, signal);
  const hidden = sight.is === 'complete' ? '' : ` ${sight.why} It may exist and be hidden.`;
  return new CodedError('OBJECT_NOT_FOUND', `Cannot find the ${kindInWords(declaration)} to import`, [
    `${found}${hidden} Check the import id, and that the provider's base_url and token belong to its organization.`,
  ]);
}
