/** Finds the uid that an import id stands for; `read` completes the state. */
import { snakeCase, uidProblem, type Values } from '../../api';
import { ApiError, type Client, FindError } from '../../client';
import { DiagError } from '../../plugin';
import { type Declaration, identifierField, kindInWords, parentUidOf, typeName } from '../../schema';
import { uidOf } from '../convert/to-state';
import { userError } from '../diagnostics';
import { connected, type ImportContext } from '../session';

/** The id is the uid, or a path of names. */
export async function importState(declaration: Declaration, context: ImportContext): Promise<Values> {
  const { id, client: session, signal } = context;
  const { client } = connected(session);
  const uid = await uidFor(client, declaration, id, signal);
  if (declaration.parent?.alsoRoots === true && parentUidOf(declaration, uid) === undefined)
    throw notManageable(declaration, id, uid);
  return { [snakeCase(identifierField(declaration))]: uid };
}

/** What lies in no group is neither changed nor deleted by anybody (contract U3, D5): built-in roles, people. */
function notManageable(declaration: Declaration, id: string, uid: string): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Cannot import ${kind} ${JSON.stringify(id)}: it lies in no group`,
    [
      `Such a ${kind} belongs to the service, and nobody changes or deletes it. Refer to it by a data source instead:`,
      ``,
      `data "${typeName(declaration)}" "NAME" {`,
      `  ${snakeCase(identifierField(declaration))} = "${uid}"`,
      `}`,
    ].join('\n'),
  );
}

async function uidFor(client: Client, declaration: Declaration, id: string, signal: AbortSignal): Promise<string> {
  if (uidProblem(id) === undefined) return id;
  try {
    return uidOf(declaration, await client.find(declaration, id, { signal }));
  } catch (error) {
    const { code, outcome, fieldViolations } = ApiError.from(error);
    if (code === 'INVALID_ARGUMENT' && outcome === 'notSent')
      throw new DiagError('Invalid import id', fieldViolations.map(({ description }) => description).join('\n'));
    if (error instanceof FindError) throw notTheOne(declaration, error);
    throw userError(error, { verb: 'find', declaration, subject: `${kindInWords(declaration)} ${JSON.stringify(id)}` });
  }
}

function notTheOne(declaration: Declaration, { explanation, matches }: FindError): DiagError {
  const found = `${explanation.charAt(0).toUpperCase()}${explanation.slice(1)}.`;
  if (matches.length > 0) return new DiagError('Several objects are meant by this import id', found);
  return new DiagError(
    `There is no ${kindInWords(declaration)} to import`,
    `${found} Check the import id, and that the provider's base_url and token belong to the organization in which it lies.`,
  );
}
