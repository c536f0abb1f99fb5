/** Reads the object as it is now. It counts as deleted only on proof; every doubt is an error, and the state stays. */
import { snakeCase, type Values } from '../../api';
import { ApiError } from '../../client';
import { DiagError } from '../../plugin';
import { containerKind } from '../../resources';
import { decidesAccess, type Declaration, identifierField, kindInWords } from '../../schema';
import { readState } from '../convert/to-state';
import { collectionInWords, subjectOf } from '../messages/subject';
import { isAboutEverything, userError } from '../messages/diagnostics';
import { connected, serviceTime } from '../session/session';
import type { ReadContext } from '../session/contexts';
import { unknownConfiguration } from '../configuration/configured';
import { endState, hasEnded, stateOfGone } from '../convert/expiry';
import { oneObjectTwice } from '../messages/duplicates';
import { confirmLostUpdate } from './overwrite';

export async function read(declaration: Declaration, context: ReadContext): Promise<Values | null> {
  const { client: session, state, imported } = context;
  if (session.client === undefined && !imported) return stateAsItWas(context);
  const { ends } = declaration;
  if (!imported && ends !== undefined && hasEnded(ends, state)) return { ...state };
  const uid = String(state[snakeCase(identifierField(declaration))]);
  const { reads } = connected(session);
  const isGroup = declaration === containerKind;
  if (isGroup) session.propagation.createdAt(uid, state['create_time']);
  try {
    const object = await reads.read(declaration, uid, context, state['create_time']);
    session.first('response');
    if (object === undefined) {
      if (imported) throw nothingToImport(declaration, uid);
      const ended = ends && stateOfGone(ends, state, serviceTime(session));
      if (ended !== undefined) return ended;
      context.log.info('Deleted elsewhere', { kind: declaration.kind, uid });
      return null;
    }
    if (isGroup) session.propagation.createdAt(uid, object['createTime']);
    if (session.propagation.isYoung(object['createTime'])) session.recent.saw(declaration, object);
    const isSecond = session.managed.isReadAgain(declaration, uid);
    session.managed.add(declaration, uid);
    if (decidesAccess(declaration)) confirmLostUpdate(declaration, object, context.private);
    const end = ends && endState(ends, object, serviceTime(session));
    // What it refers to may have gone before it: that is no change of what has ended.
    const isOver = !imported && ends !== undefined && end !== undefined && hasEnded(ends, end);
    const now = { ...(isOver ? state : readState(declaration, object, state)), ...end };
    if (isSecond) throw oneObjectTwice(declaration, subjectOf(declaration, now));
    // A tainted object is planned as a creation.
    session.plannedCreates.exists(declaration, now);
    return now;
  } catch (error) {
    const isOfList = reads.isOfList(error);
    const topic = isOfList ? `list of ${declaration.collection}` : ApiError.from(error).explanation;
    // The first such error fails the run and nothing is stored; a hundred more of the same would only hide it.
    if (!imported && (isOfList || isAboutEverything(error)) && !session.first(topic)) {
      context.log.warn('Not read, for a reason reported already', { kind: declaration.kind, uid });
      return { ...state };
    }
    if (isOfList) throw userError(error, { verb: 'list', declaration, subject: collectionInWords(declaration) });
    throw userError(error, { verb: 'read', declaration, subject: subjectOf(declaration, state) });
  }
}

/** While a part of the provider block is unknown, the plan uses the stored state. */
function stateAsItWas({ client: session, state, diags }: ReadContext): Values {
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
