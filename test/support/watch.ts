/** Checks the traffic between the provider and the API for stored secrets and for changes without effect. */
import type { Served } from './fault-proxy';

type Fields = Readonly<Record<string, unknown>>;

export interface Watch {
  /** Takes note of what the API has served. */
  readonly served: (exchange: Served) => void;
  /** Tokens, codes and client secrets so far. */
  readonly secrets: Set<string>;
  /** The number of requests that the API has served. */
  readonly requests: () => number;
  /** The client secret that the service was given last. */
  readonly clientSecret: () => string | undefined;
  /** Fields that were sent as the provider had been shown them: an update sends what is to change and nothing else. */
  readonly needless: readonly string[];
}

/** Values that only the creation returns. */
const SECRETS: readonly string[] = ['token', 'code'];
/** The secret of an identity provider is in no response, so that only its message can be sent unchanged. */
const WITH_SECRETS: readonly string[] = ['oidc', 'oidc.client_secret'];

export function createWatch(): Watch {
  const secrets = new Set<string>();
  const needless: string[] = [];
  /** Objects as the provider was shown them last, by collection and uid. */
  const shown = new Map<string, Fields>();
  let requests = 0;
  let clientSecret: string | undefined;

  function show(collection: string, body: Fields): void {
    const listed = body[collection];
    for (const object of Array.isArray(listed) ? (listed as Fields[]) : [body])
      if (typeof object['uid'] === 'string') shown.set(`${collection}/${object['uid']}`, object);
  }

  function compare({ path, sent }: Served, id: string): void {
    const before = shown.get(id);
    const mask = new URL(path, 'http://localhost').searchParams.get('updateMask')?.split(',') ?? [];
    const body = objectIn(sent);
    for (const field of mask.filter((name) => !WITH_SECRETS.includes(name))) {
      const name = camelCase(field);
      if (before !== undefined && isSame(before[name], body[name])) needless.push(`${path} ${sent}`);
    }
  }

  return {
    secrets,
    needless,
    requests: () => requests,
    clientSecret: () => clientSecret,
    served: (exchange) => {
      requests++;
      const { method, path, sent, status, received = '' } = exchange;
      const response = objectIn(received);
      for (const name of SECRETS) if (typeof response[name] === 'string') secrets.add(response[name]);
      const [, collection = '', uid = ''] = /^\/iam\/v2beta1\/(\w+)(?:\/([^?]*))?/.exec(path) ?? [];
      if (status >= 400) return;
      if (collection === 'identityProviders' && method !== 'GET' && method !== 'DELETE') {
        const oidc = objectIn(sent)['oidc'] as { readonly clientSecret?: string } | undefined;
        // A new identity provider without a secret says nothing about another one.
        const isCleared = method === 'PATCH' && path.includes('client_secret');
        clientSecret = oidc?.clientSecret ?? (isCleared ? undefined : clientSecret);
      }
      if (method === 'PATCH') compare(exchange, `${collection}/${uid}`);
      show(collection, response);
    },
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Absent and empty are the same to the service. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): string => JSON.stringify(value ?? '');
  return plain(one) === plain(other);
}

function objectIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
