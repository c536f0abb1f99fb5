/**
 * The keys that an OIDC issuer publishes: its discovery document, and the key set that this names. Callers without a
 * valid token can trigger these requests. So the issuer's responses are limited in size and time, and no response of
 * the emulator reveals their contents. Contract T10.
 */
import type { FetchImplementation, JWTVerifyGetKey } from 'jose' with { 'resolution-mode': 'import' };
import { isLoopback, isObject, parseJson } from '../../model/api';
import { checkFields, string } from '../../model/schema';

export interface PublishedKeysOptions {
  /** The addresses of the emulator. It requests keys from its own machine only if no other machine can reach it. */
  readonly addresses: () => readonly string[];
  /** Returns true if other machines can connect, even if all addresses are loopback. @default never */
  readonly isShared?: (() => boolean) | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * The keys of an issuer. Rejects with {@link UnreadableKeys} alone, with the same message for all responses of the
 * issuer.
 */
export type PublishedKeys = (issuer: string) => Promise<JWTVerifyGetKey>;

export class UnreadableKeys extends Error {}

/** For one answer of an issuer from its first byte to its last. Milliseconds. */
const timeLimitMs = 5_000;
const maxBytes = 64 * 1024;
const maxIssuers = 100;
/** The maximum number of issuers that are read at the same time, each of them once. */
const maxPending = 20;

export function createPublishedKeys(options: PublishedKeysOptions): PublishedKeys {
  const { addresses, isShared = () => false, fetch = globalThis.fetch } = options;
  const known = new Map<string, Promise<JWTVerifyGetKey>>();
  let pending = 0;
  const isLocal = () => !isShared() && addresses().every((address) => isLoopback(new URL(address).hostname));
  const read = (url: string) => readBounded(url, fetch);

  const discover = async (issuer: string): Promise<JWTVerifyGetKey> => {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    if (!isTrustworthy(issuer, isLocal())) throw new UnreadableKeys('its issuer is not an https URL');
    const document = parseJson(await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
    const keysAt = isObject(document) && document['issuer'] === issuer ? document['jwks_uri'] : undefined;
    if (typeof keysAt !== 'string' || !isTrustworthy(keysAt, isLocal()) || !isAsSafe(keysAt, issuer))
      throw unreadable();
    const readKeys: FetchImplementation = async (url) => new Response(await read(url));
    // The reading has a time limit of its own.
    const keys = createRemoteJWKSet(new URL(keysAt), { timeoutDuration: 2 * timeLimitMs, [customFetch]: readKeys });
    return (header, token) => keys(header, token).catch(onlyOfTheToken);
  };

  return (issuer) => {
    const found = known.get(issuer);
    if (found !== undefined) return found;
    if (pending >= maxPending) return Promise.reject(unreadable());
    if (known.size >= maxIssuers) known.clear();
    pending += 1;
    const keys = discover(issuer).finally(() => (pending -= 1));
    known.set(issuer, keys);
    // The waiting callers get the failure; the next token triggers another request.
    keys.catch(() => known.delete(issuer));
    return keys;
  };
}

/** The whole answer as text. Rejects with {@link UnreadableKeys}. */
async function readBounded(url: string, fetch: typeof globalThis.fetch): Promise<string> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Held here: a signal that has a timer of its own may be collected together with it, and then never aborts.
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreadable()), timeLimitMs);
  });
  try {
    return await Promise.race([expired, getBody(url, fetch, limit.signal)]);
  } catch {
    throw unreadable();
  } finally {
    clearTimeout(timer);
    // Also ends a response whose rest is not needed.
    limit.abort();
  }
}

async function getBody(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
  const response = await fetch(url, { headers, redirect: 'error', signal });
  // An unrequested compressed response could be a thousand times as long after decompression.
  if (response.status !== 200 || (response.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw unreadable();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw unreadable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Not why: an error would tell which addresses answer in the network of the emulator. */
const unreadable = () =>
  new UnreadableKeys(
    'cannot read the keys of its issuer. The discovery document and its key set must arrive within ' +
      `${timeLimitMs / 1000} seconds each, uncompressed, without a redirect, in at most ${maxBytes / 1024} KiB`,
  );

/** No key fits the token: that is about the token, anything else about the keys. */
function onlyOfTheToken(error: unknown): never {
  const { code } = error as { readonly code?: unknown };
  throw code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS' ? error : unreadable();
}

/** An https URL, or the loopback of a machine on which the emulator is the only one to ask. */
function isTrustworthy(url: string, isLocal: boolean): boolean {
  const problems = checkFields({ url: string(['required'], '', { format: 'httpsUrl' }) }, [], { url });
  return problems.length === 0 && (isLocal || new URL(url).protocol === 'https:');
}

/** Returns true if the keys that an issuer stores elsewhere are served over https. */
function isAsSafe(keysAt: string, issuer: string): boolean {
  return new URL(keysAt).protocol === 'https:' || new URL(keysAt).host === new URL(issuer).host;
}
