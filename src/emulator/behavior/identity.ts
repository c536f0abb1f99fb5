/**
 * Identities: the time of their last use, the permission to change how they are assumed, and the rejected deletion of
 * an identity with role bindings (contract K3, A6, D4).
 */
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp, isObject, parseJson, type Values } from '../../api';
import { group, RELATIONSHIP_TYPES, role, roleBinding, STATIC_KEYS_DAYS } from '../../resources';
import type { Behavior, Change, Context } from '../service/behavior';
import { reference, mayList } from '../service/record';
import type { StoredRecord } from '../store/row';
import { equal } from '../store/selection';
import { invalidField, permissionDenied } from '../wire/errors';
import { capabilitiesOf, checkNotBound } from './role';

const dayMs = 24 * 60 * 60 * 1000;

export const identityBehavior: Behavior = {
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
    checkKeyStrength(change);
    checkHoldsAllOf(change, context);
  },
  checkDelete: ({ uid }, caller, context) => checkNotBound(context, caller, 'identity', uid),
};

/** A weak key that is stored already stays: only a change of the keys is looked at (contract K3, F4). */
function checkKeyStrength({ before, after }: Change): void {
  const keysOf = ({ values }: StoredRecord) => (values['staticKeys'] as Values | undefined)?.['issuerKeys'];
  const issuerKeys = keysOf(after);
  if (typeof issuerKeys !== 'string' || (before !== undefined && keysOf(before) === issuerKeys)) return;
  const set = parseJson(issuerKeys);
  const keys: unknown = isObject(set) ? set['keys'] : undefined;
  if (!Array.isArray(keys)) return;
  for (const [index, key] of keys.entries()) {
    const bits = rsaBits(key);
    if (bits === undefined || bits >= MIN_RSA_BITS) continue;
    const { kid = index } = key as Values;
    const field = 'staticKeys.issuerKeys';
    const what = `the RSA key ${JSON.stringify(kid)} has ${bits} bits`;
    throw invalidField(field, `${field} must contain RSA keys of ${MIN_RSA_BITS} bits or more, and ${what}`);
  }
}

const MIN_RSA_BITS = 2048;

/** The length of the modulus (RFC 7518 §6.3.1.1); `undefined` for a key of another kind. */
function rsaBits(key: unknown): number | undefined {
  if (!isObject(key) || key['kty'] !== 'RSA') return undefined;
  const { n = '' } = key as { readonly n?: unknown };
  const modulus = Buffer.from(typeof n === 'string' ? n : '', 'base64url')
    .toString('hex')
    .replace(/^0+/, '');
  const [first = '0'] = modulus;
  return modulus === '' ? 0 : modulus.length * 4 - Math.clz32(Number.parseInt(first, 16)) + 28;
}

/**
 * Anyone who decides how an identity can be assumed can assume it: the caller must hold all that it holds, where it holds it
 * (contract A6). The error names the group and the capabilities only if the caller may list the binding, its group and its
 * role (contract A9): `role_bindings.list` alone shows neither what a custom role holds nor that a capability is missing there.
 */
function checkHoldsAllOf({ caller, after }: Change, context: Context): void {
  const { store, access } = context;
  for (const { uid, parent, values } of store.find(roleBinding.kind, [equal('identityUid', after.uid)])) {
    const granted = store.get(role.kind, String(values['roleUid']));
    const scope = String(parent);
    const missing = granted === undefined ? [] : access.missing(caller, capabilitiesOf(granted), scope);
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
