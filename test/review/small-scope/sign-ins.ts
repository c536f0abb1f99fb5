/**
 * Every small organization with sign-in, once for each class of permutations, and every single edit of each: two groups, two
 * roles, up to two identity providers and mappings, and an invite.
 */
import type { EditedObjects } from '../edited-plan';

export const ISSUERS = ['https://a.example', 'https://b.example'] as const;
export const CLIENTS = ['shop', 'site'] as const;
export const CLAIMS = ['groups', 'roles'] as const;
export const EXTERNAL_GROUPS = ['x', 'y'] as const;
export const CAPABILITIES = ['groups.update', 'roles.create'] as const;

export interface Provider {
  readonly issuer: string;
  readonly client: string;
  /** The claim with the external groups; the empty text for none. */
  readonly claim: string;
  /** The index of the default role. */
  readonly role: number;
  readonly name?: string;
  readonly isReplaced?: boolean;
}

export interface Mapping {
  readonly provider: number;
  readonly external: string;
  readonly role: number;
  /** 0 for the root group, 1 for the one beneath. */
  readonly at: number;
  readonly isReplaced?: boolean;
}

export interface SignIns {
  /** The capabilities of each role: bits. */
  readonly roles: readonly [number, number];
  readonly providers: readonly (Provider | undefined)[];
  readonly mappings: readonly (Mapping | undefined)[];
  readonly invite?: { readonly role: number; readonly at: number; readonly isReplaced?: boolean } | undefined;
  /** The name of the group beneath the root. */
  readonly team: string;
}

const BOTH = [0, 1] as const;

const allMappings = (providers: SignIns['providers']): Mapping[] =>
  providers.flatMap((one, provider) =>
    one === undefined
      ? []
      : EXTERNAL_GROUPS.flatMap((external) =>
          BOTH.flatMap((role) => BOTH.map((at) => ({ provider, external, role, at }))),
        ),
  );

const getId = (mapping: Mapping | undefined) =>
  JSON.stringify([mapping?.provider, mapping?.external, mapping?.role, mapping?.at]);

export function signInOrganizations(): SignIns[] {
  const first = ['groups', ''].flatMap((claim) =>
    BOTH.map((role): Provider => ({ issuer: ISSUERS[0], client: CLIENTS[0], claim, role })),
  );
  const second = [
    undefined,
    ...BOTH.flatMap((issuer) =>
      BOTH.flatMap((client) =>
        BOTH.map((role): Provider => ({ issuer: ISSUERS[issuer], client: CLIENTS[client], claim: 'groups', role })),
      ),
    ),
  ];
  return first.flatMap((provider) =>
    second.flatMap((other) => {
      const candidates = allMappings([provider, other]);
      const pairs = candidates.flatMap((mapping, at) => candidates.slice(at + 1).map((next) => [mapping, next]));
      // The names of external groups can be swapped.
      const mappings = [[], ...candidates.map((mapping) => [mapping]), ...pairs].filter(
        ([mapping]) => mapping === undefined || mapping.external === EXTERNAL_GROUPS[0],
      );
      return mappings.flatMap((some) =>
        [undefined, { role: 1, at: 0 }].map((invite): SignIns => ({
          ...{ roles: [1, 2], providers: [provider, other], mappings: some, invite, team: 'team' },
        })),
      );
    }),
  );
}

