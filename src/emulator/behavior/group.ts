/** Groups: the creator of a root group owns it (contract O3), and a group with contents cannot be deleted (D3). */
import { formatTimestamp, snakeCase } from '../../model/api';
import { declarations } from '../../model/kinds';
import type { KindBehavior } from '../service/kind-behavior';
import { equal, unset } from '../store/selection';
import { failedPrecondition, invalidField } from '../wire/errors';
import { bindOwner } from './role-binding';

export const groupBehavior: KindBehavior = {
  check: ({ before, after }) => {
    // Such a name is unique among all organizations (contract K1).
    if (before?.values['verified'] === true && before.name !== after.name)
      throw invalidField('name', 'name of a verified organization cannot be changed');
  },
  created: ({ uid, parent }, caller, context) => {
    if (parent === undefined) bindOwner(context, uid, caller.subject, formatTimestamp(context.clock()));
  },
  checkDelete: ({ uid }, _caller, { store }) => {
    const children = [equal('parent', uid), unset('automatic')];
    const kinds = declarations.filter(({ kind }) => store.count(kind, children) > 0);
    if (kinds.length === 0) return;
    const names = kinds.map(({ collection }) => snakeCase(collection).replaceAll('_', ' ')).join(', ');
    throw failedPrecondition('RESOURCE_NOT_EMPTY', `cannot delete group with child ${names}`, uid);
  },
  deleted: (record, { store }) => {
    for (const { kind } of declarations)
      for (const { uid } of store.find(kind, [equal('parent', record.uid)])) store.remove(kind, uid);
  },
};
