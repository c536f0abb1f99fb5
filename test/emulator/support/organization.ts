/** An emulator without a socket, and short ways to ask it. */
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';

/** Any JSON value: tests declare their expectations. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  /** The JSON; `undefined` for an empty body. */
  readonly body: Json;
  readonly headers: Headers;
}

export interface Asked {
  /** @default the administrator's */
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export interface Organization {
  readonly emulator: Emulator;
  readonly root: string;
  readonly call: (method: string, path: string, body?: unknown, asked?: Asked) => Promise<Answer>;
  /** The body of a call that must succeed. */
  readonly ok: (method: string, path: string, body?: unknown, asked?: Asked) => Promise<Json>;
  /** The `uid` of something new. */
  readonly make: (collection: string, parent: string, body: object, asked?: Asked) => Promise<string>;
  /** The uid of a built-in role. */
  readonly role: (name: string) => Promise<string>;
  /** A new identity in `group`, its token, and one role binding for each of `grants` (group to role). */
  readonly member: (group: string, grants: Record<string, string>) => Promise<{ uid: string; token: string }>;
  /** A replacement of `clock`: it moves only on request. */
  readonly time: { now: Date };
}

export const claimMatch = { issuer: 'https://token.example.com', subject: 'repo:acme/shop' };

/** A clock that stands still, starting at a round moment; pass `clock` to have another. */
export async function organization(options: EmulatorOptions = {}): Promise<Organization> {
  const time = { now: new Date('2026-03-01T12:00:00.000Z') };
  const emulator = createEmulator({ clock: () => time.now, ...options });
  const administrator = await emulator.administratorToken();

  const call: Organization['call'] = async (method, path, body, { token = administrator, headers = {} } = {}) => {
    const request = new Request(`http://emulator.localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await emulator.handle(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, body: isJson ? JSON.parse(text) : text || undefined, headers: response.headers };
  };
  const ok: Organization['ok'] = async (method, path, body, asked) => {
    const answer = await call(method, path, body, asked);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const make: Organization['make'] = async (collection, parent, body, asked) =>
    (await ok('POST', `/iam/v2beta1/${collection}/${parent}`, body, asked)).uid;
  const role: Organization['role'] = async (name) => (await ok('GET', `/iam/v2beta1/roles?name=${name}`)).roles[0].uid;
  const member: Organization['member'] = async (group, grants) => {
    const uid = await make('identities', group, { name: 'member', claimMatch });
    for (const [scope, name] of Object.entries(grants))
      await make('roleBindings', scope, { identityUid: uid, roleUid: await role(name) });
    return { uid, token: await emulator.tokenFor(uid) };
  };
  return { emulator, root: emulator.rootGroupUid, call, ok, make, role, member, time };
}

/** The details of an error body by their type's name. */
export function detail(body: Json, type: string): Json {
  return body.details.find((entry: Json) => entry['@type'] === `type.googleapis.com/google.rpc.${type}`);
}

/** Follows `nextPageToken` to the end. */
export async function everyPage(call: Organization['ok'], path: string, key: string): Promise<Json[][]> {
  const pages: Json[][] = [];
  let token: string | undefined;
  do {
    const separator = path.includes('?') ? '&' : '?';
    const page = await call('GET', token === undefined ? path : `${path}${separator}page_token=${token}`);
    pages.push(page[key]);
    token = page.nextPageToken;
  } while (token !== undefined && pages.length < 1000);
  return pages;
}
