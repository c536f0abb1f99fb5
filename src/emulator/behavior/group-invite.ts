/** Invites: each grants a role (contract A5), expires, and shows its code once (C3). */
import { formatTimestamp, parseDurationMs } from '../../model/api';
import { role } from '../../model/kinds';
import type { KindBehavior } from '../service/kind-behavior';
import { reference } from '../service/record';
import { checkGrant } from './role';

export const groupInviteBehavior: KindBehavior = {
  initial: ({ values }, { clock, random }) => {
    const lifetimeMs = parseDurationMs(String(values['ttl'])) ?? 0;
    return {
      keyId: Buffer.from(random(8)).toString('hex'),
      expirationTime: formatTimestamp(new Date(clock().getTime() + lifetimeMs)),
    };
  },
  check: ({ caller, after }, context) =>
    checkGrant(context, {
      caller,
      field: 'roleUid',
      roleUid: String(after.values['roleUid']),
      scope: String(after.parent),
    }),
  // The code is not stored.
  createOnly: ({ values }, { random }) => ({
    code: `${String(values['keyId'])}.${Buffer.from(random(24)).toString('base64url')}`,
  }),
  expand: ({ values }, lookUp) => {
    const granted = lookUp(role.kind, String(values['roleUid']));
    return granted === undefined ? {} : { role: reference(granted) };
  },
};
