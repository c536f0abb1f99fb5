/** The embedded API with every issuer of the internet: all of them publish the same keys, so any token can be signed. */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { generateSigningKey, publicJwk } from '../../../src/emulator/auth/keys';
import type { ClaimMatchFields, Token } from '../../../src/access/claims';

const ROOT = 'c0ffee'.repeat(7).slice(0, 40);
const BASE = 'http://localhost';

export interface EveryIssuer {
  /** Returns the tokens that the exchange accepts for an identity with this trust policy. */
  accepted(policy: ClaimMatchFields, tokens: readonly Token[]): Promise<readonly Token[]>;
  close(): void;
}

/** Creates the API. It takes the place of the network until it is closed. */
export async function createEveryIssuer(): Promise<EveryIssuer> {
  const { importJWK, SignJWT } = await import('jose');
  const pair = generateSigningKey();
  const privateKey = await importJWK({ ...pair, kty: 'EC' }, 'ES256');
  const keys = { keys: [publicJwk(pair)] };
  const network = globalThis.fetch;
  const discovery = '/.well-known/openid-configuration';
  globalThis.fetch = async (input) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.endsWith(discovery)) return Response.json(keys);
    const issuers = [url.slice(0, -discovery.length), `${url.slice(0, -discovery.length)}/`];
    const issuer = issuers.find((one) => requested === one) ?? issuers[0];
    return Response.json({ issuer, jwks_uri: `${issuers[0]}/keys` });
  };
  let requested = '';
  const emulator: Emulator = createEmulator({ seed: { groups: [{ name: 'acme', uid: ROOT }] } });
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const signed = new Map<string, Promise<string>>();
  const sign = (token: Token): Promise<string> =>
    new SignJWT({ aud: 'localhost', ...token })
      .setProtectedHeader({ alg: 'ES256', kid: pair.kid })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  const create = async (claimMatch: ClaimMatchFields): Promise<string> => {
    const response = await emulator.handle(
      new Request(`${BASE}/iam/v2beta1/identities/${ROOT}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'ci', claimMatch }),
      }),
    );
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { readonly uid: string }).uid;
  };
  return {
    accepted: async (policy, tokens) => {
      const query = new URLSearchParams({ aud: BASE, identity: await create(policy) });
      const found: Token[] = [];
      for (const token of tokens) {
        const key = JSON.stringify(token);
        const jwt = signed.get(key) ?? sign(token);
        signed.set(key, jwt);
        requested = token['iss'] ?? '';
        const request = new Request(`${BASE}/sts/exchange?${query.toString()}`, {
          headers: { authorization: `Bearer ${await jwt}` },
        });
        if ((await emulator.handle(request)).status === 200) found.push(token);
      }
      return found;
    },
    close: () => {
      globalThis.fetch = network;
      emulator.close();
    },
  };
}