/** Returns every edit within the scope, by name. The mappings of a removed identity provider are removed, too. */
export function signInEdits(state: SignIns): ReadonlyMap<string, SignIns> {
  const { providers, mappings, roles, invite } = state;
  const edits = new Map<string, SignIns>([['rename team', { ...state, team: 'crew' }]]);
  const add = (name: string, more: Partial<SignIns>) => edits.set(name, { ...state, ...more });
  const replace = <T>(all: readonly T[], at: number, value: T) => all.map((one, index) => (index === at ? value : one));
  for (const role of BOTH)
    for (const holds of [1, 2, 3].filter((one) => one !== roles[role]))
      add(`role ${role} has ${holds}`, { roles: role === 0 ? [holds, roles[1]] : [roles[0], holds] });
  for (const [index, provider] of providers.entries()) {
    const edit = (what: string, one: Provider | undefined) =>
      add(`provider ${index}: ${what}`, { providers: replace(providers, index, one) });
    if (provider === undefined) {
      for (const issuer of ISSUERS)
        edit(`add with ${issuer}`, { issuer, client: CLIENTS[1], claim: CLAIMS[0], role: index });
      continue;
    }
    for (const issuer of ISSUERS) if (issuer !== provider.issuer) edit(issuer, { ...provider, issuer });
    for (const client of CLIENTS) if (client !== provider.client) edit(client, { ...provider, client });
    for (const claim of [...CLAIMS, '']) if (claim !== provider.claim) edit(`claim ${claim}`, { ...provider, claim });
    edit('other default role', { ...provider, role: 1 - provider.role });
    edit('rename', { ...provider, name: 'renamed' });
    edit('replace', { ...provider, isReplaced: true });
    add(`provider ${index}: remove`, {
      providers: replace(providers, index, undefined),
      mappings: mappings.map((mapping) => (mapping?.provider === index ? undefined : mapping)),
    });
  }
  const known = new Set(mappings.map(getId));
  const others = allMappings(providers).filter((mapping) => !known.has(getId(mapping)));
  for (const mapping of others) add(`add mapping ${getId(mapping)}`, { mappings: [...mappings, mapping] });
  for (const [index, mapping] of mappings.entries()) {
    if (mapping === undefined) continue;
    add(`remove mapping ${index}`, { mappings: replace(mappings, index, undefined) });
    // No mapping can be updated. One field differs, also the identity provider.
    for (const other of others) {
      const fields = ['provider', 'external', 'role', 'at'] as const;
      if (fields.filter((name) => other[name] !== mapping[name]).length === 1)
        add(`mapping ${index}: ${getId(other)}`, {
          mappings: replace(mappings, index, { ...other, isReplaced: true }),
        });
    }
  }
  if (invite === undefined) add('add an invite', { invite: { role: 0, at: 1 } });
  else {
    add('remove the invite', { invite: undefined });
    add('invite with another role', { invite: { ...invite, role: 1 - invite.role, isReplaced: true } });
    add('invite to another group', { invite: { ...invite, at: 1 - invite.at, isReplaced: true } });
  }
  return edits;
}

export const capabilitiesIn = (mask: number | undefined): string[] =>
  CAPABILITIES.filter((_, what) => ((mask ?? 0) & (1 << what)) !== 0);

/** Returns the objects for a plan. Every object has the same label in each version. */
export function toObjects({ roles, providers, mappings, invite, team }: SignIns): EditedObjects {
  const place = (at: number) => (at === 0 ? 'acme' : 'team');
  const replaced = (isReplaced = false) => (isReplaced ? { isReplaced } : {});
  const objects: Record<string, EditedObjects[string]> = {
    acme: { type: 'group' },
    team: { type: 'group', in: 'acme', values: { name: team } },
  };
  for (const [at, mask] of roles.entries())
    objects[`r${at}`] = { type: 'role', in: 'acme', values: { capabilities: capabilitiesIn(mask) } };
  for (const [at, one] of providers.entries()) {
    if (one === undefined) continue;
    const oidc = { issuer: one.issuer, client_id: one.client, pkce_enabled: true, groups_claim: one.claim || null };
    const values = { name: getName(one, at), default_role: `$r${one.role}`, oidc };
    objects[`p${at}`] = { type: 'identity_provider', in: 'acme', values, ...replaced(one.isReplaced) };
  }
  for (const [at, one] of mappings.entries()) {
    if (one === undefined) continue;
    const values = {
      external_group_id: one.external,
      role_uid: `$r${one.role}`,
      scope_uid: `$${place(one.at)}`,
    };
    objects[`m${at}`] = {
      ...{ type: 'external_group_role_mapping', in: `p${one.provider}`, values },
      ...replaced(one.isReplaced),
    };
  }
  if (invite !== undefined) {
    const values = { role_uid: `$r${invite.role}` };
    objects['invite'] = { type: 'group_invite', in: place(invite.at), values, ...replaced(invite.isReplaced) };
  }
  return objects;
}

export const getName = ({ name }: Provider, at: number): string => name ?? `p${at}`;
