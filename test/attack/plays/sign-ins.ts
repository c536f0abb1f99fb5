/**
 * A change of identity providers and mappings. The rows of the report must show each person who gains or loses access, also someone
 * in two external groups, and someone of another issuer or client.
 */
import { checkPeople, createSide, expanded, type Row } from '../../review/small-scope/check-sign-ins';
import { askPeople, type Held, tokenKey, type Token } from '../../review/small-scope/sign-in-answers';
import {
  signInEdits,
  signInOrganizations,
  capabilitiesIn,
  getName,
  type SignIns,
} from '../../review/small-scope/sign-ins';
import { reference, resource } from '../changes/organization';
import { type Blocks, joinBlocks, slotAt } from '../drawn-change';
import { APPLIED } from '../tally';
import { createInProcess } from '../world';
import { type Play, refusedUnless } from './play';

function toBlocks({ roles, providers, mappings, team }: SignIns, root: string): Blocks {
  const getUid = (type: string, name: string) => reference(`platform_${type}.${name}`);
  const place = (at: number) => (at === 0 ? root : getUid('group', 'team'));
  return joinBlocks([
    resource('group', 'team', { parent_uid: root, name: team }),
    ...roles.map((mask, at) =>
      resource('role', `r${at}`, { group_uid: root, name: `r${at}`, capabilities: capabilitiesIn(mask) }),
    ),
    ...providers.flatMap((provider, at) => {
      if (provider === undefined) return [];
      const oidc = {
        ...{ issuer: provider.issuer, client_id: provider.client, pkce_enabled: true },
        ...(provider.claim !== '' && { groups_claim: provider.claim }),
      };
      const body = {
        group_uid: root,
        name: getName(provider, at),
        default_role: getUid('role', `r${provider.role}`),
        oidc,
      };
      return [resource('identity_provider', `p${at}`, body)];
    }),
    ...mappings.flatMap((mapping, at) => {
      if (mapping === undefined) return [];
      const body = {
        ...{
          identity_provider_uid: getUid('identity_provider', `p${mapping.provider}`),
          external_group_id: mapping.external,
        },
        ...{ role_uid: getUid('role', `r${mapping.role}`), scope_uid: place(mapping.at) },
      };
      return [resource('external_group_role_mapping', `m${at}`, body)];
    }),
  ]);
}

export const signIns: readonly Play[] = [
  {
    name: 'other people sign in',
    async play(random) {
      const slot = slotAt(random.below(200), '');
      const before = { ...random.pick(signInOrganizations())!, invite: undefined };
      const edits = [...signInEdits(before)].filter(([name]) => !/invite/.test(name));
      const [edit, after] = random.pick(edits)!;
      const world = await createInProcess(slot);
      try {
        const input = (state: SignIns) => world.input({ before: {}, after: {} }, toBlocks(state, slot.root));
        for (const [address, error] of await world.apply(input(before)))
          throw new Error(`Cannot prepare ${address}: ${error.message}`);
        const providers = [before, after].flatMap((state) =>
          state.providers.filter((provider) => provider !== undefined),
        );
        const ask = async (): Promise<(token: Token) => Held> => {
          const team = String(world.state.get('platform_group.team')?.['uid']);
          const held = await askPeople(world.emulator, providers, [slot.root, team]);
          return (token) => held.get(tokenKey(token)) ?? new Set();
        };
        const was = await createSide(before, { of: ask });
        const { report, text } = await world.review(input(after), 'seed');
        const errors = await world.apply(input(after), text);
        if (errors.size > 0) return { result: 'stopped', beyond: [] };
        const is = await createSide(after, { of: ask });
        const named = (path: string) =>
          path.replace(slot.root, 'acme').replace(new RegExp(`^${slot.id}(?=/|$)`), 'acme');
        const rowsOf = (rows: readonly Row[], side: typeof is) =>
          expanded(
            rows.map((row) => ({
              ...{ identity: named(row.identity), group: named(row.group), capabilities: row.capabilities },
              except: row.except.map(named),
            })),
            side,
          );
        const beyond: string[] = [];
        for (const [rows, here, there] of [
          [rowsOf(report.access.gained, is), is, was],
          [rowsOf(report.access.lost, was), was, is],
        ] as const)
          try {
            checkPeople(rows, here, there, edit);
          } catch (error) {
            beyond.push((error as Error).message);
          }
        if (beyond.length === 0) return { result: APPLIED, beyond };
        return refusedUnless(beyond, `  before: ${JSON.stringify(before)}\n  edit: ${edit}`);
      } finally {
        await world.close();
      }
    },
  },
];
