/** An identity that cases assume with tokens of their own. */
import type { Values } from '../../api';
import { requireOffered } from '../http/difference';
import type { Answer } from '../http/answer';
import type { ExchangeRequest, Kit } from '../session/kit';

export interface Assumable {
  readonly uid: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly exchange: (
    method: 'GET' | 'POST',
    more?: readonly (readonly [string, string])[],
    options?: Partial<ExchangeRequest>,
  ) => Promise<Answer>;
}

/** Returns an identity with static keys that holds two capabilities, and exchanges for it. */
export async function createAssumable(kit: Kit): Promise<Assumable> {
  const group = await kit.subgroup('a');
  const { identity } = await kit.assume(['groups.list', 'roles.list'], group);
  const keys = identity['staticKeys'] as Values;
  const { sign } = await kit.signer();
  const claims = { sub: keys['subject'], aud: (keys['audiences'] as string[])[0] };
  const uid = String(identity['uid']);
  const parameters = [
    ['aud', kit.baseUrl],
    ['identity', uid],
  ] as const;
  return {
    uid,
    claims,
    exchange: async (method, more = [], options = {}) => {
      const answer = await kit.exchange(method, [...parameters, ...more], { token: sign(claims), ...options });
      requireOffered(answer, 'the token exchange');
      return answer;
    },
  };
}
