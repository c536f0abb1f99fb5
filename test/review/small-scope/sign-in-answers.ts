/** Asks the emulator who can do what in small organizations with sign-in, with tokens of people that carry external groups. */
import {
  createClient,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identityProvider,
  role,
} from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { questions } from '../random-access';
import { CAPABILITIES, CLAIMS, capabilitiesIn, EXTERNAL_GROUPS, nameOf, type SignIns } from './sign-ins';

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
): Promise<ReadonlyMap<string, Held>> {
  const answers = new Map<string, Held>();
  for (const token of providers.flatMap(peopleOf)) {
    if (answers.has(tokenKey(token))) continue;
    const { issuer, client: clientId, claim, externals } = token;
    const claims = externals.length === 0 ? {} : { [claim]: externals };
    const authorization = `Bearer ${await emulator.signInToken({ issuer, clientId, subject: 'ada', claims })}`;
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

export class SignInAnswers {
  private readonly known = new Map<string, ReadonlyMap<string, Held>>();
  private readonly world = createWorld();
  requests = 0;

  get organizations(): number {
    return this.known.size;
  }

  /** Returns the access of a person in an organization. */
  async of(state: SignIns): Promise<(token: Token) => Held> {
    const { roles, providers, mappings } = state;
    const key = JSON.stringify([
      roles,
      providers.map((provider) => provider && { ...provider, name: '', isReplaced: false }),
      mappings,
    ]);
    const known = this.known.get(key) ?? (await this.ask(state));
    this.known.set(key, known);
    // Nobody else signs in.
    return (token) => known.get(tokenKey(token)) ?? new Set();
  }

  async close(): Promise<void> {
    (await this.world).emulator.close();
  }

  private async ask(state: SignIns): Promise<ReadonlyMap<string, Held>> {
    const { emulator, become, groups } = await this.world;
    await become(state);
    const answers = await askPeople(
      emulator,
      state.providers.filter((provider) => provider !== undefined),
      groups,
    );
    this.requests += answers.size * groups.length * CAPABILITIES.length;
    return answers;
  }
}

/** Creates an emulator. `become` changes it to one organization after another. */
async function createWorld() {
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme' }] } });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const root = emulator.rootGroupUid;
  const groups = [root, (await client.create(group, root, { name: 'team' })).uid];
  const roles = [
    (await client.create(role, root, { name: 'r0', capabilities: [CAPABILITIES[0]] })).uid,
    (await client.create(role, root, { name: 'r1', capabilities: [CAPABILITIES[1]] })).uid,
  ];
  const become = async (state: SignIns): Promise<void> => {
    for (const kind of [identityProvider, groupInvite])
      for await (const { uid } of client.list(kind)) await client.delete(kind, uid);
    for (const [at, uid] of roles.entries())
      await client.update(role, uid, { capabilities: capabilitiesIn(state.roles[at]) });
    const uids: string[] = [];
    for (const [at, one] of state.providers.entries()) {
      if (one === undefined) continue;
      const oidc = { issuer: one.issuer, clientId: one.client, pkceEnabled: true, groupsClaim: one.claim };
      const input = { name: nameOf(one, at), defaultRole: roles[one.role] ?? '', oidc };
      uids[at] = (await client.create(identityProvider, root, input)).uid;
    }
    for (const mapping of state.mappings)
      if (mapping !== undefined)
        await client.create(externalGroupRoleMapping, uids[mapping.provider] ?? '', {
          ...{ externalGroupId: mapping.external, roleUid: roles[mapping.role] ?? '', scope: groups[mapping.at] ?? '' },
        });
    const { invite } = state;
    if (invite !== undefined)
      await client.create(groupInvite, groups[invite.at] ?? '', { roleUid: roles[invite.role] ?? '', ttl: '600s' });
  };
  return { emulator, groups, become };
}
