/** Formats the writes of a run for the README, with the names of the objects instead of their uids. */

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: string;
}

const headings: Readonly<Record<string, string>> = {
  POST: 'terraform apply',
  PATCH: 'terraform apply, after an edit of one description',
  DELETE: 'terraform destroy',
};

/** Returns one line for each write in the order of the requests, below the command that sent it. Nested objects are shortened. */
export function formatWrites(requests: readonly Recorded[], state: unknown): string {
  const names = namesIn(state as State);
  const named = (text: string): string =>
    names.reduce((soFar, [uid, name]) => soFar.replaceAll(uid, `{${name}}`), text);
  const writes = requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/iam/'));
  return writes
    .flatMap(({ method, path, query, body }, index) => {
      const url = decodeURIComponent(query === '' ? path : `${path}?${query}`);
      const line = [' ', method.padEnd(6), named(url), ...(body ? [named(shorten(body))] : [])].join(' ');
      return method === writes[index - 1]?.method ? [line] : [headings[method] ?? method, line];
    })
    .join('\n');
}

function shorten(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const shown = fields.map(([name, value]) => `"${name}":${typeof value === 'object' ? '{…}' : JSON.stringify(value)}`);
  return `{${shown.join(',')}}`;
}

interface State {
  readonly resources: readonly {
    readonly name: string;
    readonly instances: readonly { readonly attributes: Readonly<Record<string, string>> }[];
  }[];
}

/** Returns the names of all objects by uid, those with the longest uid first: it contains the uid of its parent. */
function namesIn({ resources }: State): readonly (readonly [uid: string, name: string])[] {
  const own = resources.flatMap(({ name, instances }) =>
    instances.map(({ attributes }) => [attributes['uid']!, attributes['name'] ?? name] as const),
  );
  const known = own.map(([uid]) => uid);
  const parents = resources.flatMap(({ instances }) => instances.map(({ attributes }) => attributes['parent_uid']));
  const roots = parents.flatMap((uid) => (uid && !known.includes(uid) ? [[uid, 'acme'] as const] : []));
  return [...own, ...roots].sort(([a], [b]) => b.length - a.length);
}
