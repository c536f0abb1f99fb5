/**
 * Identities: the time of their last use, the permission to change how they are assumed, and the rejected deletion of
 * an identity with role bindings (contract K3, A6, D4).
 */
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp, type Values } from '../../model/api';
import { group, RELATIONSHIP_TYPES, role, roleBinding, STATIC_KEYS_DAYS } from '../../model/kinds';
import type { KindBehavior, PendingChange, BehaviorContext } from '../service/kind-behavior';
import { reference, mayList } from '../service/record';
import type { StoredRecord } from '../store/row';
import { equal } from '../store/selection';
import { permissionDenied } from '../wire/errors';
import { getCapabilities, checkNotBound } from './role';

const dayMs = 24 * 60 * 60 * 1000;

export const identityBehavior: KindBehavior = {
  initial: ({ createTime }) => ({ lastSeenTime: createTime }),
  derive: (values) => {
    const [, relationshipType] = Object.entries(RELATIONSHIP_TYPES).find(([name]) => name in values) ?? [];
    return { relationshipType };
  },
  withServerDefaults: (values, { clock }) => {
    const { staticKeys } = values;
    if (typeof staticKeys !== 'object' || staticKeys === null || 'expirationTime' in staticKeys) return values;
    const expirationTime = formatTimestamp(new Date(clock().getTime() + STATIC_KEYS_DAYS * dayMs));
    return { ...values, staticKeys: { ...staticKeys, expirationTime } };
  },
  check: (change, context) => {
    const isAssumedOtherwise = Object.keys(RELATIONSHIP_TYPES).some(
      (way) => !isDeepStrictEqual(change.before?.values[way], change.after.values[way]),
    );
    if (!isAssumedOtherwise) return;
    checkHoldsAll(change, context);
  },
  checkDelete: ({ uid }, caller, context) => checkNotBound(context, caller, 'identity', uid),
};

/**
 * Anyone who decides how an identity can be assumed can assume it: the caller must hold all that it holds, where it holds it
 * (contract A6). The error names the group and the capabilities only if the caller may list the binding, its group and its
 * role (contract A9): `role_bindings.list` alone shows neither what a custom role holds nor that a capability is missing there.
 */
function checkHoldsAll({ caller, after }: PendingChange, context: BehaviorContext): void {
  const { store, access } = context;
  for (const { uid, parent, values } of store.find(roleBinding.kind, [equal('identityUid', after.uid)])) {
    const granted = store.get(role.kind, String(values['roleUid']));
    const scope = String(parent);
    const missing = granted === undefined ? [] : access.missing(caller, getCapabilities(granted), scope);
    if (granted === undefined || missing.length === 0) continue;
    const isShown =
      mayList(context, caller, roleBinding, uid) &&
      mayList(context, caller, group, scope) &&
      (granted.parent === undefined || mayList(context, caller, role, granted.uid));
    const what = `changing how identity ${after.uid} can be assumed needs every capability that it holds:`;
    throw permissionDenied(isShown ? missing : [], isShown ? scope : after.uid, what);
  }
}

/**
 * Returns the fields of an identity that a role binding shows, including its issuers. For a person before their first
 * sign-in, the account.
 */
export function identityReference(record: StoredRecord): Values {
  const { claimMatch, staticKeys, account, email } = record.values;
  const { issuer, subject } = (claimMatch ?? staticKeys ?? account ?? {}) as Values;
  return { ...reference(record), issuer, subject, email };
}
