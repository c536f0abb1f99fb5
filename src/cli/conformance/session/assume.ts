/** Identities with static keys: callers with exactly the capabilities that a case needs. */
import { capabilityEnumName } from '../../../model/api';
import { NotTried, requireOffered } from '../http/difference';
import type { AssumedCaller, Kit } from './kit';
import { ISSUER } from './signed-token';
import type { Once } from './objects';

/** Twice the time that the exchange caches an identity (contract T8). Milliseconds. */
const CACHED_MS = 10_000;

export function createAssume(kit: Kit, once: Once): Kit['assume'] {
  return (capabilities, group) =>
    once(`caller ${group} ${capabilities.join()}`, () => assumeNew(kit, capabilities, group));
}

async function assumeNew(kit: Kit, capabilities: readonly string[], group: string): Promise<AssumedCaller> {
  const missing = capabilities.filter((capability) => !kit.holds(capability));
  if (missing.length > 0) throw new NotTried(`the caller lacks ${missing.join(', ')}`);
  const { issuerKeys } = await kit.signer();
  const subject = kit.name();
  const audience = new URL(kit.authUrl).hostname;
  const [identity, role] = await Promise.all([
    kit.make('identities', { staticKeys: { issuer: ISSUER, subject, issuerKeys, audiences: [audience] } }, group),
    kit.make('roles', { capabilities: capabilities.map(capabilityEnumName) }, group),
  ]);
  await kit.make('roleBindings', { identityUid: identity['uid'], roleUid: role['uid'] }, group);
  const token = await exchangedToken(kit, String(identity['uid']), { sub: subject, aud: audience });
  return { name: `an identity with ${capabilities.join(', ')}`, token, identity, role };
}

/** Returns a token of an identity that was just created: the exchange may not know it yet. */
async function exchangedToken(kit: Kit, uid: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { sign } = await kit.signer();
  for (let waitedMs = 0; ; waitedMs += 1000) {
    const answer = await kit.exchange('GET', { aud: kit.baseUrl, identity: uid }, { token: sign(claims) });
    const { token } = answer.json;
    if (answer.code === 'OK' && typeof token === 'string') return token;
    requireOffered(answer, 'the token exchange');
    if (waitedMs >= CACHED_MS)
      throw new NotTried(`an identity with static keys cannot be assumed: HTTP ${answer.status}`);
    await kit.sleep(1000);
  }
}
