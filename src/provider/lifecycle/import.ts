/** From an import id to just enough state for `read` to find the rest. */
import { DiagError } from '../../plugin';
import { snakeCase } from '../../api';
import { identifierField, kindInWords, type Declaration } from '../../schema';
import { userError } from '../diagnostics';
import { parseImportId, type ImportId } from '../import-id';
import { connected } from '../session';
import type { Attributes } from '../values';
import type { ImportContext } from './lifecycle';
import { uidFor } from './resolve-names';

export async function importState(declaration: Declaration, context: ImportContext): Promise<Attributes> {
  const { id, client: session, signal } = context;
  const parsed = parsedId(declaration, id);
  const { client } = connected(session);
  try {
    return { [snakeCase(identifierField(declaration))]: await uidFor(client, declaration, parsed, signal) };
  } catch (error) {
    throw userError(error, { verb: 'find', declaration, subject: `${kindInWords(declaration)} ${JSON.stringify(id)}` });
  }
}

function parsedId(declaration: Declaration, id: string): ImportId {
  try {
    return parseImportId(declaration, id);
  } catch (error) {
    throw new DiagError('Invalid import id', (error as Error).message);
  }
}
