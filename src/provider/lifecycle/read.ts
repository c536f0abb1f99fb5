/** Reads the current object. It counts as deleted only with proof. Without proof, an error is reported and the state stays. */
import { snakeCase, type Values } from '../../model/api';
import { ApiError } from '../../client';
import type { DiagError } from '../../plugin';
import { decidesAccess, type Declaration, kindInWords } from '../../model/schema';
import { getHidden, toReadState, getUid } from '../convert/to-state';
import { collectionInWords, describeSubject } from '../messages/subject';
import { isAboutEverything, userError } from '../messages/diagnostics';
import { CodedError, createWarning } from '../messages/severity';
import { connected } from '../run/session';
import type { ReadContext } from '../run/contexts';
import { unknownConfiguration } from '../configuration/configuration-result';
import { endState, hasEnded, importedLifetime, stateOfGone } from '../convert/expiry';
import { oneObjectTwice } from '../messages/duplicate-texts';
import { confirmLostUpdate } from '../safeguards/overwrite';

export async function read(declaration: Declaration, context: ReadContext): Promise<Values | null> {
  const { providerData: session, state, imported } = context;
  if (session.client === undefined && !imported) return storedState(context);
  const expiry = declaration.terraform?.expiry;
  if (!imported && expiry !== undefined && hasEnded(expiry, state)) return { ...state };
  const uid = getUid(declaration, state);
  const { reads } = connected(session);
  session.journal.reading(declaration, uid, state['create_time']);
  try {
    const object = await reads.read(declaration, uid, context, state['create_time']);
    session.first('response');
    if (object === undefined) {
      if (imported) throw nothingToImport(declaration, uid);
      return (expiry && stateOfGone(expiry, state, session.serviceClock())) ?? null;
    }
    if (imported) refuseHidden(declaration, object);
    const isSecond = session.managed.isReadAgain(declaration, uid);
    session.journal.read(declaration, object);
    if (decidesAccess(declaration)) confirmLostUpdate(declaration, object, context.private);
    const end = expiry && endState(expiry, object, session.serviceClock());
    // Objects that it refers to may have been deleted before it. That is no change of an ended object.
    const isOver = !imported && expiry !== undefined && end !== undefined && hasEnded(expiry, end);
    // A moved object has no lifetime in its state either.
    const lacksLifetime = expiry !== undefined && state[snakeCase(expiry.lifetime)] === null;
    const lifetime = expiry !== undefined && (imported || lacksLifetime) ? importedLifetime(expiry, object) : {};
    const current = { ...(isOver ? state : toReadState(declaration, object, state)), ...end, ...lifetime };
    if (isSecond) throw oneObjectTwice(declaration, describeSubject(declaration, current));
    // A tainted object is planned as a creation.
    session.planned.creates.recordExisting(declaration, current);
    return current;
  } catch (error) {
    const isOfList = reads.isOfList(error);
    const topic = isOfList ? `list of ${declaration.collection}` : ApiError.from(error).explanation;
    // The first such error fails the run and nothing is stored. A hundred copies would only hide it.
    if (!imported && (isOfList || isAboutEverything(error)) && !session.first(topic)) {
      context.log.warn('Not read: the reason is already reported', { kind: declaration.kind, uid });
      return { ...state };
    }
    if (isOfList) throw userError(error, { verb: 'list', declaration, subject: collectionInWords(declaration) });
    throw userError(error, { verb: 'read', declaration, subject: describeSubject(declaration, state) });
  }
}

/** Returns the stored state, which the plan uses while a part of the provider block is unknown. */
function storedState({ providerData: session, state, diags }: ReadContext): Values {
  if (session.first('unknown configuration'))
    diags.add(
      createWarning('PROVIDER_NOT_CONFIGURED', 'Using stored state: provider not fully configured', [
        `Existing objects were not read. The plan compares the configuration with the stored state.`,
        unknownConfiguration(session),
      ]),
    );
  return { ...state };
}

function nothingToImport(declaration: Declaration, uid: string): DiagError {
  const kind = kindInWords(declaration);
  return new CodedError('OBJECT_NOT_FOUND', `Cannot find the ${kind} to import`, [
    `No ${kind} has the uid ${uid}. Check the id, and that the provider's base_url and token belong to its organization.`,
  ]);
}

/** Without a value in the state, the next plan would replace the object, and with the configured one the state could be wrong. */
function refuseHidden(declaration: Declaration, object: Values): void {
  const hidden = getHidden(declaration, object);
  if (hidden.length === 0) return;
  const [kind, names] = [kindInWords(declaration), hidden.join(' and ')];
  throw new CodedError('NOT_IMPORTABLE', `Cannot import ${kind}: ${names} is hidden`, [
    `The service does not show ${names} of ${describeSubject(declaration, toReadState(declaration, object, {}))}, and it cannot be changed. Delete the ${kind} in the service, and let Terraform create it. Or use a token and a service that show ${names}.`,
  ]);
}
