/** Tests access in small organizations with the emulator, once for each class of permutations. */
import { createClient, group, identity, role, roleBinding } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { questions } from '../random-access';
import {
  ABSENT,
  answersBefore,
  bitsByCapability,
  BOTH,
  canonical,
  CAPABILITIES,
  toKey,
  type Answers,
  type State,
  type Tree,
} from './organizations';

export const claimMatch = (subject: string) => ({ issuer: 'https://issuer.example', subject });

export const getRoleNames = (mask: number): string[] => CAPABILITIES.filter((_, what) => (mask & (1 << what)) !== 0);

const MAX_AGE_MS = 30 * 60_000;

type World = Awaited<ReturnType<typeof createWorld>>;

export class EmbeddedAnswers {
  private readonly known = new Map<string, Answers>();
  private readonly worlds = new Map<string, Promise<World>>();
  requests = 0;

  get organizations(): number {
    return this.known.size;
  }

  async of(state: State): Promise<Answers> {
    const { state: representative, swap } = canonical(state);
    const key = toKey(representative);
    const known = this.known.get(key) ?? (await this.ask(representative));
    this.known.set(key, known);
    return answersBefore(known, state.tree, swap);
  }

  close(): void {
    for (const world of this.worlds.values()) void world.then(({ emulator }) => emulator.close());
  }

  /** Replaces an emulator before its tokens expire: they are valid for an hour. */
  private async worldOf(tree: Tree, name: string): Promise<World> {
    const old = await this.worlds.get(name);
    if (old !== undefined && Date.now() - old.createdAt < MAX_AGE_MS) return old;
    old?.emulator.close();
    const world = createWorld(tree);
    this.worlds.set(name, world);
    return world;
  }

  private async ask(state: State): Promise<Answers> {
    const name = state.tree.join();
    const world = await this.worldOf(state.tree, name);
    const { emulator, groups, tokens, become } = world;
    await become(state);
    let answers = 0;
    for (const [at, uid] of groups.entries())
      for (const who of BOTH)
        for (const what of BOTH) {
          const [method, path, body = '{"name":"?"}'] = questions[CAPABILITIES[what]]?.(uid) ?? ['GET', ''];
          const headers = { authorization: `Bearer ${tokens[who] ?? ''}`, 'content-type': 'application/json' };
          const { status } = await emulator.handle(
            new Request(`http://localhost/iam/v2beta1/${path}`, { method, headers, body }),
          );
          this.requests++;
          // The token of a deleted identity is no longer valid.
          const refusal = state.identities[who] === ABSENT ? 401 : 403;
          if (status !== 400 && status !== refusal) throw new Error(`${CAPABILITIES[what]}: HTTP ${status}`);
          if (status === 400) answers |= bitsByCapability(at, who, what);
        }
    return answers;
  }
}

/** An object in the emulator, and the input that created it. */
interface Existing {
  readonly uid: string;
  readonly at: number;
}

/** Creates an emulator with the groups of a tree. `become` changes it to one organization after another. */
async function createWorld(tree: Tree) {
  const emulator = createEmulator({ seed: { groups: [{ name: 'g0' }] } });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const groups: string[] = [];
  for await (const { uid } of client.list(group)) groups.push(uid);
  for (const [at, parent] of tree.entries())
    if (at > 0) groups.push((await client.create(group, groups[parent] ?? '', { name: `g${at}` })).uid);
  const findGroup = (at: number) => groups[at] ?? '';
  const identities: (Existing | undefined)[] = [];
  const roles: (Existing | undefined)[] = [];
  const tokens: string[] = [];
  const bound = new Map<number, string>();
  const addIdentity = async (who: number, at: number) => {
    const { uid } = await client.create(identity, findGroup(at), {
      name: `i${who}`,
      claimMatch: claimMatch(`s${who}`),
    });
    identities[who] = { uid, at };
    tokens[who] = await emulator.tokenFor(uid);
  };
  for (const who of BOTH) await addIdentity(who, 0);

  const become = async (state: State) => {
    const { capabilities, bindings } = state;
    const isStale = (one: Existing | undefined, at: number | undefined) => one !== undefined && one.at !== at;
    for (const [bit, uid] of bound) {
      const [who, what] = [(bit >> 1) & 1, bit & 1];
      const isKept = (bindings & (1 << bit)) !== 0;
      if (isKept && !isStale(identities[who], state.identities[who]) && !isStale(roles[what], state.roles[what]))
        continue;
      await client.delete(roleBinding, uid);
      bound.delete(bit);
    }
    for (const what of BOTH) {
      const [old, at] = [roles[what], state.roles[what]];
      if (old !== undefined && isStale(old, at)) {
        await client.delete(role, old.uid);
        roles[what] = undefined;
      }
      if (at === ABSENT) continue;
      const held = getRoleNames(capabilities[what]);
      const { uid } = await (roles[what] === undefined
        ? client.create(role, findGroup(at), { name: `r${what}`, capabilities: held })
        : client.update(role, roles[what].uid, { capabilities: held }));
      roles[what] = { uid, at };
    }
    for (const who of BOTH) {
      const [old, at] = [identities[who], state.identities[who]];
      if (old !== undefined && isStale(old, at)) {
        await client.delete(identity, old.uid);
        identities[who] = undefined;
      }
      if (at !== ABSENT && identities[who] === undefined) await addIdentity(who, at);
    }
    for (let bit = 0; bit < tree.length * 4; bit++) {
      if ((bindings & (1 << bit)) === 0 || bound.has(bit)) continue;
      const [identityUid, roleUid] = [identities[(bit >> 1) & 1]?.uid ?? '', roles[bit & 1]?.uid ?? ''];
      bound.set(bit, (await client.create(roleBinding, findGroup(bit >> 2), { identityUid, roleUid })).uid);
    }
  };
  return { createdAt: Date.now(), emulator, groups, tokens, become };
}
