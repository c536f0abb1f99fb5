/**
 * The organization as it is, read by lists alone. A list shows what the caller may see and does not refuse (contract L8), so
 * that the caller's own access decides whether the lists hold everything: what is missing is told, and nothing may be
 * concluded then.
 */
import { isObject, isPlaceholderUid, isWithin, nearest, rootUid, type Values } from '../../../api';
import type { Client, Whoami } from '../../../client';
import { declarations, group, role } from '../../../resources';
import { kindInWords, type Declaration } from '../../../schema';
import { PlanError } from '../../input/plan/document';
import type { Plan } from '../../input/plan/plan';
import { unchanging } from '../../input/plan/read-state';
import { listedInstance } from '../objects/listed';
import { kindOf } from '../../input/plan/platform-kind';
import { uidOf } from '../objects/objects';
import { parentAttribute, referenceAttributes } from '../objects/references';

export interface LiveOrganization {
  /** What there is, as a plan that changes nothing. */
  readonly plan: Plan;
  /** The uids of its root groups. */
  readonly roots: readonly string[];
  /** Why it may hold more than was shown, in words; none if everything was shown. */
  readonly problems: readonly string[];
  /** The uid of the identity that has read it. */
  readonly readBy: string | undefined;
}

export interface LiveOptions {
  /** The uids or names of root groups. @default every one that can be seen */
  readonly roots?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Lists = Pick<Client, 'pages' | 'whoami'>;

/** Kinds that say something about who can do what, or that a deletion takes along: those that can be managed. */
const kinds = declarations.filter(({ terraformType }) => terraformType !== undefined);

/** More pages of one kind than any organization has, 200 objects each. */
const MOST_PAGES = 2_500;

/**
 * Reads organizations whole: what is granted above counts beneath. Sends nothing but lists, and asks whom the token speaks for.
 *
 * @throws PlanError if a root group cannot be seen, and the client's own errors if nothing can be read at all
 */
export async function readLive(client: Lists, { roots: wanted, signal }: LiveOptions = {}): Promise<LiveOrganization> {
  const [seen, self] = await Promise.all([
    listed(client, group, { inRoot: true }, signal),
    client.whoami({ signal }).catch((error: unknown) => reasonOf(error)),
  ]);
  const roots = rootsAmong(seen.objects, wanted);
  const lists = await Promise.all([
    listed(client, role, { inRoot: true }, signal),
    ...roots.flatMap(({ uid }) => kinds.map((kind) => listed(client, kind, { descendantsOf: uid }, signal))),
  ]);
  const found = lists.flatMap(({ declaration, objects }) =>
    objects.map((object) => listedInstance(declaration, object)),
  );
  return {
    plan: {
      name: 'live',
      engineVersion: undefined,
      formatVersion: 'live',
      status: unchanging,
      prior: [...roots.map(({ object }) => listedInstance(group, object)), ...found],
      changes: undefined,
      planned: [],
      drift: [],
      configuration: { blocks: new Map(), providers: [] },
      outputs: [],
    },
    roots: roots.map(({ uid }) => uid),
    problems: [
      ...[seen, ...lists].flatMap(({ problems }) => problems),
      ...(typeof self === 'string'
        ? [`live: whether the lists show everything cannot be told: ${self}.`]
        : roots.flatMap((root) => hiddenFrom(self, root))),
    ],
    readBy: typeof self === 'string' ? undefined : self.subject,
  };
}

interface Root {
  readonly uid: string;
  readonly name: string;
  readonly object: Values;
}

function rootsAmong(objects: readonly Values[], wanted: LiveOptions['roots']): Root[] {
  const all = objects.map((object) => ({ uid: String(object['uid']), name: String(object['name']), object }));
  if (all.length === 0)
    throw new PlanError('No root group can be seen with this token: it takes groups.list in the root group.');
  if (wanted === undefined) return all;
  return [...new Set(wanted)].map((one) => {
    const [first, ...others] = all.filter(({ uid, name }) => uid === one || name === one);
    if (others.length > 0)
      throw new PlanError(`Several root groups are called ${JSON.stringify(one)}: name one by its uid.`);
    if (first !== undefined) return first;
    const names = all.map(({ name }) => name);
    const meant = nearest(one, names);
    throw new PlanError(
      `No root group ${JSON.stringify(one)} can be seen with this token${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}. It takes groups.list in the root group.`,
    );
  });
}

interface Listed {
  readonly declaration: Declaration;
  readonly objects: readonly Values[];
  readonly problems: readonly string[];
}

/** One list, whole. What cannot be read is told; when the service cannot be reached or knows no such token, it throws. */
async function listed(
  client: Lists,
  declaration: Declaration,
  query: { readonly inRoot?: true; readonly descendantsOf?: string },
  signal: AbortSignal | undefined,
): Promise<Listed> {
  const objects: Values[] = [];
  const problems: string[] = [];
  const many = `${kindInWords(declaration)}s`.replace(/ys$/, 'ies');
  let pages = 0;
  try {
    for await (const { items, malformed } of client.pages(declaration, query, { signal })) {
      objects.push(...items);
      for (const { uid, problem } of malformed)
        problems.push(
          `live: the ${kindInWords(declaration)} ${uid ?? 'without a uid'} cannot be understood: ${problem}.`,
        );
      if (++pages < MOST_PAGES) continue;
      problems.push(`live: there are more than ${objects.length} ${many}, and the rest was not read.`);
      break;
    }
  } catch (error) {
    if (isFatal(error)) throw error;
    problems.push(`live: the ${many} could not be read: ${reasonOf(error)}.`);
  }
  return { declaration, objects, problems };
}

function isFatal(error: unknown): boolean {
  const code = isObject(error) ? error['code'] : undefined;
  return !['PERMISSION_DENIED', 'NOT_FOUND', 'ABORTED', 'UNIMPLEMENTED', 'INTERNAL'].includes(String(code));
}

function reasonOf(error: unknown): string {
  const { explanation, message } = error as { readonly explanation?: string; readonly message?: string };
  return (explanation ?? message ?? String(error)).replace(/\.$/, '');
}

/** Kinds that the token does not show in all of the organization. */
function hiddenFrom({ capabilities }: Whoami, { uid, name }: Root): string[] {
  const held = new Set(
    capabilities.filter(({ group: scope }) => isWithin(uid, scope)).flatMap((grant) => grant.capabilities),
  );
  return kinds
    .filter(({ capability }) => !held.has(`${capability}.list`))
    .map(
      (kind) =>
        `live: the token may not list every ${kindInWords(kind)} of ${name} (${kind.capability}.list): what it does not show is not counted.`,
    );
}

/** The root groups of whatever the plans hold or refer to. */
export function rootsOf(plans: readonly Plan[]): string[] {
  const roots = new Set<string>();
  const add = (uid: unknown, isOfGroup: boolean) => {
    // People and built-in roles lie in no group, and their uids look like those of roots (contract U3).
    if (typeof uid === 'string' && !isPlaceholderUid(uid) && (isOfGroup || uid.includes('/'))) roots.add(rootUid(uid));
  };
  for (const { prior, changes = [] } of plans)
    for (const one of [...prior, ...changes]) {
      const declaration = kindOf(one);
      if (declaration === undefined) continue;
      for (const values of 'values' in one ? [one.values] : [one.before, one.after]) {
        if (values === undefined) continue;
        add(uidOf(declaration, values), declaration === group);
        for (const { name, kind } of referenceAttributes(declaration))
          add(values[name], kind === group.kind || name === parentAttribute(declaration));
      }
    }
  return [...roots].sort();
}
