/**
 * Checks, without the code that approves writes, that the difference between two snapshots of the API is a subset of the writes
 * of a report. Objects are compared by paths of names, because a report contains no uids of new objects.
 */
import { capabilityName } from '../../../src/model/api';
import type { LoggedRequest } from '../../../src/emulator';
import type { Report } from '../../../src/review';
import type { Call } from './administrator-call';

type Json = Readonly<Record<string, unknown>>;
type Write = Report['approvedWrites'][number];

const collections = {
  Group: 'groups',
  Role: 'roles',
  Identity: 'identities',
  RoleBinding: 'roleBindings',
  IdentityProvider: 'identityProviders',
} as const;
type Kind = keyof typeof collections;

export type Reading = ReadonlyMap<string, { readonly kind: Kind; readonly object: Json }>;

export async function readAll({ call }: { readonly call: Call }): Promise<Reading> {
  const lists = await Promise.all(
    (Object.keys(collections) as Kind[]).map(async (kind) => {
      const page = await call('GET', `${collections[kind]}?pageSize=200`);
      return ((page[collections[kind]] ?? []) as Json[]).map(
        (object) => [String(object['uid']), { kind, object }] as const,
      );
    }),
  );
  return new Map(lists.flat());
}

/** Returns each difference that no approved write explains. */
export function unexplained(before: Reading, after: Reading, { approvedWrites }: Report): string[] {
  const left = [...approvedWrites];
  const take = (matches: (write: Write) => boolean): boolean => {
    const index = left.findIndex(matches);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const toPath = pathsIn(before, after, approvedWrites);
  const problems: string[] = [];
  for (const [uid, { kind, object }] of after) {
    const was = before.get(uid)?.object;
    if (was === undefined) {
      const made = described(object, toPath);
      const isApproved = take(
        (write) =>
          write.action === 'create' &&
          write.kind === kind &&
          toPath(write.parent ?? '') === toPath(readParent(uid)) &&
          same(described(write.fields, toPath), shownIn(write, made)),
      );
      if (!isApproved) problems.push(`created ${kind} ${JSON.stringify(made)} in ${toPath(readParent(uid))}`);
      continue;
    }
    const [one, other] = [described(was, toPath), described(object, toPath)];
    const changed = Object.keys({ ...one, ...other }).filter((name) => !same(one[name], other[name]));
    if (changed.length === 0) continue;
    const isApproved = take((write) => {
      const sent = described(write.fields, toPath);
      return (
        (write.action === 'update' || write.action === 'adopt') &&
        write.uid === uid &&
        changed.every((name) => isHashed(write, name) || same(sent[name], other[name]))
      );
    });
    if (!isApproved)
      problems.push(`changed ${changed.join(', ')} of ${kind} ${toPath(uid)} to ${JSON.stringify(other)}`);
  }
  for (const [uid, { kind, object }] of before)
    if (!after.has(uid) && !take((write) => write.action === 'delete' && write.uid === uid))
      problems.push(`deleted ${kind} ${JSON.stringify(object)}`);
  return problems;
}

/** Returns each update that has taken effect without all its approved fields: nobody has approved the mixture. */
export function mixed(before: Reading, after: Reading, { approvedWrites }: Report): string[] {
  const toPath = pathsIn(before, after, approvedWrites);
  return approvedWrites.flatMap((write) => {
    const [was, is] = [before, after].map((reading) => reading.get(write.uid ?? '')?.object);
    if (write.action !== 'update' || was === undefined || is === undefined) return [];
    const [sent, one, other] = [write.fields, was, is].map((object) => described(object, toPath)) as [Json, Json, Json];
    const names = Object.keys(write.fields).filter((name) => !isHashed(write, name));
    const isChanged = names.some((name) => !same(one[name], other[name]));
    const missing = isChanged ? names.filter((name) => !same(sent[name], other[name])) : [];
    return missing.length === 0
      ? []
      : [`changed ${write.kind} ${toPath(write.uid ?? '')} without ${missing.join(', ')}`];
  });
}

const methods = { create: 'POST', update: 'PATCH', adopt: 'PATCH', delete: 'DELETE' } as const;

/** Returns each method with more successful requests than approved writes. Each approved write is sent at most once. */
export function excessive(requests: readonly LoggedRequest[], { approvedWrites }: Report): string[] {
  const sent = requests.filter(({ path, status = 0 }) => status < 300 && !path.startsWith('/sts/'));
  return [...new Set(Object.values(methods))].flatMap((method) => {
    const count = sent.filter((request) => request.method === method).length;
    const approved = approvedWrites.filter(({ action }) => methods[action] === method).length;
    return count > approved ? [`${count} requests with ${method}, ${approved} approved`] : [];
  });
}

/** Compares fields. A report contains only the hash of a sensitive field, which is not compared here. */
function isHashed({ hashed = {} }: Write, name: string): boolean {
  return Object.hasOwn(hashed, name);
}

function shownIn(write: Write, object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !isHashed(write, name)));
}

function readParent(uid: string): string {
  return uid.slice(0, Math.max(uid.lastIndexOf('/'), 0));
}

function getName({ name }: Json): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

function pathsIn(before: Reading, after: Reading, writes: readonly Write[]): (uid: string) => string {
  const names = new Map<string, string>();
  for (const reading of [after, before])
    for (const [uid, { object }] of reading) names.set(uid, getName(object) ?? uid);
  for (const { action, uid = '', fields } of writes) if (action === 'create') names.set(uid, getName(fields) ?? uid);
  return (uid) => {
    const steps = uid.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    return steps.map((step) => names.get(step) ?? step).join('/');
  };
}

const IGNORED = [
  'uid',
  'createTime',
  'updateTime',
  'verified',
  'resourceLimits',
  'lastSeenTime',
  'group',
  'email',
  'emailUnverified',
];

/** Returns the fields of an object, with paths instead of uids, in the same form for a request and a response. */
function described(object: Json, toPath: (uid: string) => string): Json {
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (IGNORED.includes(name) || value === '' || value === null || value === undefined) return [];
    if ((name === 'role' || name === 'identity') && typeof value === 'object')
      return [[`${name}Uid`, toPath(String((value as Json)['uid']))]];
    if (name === 'capabilities') return [[name, (value as string[]).map(capabilityName).sort()]];
    return [[name, texts(value, toPath)]];
  });
  return Object.fromEntries(entries);
}

function texts(value: unknown, toPath: (uid: string) => string): unknown {
  if (typeof value === 'string') return value.replace(/[0-9a-f]{40}(\/[0-9a-f]{16})*/g, (uid) => toPath(uid));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => texts(inner, toPath));
  const entries = Object.entries(value).filter(([, inner]) => inner !== '' && inner !== null && inner !== false);
  return Object.fromEntries(
    entries
      .filter(([, inner]) => typeof inner !== 'object' || Object.keys(inner as object).length > 0)
      .map(([name, inner]) => [name, texts(inner, toPath)]),
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
