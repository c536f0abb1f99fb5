import { BUILT_IN_ROLES } from '../../../src/model/api';
import { authRoutes, createAuth, type Assumable, type Auth } from '../../../src/emulator/auth';
import { generateSigningKey } from '../../../src/emulator/auth/keys';
import { pipelineOf } from '../support/pipeline';
import { fetchPublished } from './published-issuer';

export const BASE_URL = 'https://api.example.com';
export const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
export const TEAM = `${ROOT}/aaaaaaaaaaaaaaaa`;
export const OTHER = `${ROOT}/bbbbbbbbbbbbbbbb`;
export const BOT = `${TEAM}/0123456789abcdef`;

export interface AuthFixture extends Omit<Auth, 'exchange'> {
  readonly handle: (request: Request) => Promise<Response>;
  readonly identities: Map<string, Assumable>;
  readonly assumed: string[];
  now: number;
  exchange(token: string, parameters?: Record<string, string | string[]>, init?: RequestInit): Promise<Response>;
}

/** The uid of a built-in role here: they are ordered as their names are. */
export const roleUid = (name: string) => Buffer.from(name).toString('hex').padEnd(40, '0');

/** Authentication over a small organization with the given bindings of the bot. */
export function authFixture(
  bindings: readonly (readonly [groupUid: string, role: string])[] = [],
  { fetch = fetchPublished, addresses = [BASE_URL] }: { fetch?: typeof globalThis.fetch; addresses?: string[] } = {},
): AuthFixture {
  const identities = new Map<string, Assumable>();
  const assumed: string[] = [];
  const auth = createAuth({
    keys: { api: generateSigningKey(), oidc: generateSigningKey() },
    clock: () => new Date(fixture.now),
    addresses: () => addresses,
    fetch,
    grants: {
      getBindings: (uid) =>
        uid === BOT ? bindings.map(([groupUid, role]) => ({ groupUid, roleUid: roleUid(role) })) : [],
      findCapabilities: (uid) => BUILT_IN_ROLES.find(({ name }) => roleUid(name) === uid)?.capabilities ?? [],
    },
    isKnown: () => true,
    identity: (uid) => identities.get(uid),
    assumed: (uid) => assumed.push(uid),
  });
  const fixture: AuthFixture = {
    ...auth,
    handle: pipelineOf(authRoutes, { ...auth, administratorUid: '' }),
    identities,
    assumed,
    now: Date.UTC(2026, 0, 2),
    exchange: async (token, parameters = {}, init = {}) => {
      const query = new URLSearchParams({ aud: addresses[0] ?? '', identity: BOT });
      for (const [name, value] of Object.entries(parameters)) {
        query.delete(name);
        for (const one of typeof value === 'string' ? [value] : value) query.append(name, one);
      }
      return fixture.handle(
        new Request(`${BASE_URL}/sts/exchange?${query.toString()}`, {
          ...init,
          headers: { authorization: `Bearer ${token}` },
        }),
      );
    },
  };
  return fixture;
}

/** The JSON of an answer, for a test to look into. */
export const json = async (response: Response | undefined) => JSON.parse((await response?.text()) ?? 'null');

/** The fields of an error response. */
export async function problem(response: Response): Promise<{ status: number; code: number; message: string }> {
  const { code, message } = await json(response);
  return { status: response.status, code, message };
}
