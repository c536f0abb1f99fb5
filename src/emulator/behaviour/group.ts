/** Groups hold everything else. Source: specification §7 Shown errors; not-shown "Group delete", "Parent in POST path". */
import { formatTimestamp, snakeCase } from '../../api';
import { declarations, roleBinding } from '../../resources';
import { failedPrecondition, invalidField } from '../errors';
import type { Behaviour } from '../service';
import { newUid } from '../service/record';
import { equal, unset } from '../store';
import { builtInRoleUid } from './built-in-roles';

export const groupBehaviour: Behaviour = {
  check: ({ before, after }) => {
    // A verified organization's name is its own in the whole service.
    if (before?.values['verified'] === true && before.name !== after.name)
      throw invalidField('name', 'name of a verified organization cannot be changed');
  },
  created: (record, caller, context) => {
    if (record.parent !== undefined) return;
    const now = formatTimestamp(context.clock());
    context.store.insert({
      kind: roleBinding.kind,
      uid: newUid(context, roleBinding, record.uid),
      parent: record.uid,
      name: '',
      values: { identityUid: caller.subject, roleUid: builtInRoleUid('owner'), automatic: true },
      createTime: now,
      updateTime: now,
    });
  },
  checkDelete: (record, { store }) => {
    const lyingIn = [equal('parent', record.uid), unset('automatic')];
    const kinds = declarations.filter(({ kind }) => store.count(kind, lyingIn) > 0);
    if (kinds.length === 0) return;
    const names = kinds.map(({ collection }) => snakeCase(collection).replaceAll('_', ' ')).join(', ');
    throw failedPrecondition('RESOURCE_NOT_EMPTY', `cannot delete group with child ${names}`, record.uid);
  },
  deleted: (record, { store }) => {
    for (const { kind, uid } of store.childrenOf(record.uid)) store.remove(kind, uid);
  },
};
