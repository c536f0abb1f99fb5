/** Asks the emulator who can do what in small organizations with sign-in, with tokens of people that carry external groups. */
import {
  createClient,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identityProvider,
  role,
} from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
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
      providers.map((one) => one && { ...one, name: '', isReplaced: false }),
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
    const { emulator, become, groups, tokenOf } = await this.world;
    await become(state);
    const answers = new Map<string, Held>();
    for (const provider of state.providers)
      for (const token of provider === undefined ? [] : peopleOf(provider)) {
        const held = new Set<string>();
        for (const [at, uid] of groups.entries())
          for (const name of CAPABILITIES) {
            const [method, path, body = '{"name":"?"}'] = questions[name]?.(uid) ?? ['GET', ''];
            const headers = { authorization: `Bearer ${await tokenOf(token)}`, 'content-type': 'application/json' };
            const url = `http://localhost/iam/v2beta1/${path}`;
            const { status } = await emulator.handle(new Request(url, { method, headers, body }));
            this.requests++;
            if (status !== 400 && status !== 403) throw new Error(`${name}: HTTP ${status}`);
            if (status === 400) held.add(`${name} ${at}`);
          }
        answers.set(tokenKey(token), held);
      }
    return answers;
  }
}

/** Creates an emulator. `become` changes it to one organization after another. */
async function createWorld() {
  // Tokens never expire on a clock that stands still.
  const now = new Date();
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme' }] }, clock: () => now });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const root = emulator.rootGroupUid;
  const groups = [root, (await client.create(group, root, { name: 'team' })).uid];
  const roles = [
    (await client.create(role, root, { name: 'r0', capabilities: [CAPABILITIES[0]] })).uid,
    (await client.create(role, root, { name: 'r1', capabilities: [CAPABILITIES[1]] })).uid,
  ];
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = ({ issuer, client: clientId, claim, externals }: Token): Promise<string> => {
    const claims = externals.length === 0 ? {} : { [claim]: externals };
    const key = JSON.stringify([issuer, clientId, claims]);
    const known = tokens.get(key) ?? emulator.signInToken({ issuer, clientId, subject: 'ada', claims });
    tokens.set(key, known);
    return known;
  };
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
    for (const one of state.mappings)
      if (one !== undefined)
        await client.create(externalGroupRoleMapping, uids[one.provider] ?? '', {
          ...{ externalGroupId: one.external, roleUid: roles[one.role] ?? '', scope: groups[one.at] ?? '' },
        });
    const { invite } = state;
    if (invite !== undefined)
      await client.create(groupInvite, groups[invite.at] ?? '', { roleUid: roles[invite.role] ?? '', ttl: '600s' });
  };
  return { emulator, groups, become, tokenOf };
}
