/** The object as it is now. Gone only on proof; every doubt is an error, and the state stays. */
import { DiagError } from '../../plugin';
import { snakeCase } from '../../api';
import { ApiError } from '../../client';
import { identifierField, kindInWords, type Declaration } from '../../schema';
import { isAboutEverything, userError } from '../diagnostics';
import { connected, unknownConfiguration } from '../session';
import { subjectOf } from './messages';
import { readState, type Attributes } from '../convert';
import type { ReadContext } from './run';

export async function read(declaration: Declaration, context: ReadContext): Promise<Attributes | null> {
  const { client: session, state, signal, imported } = context;
  if (session.client === undefined && !imported) return stateAsItWas(context);
  const uid = String(state[snakeCase(identifierField(declaration))]);
  const { reads } = connected(session);
  try {
    const object = await session.window.retryWhilePropagating(uid, signal, () => reads.read(declaration, uid, signal));
    session.first('answer');
    if (object === undefined) {
      if (imported) throw nothingToImport(declaration, uid);
      context.log.info('Gone', { kind: declaration.kind, uid });
      return null;
    }
    session.claims.claim(declaration, uid);
    const now = readState(declaration, object, state);
    // A tainted object is planned as if there were none.
    session.plannedCreates.exists(declaration, now);
    return now;
  } catch (error) {
    // The run fails by the first of them already, and nothing of it is stored: a hundred more would only hide it.
    if (!imported && isAboutEverything(error) && !session.first(ApiError.from(error).explanation)) {
      context.log.warn('Not read, for a reason reported already', { kind: declaration.kind, uid });
      return { ...state };
    }
    throw userError(error, { verb: 'read', declaration, subject: subjectOf(declaration, state) });
  }
}

/** While the provider block is not wholly known, planning goes on with what was known last. */
function stateAsItWas({ client: session, state, diags }: ReadContext): Attributes {
  if (session.first('unknown configuration'))
    diags.warning(
      'Planned without asking the service',
      `What exists was not read; the plan compares with what was stored last.\n${unknownConfiguration(session)}`,
    );
  return { ...state };
}

function nothingToImport(declaration: Declaration, uid: string): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `There is no ${kind} to import`,
    `No ${kind} has the uid ${uid}. Check the id, and that the provider's base_url and token belong to the organization in which it lies.`,
  );
}
