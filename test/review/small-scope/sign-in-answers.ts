/** Asks the emulator who can do what in small organizations with sign-in, with tokens of people that carry external groups. */
import { createClient, externalGroupRoleMapping, group, identityProvider, role } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { questions } from '../random-access';
import { canonicalSignIns, renamedToken, withoutRenaming, type Renamed } from './sign-in-renamings';
import { CAPABILITIES, CLAIMS, capabilitiesIn, EXTERNAL_GROUPS, getName, type Mapping, type SignIns } from './sign-ins';

/** A person who signs in. */
export interface Token {
  readonly issuer: string;
  readonly client: string;
  /** The claim of the external groups; the empty text without any. */
  readonly claim: string;
  readonly externals: readonly string[];
}

/** The access of a person: `CAPABILITY 0` in the root group, `CAPABILITY 1` beneath. */
export type Held = ReadonlySet<string>;

/** Returns the people of an issuer and client: without external groups, with each of them, and with both. */
export function peopleOf({ issuer, client }: Pick<Token, 'issuer' | 'client'>): Token[] {
  const [one, other] = EXTERNAL_GROUPS;
  const some = [[one], [other], [one, other]];
  return [
    { issuer, client, claim: '', externals: [] },
    ...CLAIMS.flatMap((claim) => some.map((externals) => ({ issuer, client, claim, externals }))),
  ];
}

export const tokenKey = ({ issuer, client, claim, externals }: Token): string =>
  JSON.stringify(externals.length === 0 ? [issuer, client] : [issuer, client, claim, externals]);

/** Asks the API what people may do: in the root group and the one beneath. */
export async function askPeople(
  emulator: Emulator,
  providers: readonly Pick<Token, 'issuer' | 'client'>[],
  groups: readonly string[],
  getToken = (token: Token) => signIn(emulator, token),
): Promise<ReadonlyMap<string, Held>> {
  const answers = new Map<string, Held>();
  for (const token of providers.flatMap(peopleOf)) {
    if (answers.has(tokenKey(token))) continue;
    const authorization = `Bearer ${await getToken(token)}`;
    const held = new Set<string>();
    for (const [at, uid] of groups.entries())
      for (const name of CAPABILITIES) {
        const [method, path, body = '{"name":"?"}'] = questions[name]?.(uid) ?? ['GET', ''];
        const headers = { authorization, 'content-type': 'application/json' };
        const url = `http://localhost/iam/v2beta1/${path}`;
        const { status } = await emulator.handle(new Request(url, { method, headers, body }));
        if (status !== 400 && status !== 403) throw new Error(`${name}: HTTP ${status}`);
        if (status === 400) held.add(`${name} ${at}`);
      }
    answers.set(tokenKey(token), held);
  }
  return answers;
}

function signIn(emulator: Emulator, { issuer, client: clientId, claim, externals }: Token): Promise<string> {
  const claims = externals.length === 0 ? {} : { [claim]: externals };
  return emulator.signInToken({ issuer, clientId, subject: 'ada', claims });
}

const MAX_AGE_MS = 30 * 60_000;

export class SignInAnswers {
  private readonly known = new Map<string, ReadonlyMap<string, Held>>();
  private readonly classes = new Map<string, Renamed>();
  private readonly isRenamed: boolean;
  private world: Promise<World> | undefined;
  requests = 0;

  /** @param isRenamed false to ask about every organization, also about renamed ones */
  constructor(isRenamed = true) {
    this.isRenamed = isRenamed;
  }

  get organizations(): number {
    return this.known.size;
  }

  /** Returns the access of a person in an organization. */
  async of(signIns: SignIns): Promise<(token: Token) => Held> {
    const own = withoutRenaming(signIns);
    const renamed = this.isRenamed ? (this.classes.get(own.key) ?? canonicalSignIns(own.state)) : own;
    this.classes.set(own.key, renamed);
    const { state, key, renaming } = renamed;
    const known = this.known.get(key) ?? (await this.ask(state));
    this.known.set(key, known);
    // Nobody else signs in.
    return (token) => known.get(tokenKey(renamedToken(token, renaming))) ?? new Set();
  }

