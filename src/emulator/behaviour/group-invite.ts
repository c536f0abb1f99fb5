/** Source: not-shown "Resources" (GroupInvite), "Capabilities and built-in roles". */
import { formatTimestamp, parseDurationMs } from '../../api';
import { role } from '../../resources';
import type { Behaviour } from '../service';
import { checkGiving } from './granting';
import { reference } from '../service/response';

export const groupInviteBehaviour: Behaviour = {
  initial: ({ values }, { clock, random }) => {
    const lifetimeMs = parseDurationMs(String(values['ttl'])) ?? 0;
    return {
      keyId: Buffer.from(random(8)).toString('hex'),
      expirationTime: formatTimestamp(new Date(clock().getTime() + lifetimeMs)),
    };
  },
  check: ({ caller, after }, context) =>
    checkGiving(context, caller, 'roleUid', String(after.values['roleUid']), String(after.parent)),
  // The code is not kept: nobody can ever ask for it again.
  createOnly: ({ values }, { random }) => ({
    code: `${String(values['keyId'])}.${Buffer.from(random(24)).toString('base64url')}`,
  }),
  expand: ({ values }, lookUp) => {
    const given = lookUp(role.kind, String(values['roleUid']));
    return given === undefined ? {} : { role: reference(given) };
  },
};
