/** Identity providers: one in a root group (contract C1), and its default role is a grant (A5). */
import { alreadyExists } from '../errors';
import type { Behaviour } from '../service/behaviour';
import { equal } from '../store/conditions';
import { checkGrant } from './role';

export const identityProviderBehaviour: Behaviour = {
  check: ({ declaration, caller, before, after }, context) => {
    const scope = String(after.parent);
    checkGrant(context, caller, 'defaultRole', String(after.values['defaultRole']), scope);
    if (before !== undefined) return;
    const [other] = context.store.find(declaration.kind, [equal('parent', scope)]);
    if (other !== undefined)
      throw alreadyExists(declaration, other.uid, `the root group has identity provider ${other.name}`);
  },
};