  async close(): Promise<void> {
    (await this.world)?.emulator.close();
  }

  /** Replaces an emulator before its tokens expire: they are valid for an hour. */
  private async currentWorld(): Promise<World> {
    const old = await this.world;
    if (old !== undefined && Date.now() - old.createdAt < MAX_AGE_MS) return old;
    old?.emulator.close();
    this.world = createWorld();
    return this.world;
  }

  private async ask(state: SignIns): Promise<ReadonlyMap<string, Held>> {
    const { emulator, become, groups, getToken } = await this.currentWorld();
    await become(state);
    const providers = state.providers.filter((provider) => provider !== undefined);
    const answers = await askPeople(emulator, providers, groups, getToken);
    this.requests += answers.size * groups.length * CAPABILITIES.length;
    return answers;
  }
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Creates an emulator. `become` changes it to one organization after another. */
async function createWorld() {
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme' }] } });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const root = emulator.rootGroupUid;
  const groups = [root, (await client.create(group, root, { name: 'team' })).uid];
  const roles: { readonly uid: string; mask?: number | undefined }[] = [];
  for (const name of ['r0', 'r1'])
    roles.push({ uid: (await client.create(role, root, { name, capabilities: [CAPABILITIES[0]] })).uid });
  const roleUid = (at: number) => roles[at]?.uid ?? '';
  const [providers, mappings] = [new Map<string, string>(), new Map<string, string>()];
  const tokens = new Map<string, string>();

  /** Keeps equal objects. An invite gives access only to those who accept it, and nobody does. */
  const become = async (state: SignIns): Promise<void> => {
    for (const [at, one] of roles.entries()) {
      const mask = state.roles[at];
      if (one.mask !== mask) await client.update(role, one.uid, { capabilities: capabilitiesIn(mask) });
      one.mask = mask;
    }
    const wantedProviders = state.providers.map((one, at) => one && JSON.stringify([at, one]));
    const toKey = (mapping: Mapping) =>
      JSON.stringify([wantedProviders[mapping.provider], mapping.external, mapping.role, mapping.at]);
    const wanted = new Map(
      state.mappings.filter((mapping) => mapping !== undefined).map((mapping) => [toKey(mapping), mapping]),
    );
    for (const [key, uid] of mappings) {
      if (wanted.has(key)) continue;
      await client.delete(externalGroupRoleMapping, uid);
      mappings.delete(key);
    }
    for (const [key, uid] of providers) {
      if (wantedProviders.includes(key)) continue;
      await client.delete(identityProvider, uid);
      providers.delete(key);
    }
    for (const [at, one] of state.providers.entries()) {
      const key = wantedProviders[at];
      if (one === undefined || key === undefined || providers.has(key)) continue;
      const oidc = { issuer: one.issuer, clientId: one.client, pkceEnabled: true, groupsClaim: one.claim };
      const input = { name: getName(one, at), defaultRole: roleUid(one.role), oidc };
      providers.set(key, (await client.create(identityProvider, root, input)).uid);
    }
    for (const [key, { provider, external, role: held, at }] of wanted) {
      if (mappings.has(key)) continue;
      const input = { externalGroupId: external, roleUid: roleUid(held), scope: groups[at] ?? '' };
      const parent = providers.get(wantedProviders[provider] ?? '') ?? '';
      mappings.set(key, (await client.create(externalGroupRoleMapping, parent, input)).uid);
    }
  };
  /** A token is the same in each organization: it states who signs in, and the API decides at each request. */
  const getToken = async (person: Token): Promise<string> => {
    const known = tokens.get(tokenKey(person)) ?? (await signIn(emulator, person));
    tokens.set(tokenKey(person), known);
    return known;
  };
  return { createdAt: Date.now(), emulator, groups, become, getToken };
}
