/** Identity providers: one in a root group (contract C1), and its default role is a grant (A5). */
import { alreadyExists } from '../errors';
import type { Behaviour } from '../service/behaviour';
import { mayList } from '../service/record';
import { equal } from '../store/selection';
import { checkGrant } from './role';

export const identityProviderBehaviour: Behaviour = {
  check: ({ declaration, caller, before, after }, context) => {
    const scope = String(after.parent);
    const field = 'defaultRole';
    checkGrant(context, { caller, field, roleUid: String(after.values[field]), scope });
    if (before !== undefined) return;
    const [other] = context.store.find(declaration.kind, [equal('parent', scope)]);
    if (other === undefined) return;
    throw mayList(context, caller, declaration, other.uid)
      ? alreadyExists(declaration, other.uid, `the root group has identity provider ${other.name}`)
      : alreadyExists(declaration, '', 'the root group has an identity provider');
  },
};
