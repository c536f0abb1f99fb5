/**
 * Renamings of small organizations with sign-in. Each swaps the two issuers, clients, claims, external groups, roles, or identity
 * providers.
 *
 * The API answers for one organization of each class. This is sound: the API only compares issuers, clients, claims and external
 * groups with those of a token, roles are uids to it, and it adds up the grants of all identity providers and mappings without an
 * order. So it gives the same answers about a renamed organization to people with a renamed token. Groups, capabilities and the
 * reports are never renamed. `small-scope.test.ts` asks about random organizations with and without the renaming.
 */
import type { Token } from './sign-in-answers';
import { CLAIMS, CLIENTS, EXTERNAL_GROUPS, ISSUERS, type SignIns } from './sign-ins';

/** The swaps as bits. */
type Renaming = number;

const [ISSUER, CLIENT, CLAIM, EXTERNAL, ROLE, PROVIDER] = [1, 2, 4, 8, 16, 32] as const;
const RENAMINGS: readonly Renaming[] = Array.from({ length: 64 }, (_, renaming) => renaming);

const isSwapped = (renaming: Renaming, what: number) => (renaming & what) !== 0;

function swappedIf<T>([one, other]: readonly [T, T], isIt: boolean): readonly [T, T] {
  return isIt ? [other, one] : [one, other];
}

/** Returns the other name. The empty text stays: it is no name. */
function renamed(names: readonly string[], name: string, isIt: boolean): string {
  return isIt && name !== '' ? (names[1 - names.indexOf(name)] ?? '') : name;
}

export function renamedToken({ issuer, client, claim, externals }: Token, renaming: Renaming): Token {
  return {
    issuer: renamed(ISSUERS, issuer, isSwapped(renaming, ISSUER)),
    client: renamed(CLIENTS, client, isSwapped(renaming, CLIENT)),
    claim: renamed(CLAIMS, claim, isSwapped(renaming, CLAIM)),
    // In the order of every token: answers are found by the text of the token.
    externals: externals.map((one) => renamed(EXTERNAL_GROUPS, one, isSwapped(renaming, EXTERNAL))).sort(),
  };
}

/** Returns the renamed organization, with what decides access: without names, replacements and the invite. */
function renamedState({ roles, providers, mappings, team }: SignIns, renaming: Renaming): SignIns {
  const roleOf = (role: number) => (isSwapped(renaming, ROLE) ? 1 - role : role);
  const own = providers.map(
    (one) =>
      one && {
        issuer: renamed(ISSUERS, one.issuer, isSwapped(renaming, ISSUER)),
        client: renamed(CLIENTS, one.client, isSwapped(renaming, CLIENT)),
        claim: renamed(CLAIMS, one.claim, isSwapped(renaming, CLAIM)),
        role: roleOf(one.role),
      },
  );
  const orderOf = ({ provider, external, role, at }: NonNullable<SignIns['mappings'][number]>) =>
    `${provider} ${external} ${role} ${at}`;
  return {
    roles: swappedIf(roles, isSwapped(renaming, ROLE)),
    providers: swappedIf([own[0], own[1]], isSwapped(renaming, PROVIDER)),
    mappings: mappings
      .filter((one) => one !== undefined)
      .map(({ provider, external, role, at }) => ({
        provider: isSwapped(renaming, PROVIDER) ? 1 - provider : provider,
        external: renamed(EXTERNAL_GROUPS, external, isSwapped(renaming, EXTERNAL)),
        ...{ role: roleOf(role), at },
      }))
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
    team,
  };
}

/** An organization that the API answers for, its text, and the renaming that leads to it. */
export interface Renamed {
  readonly state: SignIns;
  readonly key: string;
  readonly renaming: Renaming;
}

function renamedBy(signIns: SignIns, renaming: Renaming): Renamed {
  const state = renamedState(signIns, renaming);
  return { state, renaming, key: JSON.stringify([state.roles, state.providers, state.mappings]) };
}

export const withoutRenaming = (signIns: SignIns): Renamed => renamedBy(signIns, 0);

/** Returns the representative of an organization among the renamed ones. */
export function canonicalSignIns(signIns: SignIns): Renamed {
  let best = withoutRenaming(signIns);
  for (const renaming of RENAMINGS) {
    const other = renamedBy(signIns, renaming);
    if (other.key < best.key) best = other;
  }
  return best;
}
