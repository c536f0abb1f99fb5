/** From an import id to just enough state for `read` to find the rest. */
import { DiagError } from '../../plugin';
import { snakeCase, uidProblem } from '../../api';
import { ApiError, FindError, type Client } from '../../client';
import { identifierField, kindInWords, type Declaration } from '../../schema';
import { userError } from '../diagnostics';
import { connected } from '../session';
import { uidOf, type Attributes } from '../convert';
import type { ImportContext } from './run';

/** The id is the uid, or whatever else the client finds an object by. */
export async function importState(declaration: Declaration, context: ImportContext): Promise<Attributes> {
  const { id, client: session, signal } = context;
  const { client } = connected(session);
  return { [snakeCase(identifierField(declaration))]: await uidFor(client, declaration, id, signal) };
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
