/** Create: the body is checked, completed by the service, checked against what else there is, and kept. */
import { formatTimestamp, parentUid as parentOf } from '../../api';
import { kindInWords, type Declaration } from '../../schema';
import type { Caller } from '../auth';
import { alreadyExists, invalidField, notFound, ServiceError } from '../errors';
import type { StoredRecord } from '../store';
import type { Behaviour } from './behaviour';
import type { Context } from './context';
import { derivedValues } from './derived';
import { checkChanges, checkValues, inputsOf, readBody } from './read-body';
import { tidy, withoutSecrets } from './tidy';
import { newUid } from './uid';

/** The new record. Throws a `ServiceError` and writes nothing if it cannot be. */
export function createRecord(
  context: Context,
  declaration: Declaration,
  holder: Declaration,
  behaviour: Behaviour,
  parentUid: string | undefined,
  body: unknown,
  caller: Caller,
): StoredRecord {
  const given = readBody(declaration, body);
  checkParent(context, declaration, holder, parentUid);
  const sent = tidy(declaration.fields, inputsOf(declaration, given));
  checkValues(declaration, sent);
  checkChanges(declaration, { now: context.clock(), before: null, after: sent });
  const inputs = behaviour.fillIn?.(sent, context) ?? sent;
  const taken = declaration.uidIs === 'parentUid' ? context.store.get(declaration.kind, parentUid ?? '') : undefined;
  if (taken !== undefined)
    throw alreadyExists(declaration, taken.uid, `the group has ${kindInWords(declaration)} ${taken.name}`);
  const now = formatTimestamp(context.clock());
  const draft: StoredRecord = {
    kind: declaration.kind,
    uid: newUid(context, declaration, parentUid),
    parent: parentUid,
    name: nameOf(inputs),
    values: withoutSecrets(declaration.fields, inputs),
    createTime: now,
    updateTime: now,
  };
  const values = { ...draft.values, ...behaviour.initial?.(draft, context) };
  const record = { ...draft, values: { ...values, ...derivedValues(declaration, behaviour, values) } };
  behaviour.check?.({ declaration, caller, after: record }, context);
  context.store.insert(record);
  behaviour.created?.(record, caller, context);
  return record;
}

/** What a record is called; kinds without a name have an empty one. */
export function nameOf(values: Readonly<Record<string, unknown>>): string {
  const name = values['name'];
  return typeof name === 'string' ? name : '';
}

function checkParent(
  { store }: Context,
  declaration: Declaration,
  holder: Declaration,
  parentUid: string | undefined,
): void {
  if (parentUid === undefined) {
    if (declaration.parent?.is === 'groupOrNone') return;
    throw new ServiceError('UNIMPLEMENTED', `Unimplemented: a ${kindInWords(declaration)} is created in a group`);
  }
  if (store.get(holder.kind, parentUid) === undefined) throw notFound(holder, parentUid);
  if (declaration.parent?.is === 'rootGroup' && parentOf(parentUid) !== undefined)
    throw invalidField('parent', `parent must be a root group, and ${parentUid} is not`);
}
