/** Authenticates as a GitHub App: a short-lived JSON Web Token, then a token for one repository. */
import { isObject, parseJson } from '../../api';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { OutboundError, type Outbound, type Reply } from '../outbound';

export interface AppOptions {
  /** The client id or the numeric id of the App. */
  readonly appId: string;
  readonly key: KeyObject;
  /** The address of the API without a slash at its end, for example `https://api.github.com`. */
  readonly apiUrl: string;
  readonly send: Outbound;
  /** @default the current time */
  readonly now?: () => number;
}

/** The permissions of a token: those that the rule needs. */
const PERMISSIONS = {
  actions: 'read',
  contents: 'read',
  deployments: 'write',
  metadata: 'read',
  pull_requests: 'read',
};

/** Sends a request to the API of one repository. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply>;

/** Returns the private key of an App. Throws an `Error` if the text is not an RSA key. */
export function readAppKey(pem: string, name: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The message below explains it.
  }
  throw new Error(
    `Cannot use ${name}: it is not an RSA private key in PEM format. Download the key of the GitHub App.`,
  );
}

/** Returns a function that sends requests with a token for this repository. */
export async function askAs(
  options: AppOptions,
  { installation, repositoryId }: { readonly installation: number; readonly repositoryId: number },
  signal: AbortSignal,
): Promise<Ask> {
  const hosts = [new URL(options.apiUrl).host];
  const request = (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
    options.send({
      ...{ method, url: `${options.apiUrl}${path}`, hosts, signal },
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const { status, text } = await request('POST', `/app/installations/${installation}/access_tokens`, jwtOf(options), {
    repository_ids: [repositoryId],
    permissions: PERMISSIONS,
  });
  const body = status === 201 ? parseJson(text) : undefined;
  const token = isObject(body) ? body['token'] : undefined;
  if (typeof token !== 'string' || token === '')
    throw new OutboundError(
      `Cannot get a token of the GitHub App: HTTP ${status}. Check its id, its key and its permissions (${Object.keys(PERMISSIONS).join(', ')}).`,
    );
  return (method, path, body) => request(method, path, token, body);
}

/** GitHub accepts ten minutes at most. A minute in the past allows for different clocks. */
function jwtOf({ appId, key, now = Date.now }: Pick<AppOptions, 'appId' | 'key' | 'now'>): string {
  const seconds = Math.floor(now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: seconds - 60, exp: seconds + 540, iss: appId })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}
