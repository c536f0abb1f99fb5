import { role, roleBinding } from '../../resources';
import type { Grant, Grants } from '../auth';
import { equal, type Store } from '../store';
import { capabilitiesOf } from './granting';

/** What access is decided on, as the role bindings and roles stand; remembered until the next write. */
export function grantsIn(store: Store): Grants {
  let revision = -1;
  const bindings = new Map<string, readonly Grant[]>();
  const capabilities = new Map<string, readonly string[]>();
  const remembered = <T>(known: Map<string, T>, uid: string, find: () => T): T => {
    if (revision !== store.revision()) {
      revision = store.revision();
      bindings.clear();
      capabilities.clear();
    }
    const value = known.get(uid) ?? find();
    known.set(uid, value);
    return value;
  };
  return {
    bindingsOf: (identityUid) =>
      remembered(bindings, identityUid, () =>
        store
          .find(roleBinding.kind, [equal('identityUid', identityUid)])
          .map(({ parent, values }) => ({ groupUid: String(parent), roleUid: String(values['roleUid']) })),
      ),
    capabilitiesOf: (roleUid) =>
      remembered(capabilities, roleUid, () => {
        const found = store.get(role.kind, roleUid);
        return found === undefined ? [] : capabilitiesOf(found);
      }),
  };
}
