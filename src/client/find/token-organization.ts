/**
 * Finds out if a token belongs to another organization than an object. A saved plan names its objects by uid, so its apply with
 * the token of another organization would begin, and only the denials of the API would stop it.
 */
import { rootUid } from '../../model/api';
import { containerKind } from '../../model/kinds';
import { ApiError } from '../errors/api-error';
import type { Client } from '../requests/client';
import type { Whoami } from '../responses/whoami';
import { shareWork } from '../transport/shared-work';

type ReadWhoami = (signal: AbortSignal) => Promise<Whoami>;

/** Creates the check for a run: one check serves all writes to an organization. */
export function createOrganizationCheck(client: Client, whoami: ReadWhoami) {
  const checks = new Map<string, ReturnType<typeof shareWork<string | undefined>>>();
  return {
    /** Returns a sentence that names both, if the token has no access to the organization of the group. */
    async findOther(group: string | undefined, signal: AbortSignal): Promise<string | undefined> {
      if (group === undefined) return undefined;
      const root = rootUid(group);
      const check = checks.get(root) ?? shareWork((shared) => findOther(client, whoami, group, shared));
      checks.set(root, check);
      return check(signal);
    },
    /** Records an organization that this run has created: the token got its access after its identity was read. */
    created: (root: string) => void checks.set(root, () => Promise.resolve(undefined)),
  };
}

/** The access of a person through mappings of an identity provider is not shown (contract T9): only a denied read proves the lack. */
async function findOther(
  client: Client,
  whoami: ReadWhoami,
  group: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const self = await whoami(signal).catch(() => undefined);
  signal.throwIfAborted();
  const own = new Set(self?.capabilities.map((grant) => rootUid(grant.group)));
  if (self === undefined || own.has(rootUid(group))) return undefined;
  const isDenied = await client.get(containerKind, group, { signal }).then(
    () => false,
    (error: unknown) => ApiError.from(error).code === 'PERMISSION_DENIED',
  );
  if (!isDenied) return undefined;
  const words = await Promise.all([...own].slice(0, MAX_NAMED).map((uid) => describeOrganization(client, uid, signal)));
  return `The object is in the organization ${rootUid(group)}, and the token belongs to ${words.join(' and ') || 'none that it shows'}.`;
}

const MAX_NAMED = 3;

async function describeOrganization(client: Client, uid: string, signal: AbortSignal): Promise<string> {
  const { name } = await client.get(containerKind, uid, { signal }).catch(() => ({ name: undefined }));
  return typeof name === 'string' ? `${JSON.stringify(name)} (uid ${uid})` : uid;
}
