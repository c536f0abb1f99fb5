/** Source: not-shown "NOT_FOUND, ALREADY_EXISTS" (one a root group), "Capabilities and built-in roles". */
import { alreadyExists } from '../errors';
import type { Behaviour } from '../service';
import { equal } from '../store';
import { checkGiving } from './granting';

export const identityProviderBehaviour: Behaviour = {
  check: ({ declaration, caller, before, after }, context) => {
    const scope = String(after.parent);
    checkGiving(context, caller, 'defaultRole', String(after.values['defaultRole']), scope);
    if (before !== undefined) return;
    const [other] = context.store.find(declaration.kind, [equal('parent', scope)]);
    if (other !== undefined)
      throw alreadyExists(declaration, other.uid, `the root group has identity provider ${other.name}`);
  },
};
