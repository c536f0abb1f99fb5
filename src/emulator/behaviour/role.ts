/** Source: specification §2 Role; not-shown "Capabilities and built-in roles", "Role delete, identity delete". */
import { roleBinding } from '../../resources';
import { failedPrecondition, permissionDenied } from '../errors';
import type { Behaviour } from '../service';
import { equal } from '../store';
import { capabilitiesOf } from './granting';

export const roleBehaviour: Behaviour = {
  rootsArePublic: true,
  check: ({ caller, before, after }, { access }) => {
    const already = before === undefined ? [] : capabilitiesOf(before);
    const added = capabilitiesOf(after).filter((name) => !already.includes(name));
    const missing = access.missing(caller, added, after.uid);
    if (missing.length > 0) throw permissionDenied(missing, after.uid, 'a role cannot hold what its maker lacks:');
  },
  checkDelete: ({ uid }, { store }) => {
    const [binding] = store.find(roleBinding.kind, [equal('roleUid', uid)]);
    if (binding !== undefined)
      throw failedPrecondition('RESOURCE_IN_USE', `cannot delete role bound by role binding ${binding.uid}`, uid);
  },
};
