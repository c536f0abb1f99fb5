/** The sentences of a finding about an owner that no configuration declares. */
import { HIDDEN_OWNER, ownerText } from '../../../access/rules';
import type { RequiredOwner } from '../../../access/trust';
import type { ReportedOwner } from '../../access/trusted-owners';

/**
 * The trust of an identity in an owner: it gets or has roles, an existing one accepts another owner or more tokens of the same one,
 * or a new one has no role yet.
 */
export type OwnerTrust = 'gets' | 'has' | 'new owner' | 'more tokens' | 'without a role';

/** An identity that trusts an owner. */
export interface TrustingIdentity {
  readonly path: string;
  readonly trust: OwnerTrust;
  /** Its reported roles: `editor in acme`. */
  readonly roles: string;
  /** The owners that it no longer trusts. */
  readonly former: readonly RequiredOwner[];
}

export interface OwnerTexts {
  readonly reason: string;
  /** The cause of several findings as a key, a clause, and as a predicate of several identities. */
  readonly key: string;
  readonly cause: string;
  readonly predicate: string;
  readonly entries: readonly string[];
  /** The names of others. */
  readonly quoted: readonly string[];
}

/** The predicate of several identities, and the next step if the owner is a stranger. */
const trusts: Readonly<Record<OwnerTrust, { readonly plural: string; readonly undo: (whose: string) => string }>> = {
  gets: { plural: 'get access, and trust', undo: (whose) => `remove ${whose} grants` },
  has: { plural: 'have access, and trust', undo: (whose) => `remove ${whose} grants` },
  'new owner': { plural: 'have access, and newly trust', undo: (whose) => `restore ${whose} trust policy` },
  'more tokens': { plural: 'have access, and accept more tokens of', undo: (whose) => `restore ${whose} trust policy` },
  'without a role': { plural: 'have no role yet, and trust', undo: () => 'delete the identity' },
};

/**
 * Returns the sentences about an owner.
 *
 * @param isDecidedBefore true if the access before the change decides which owner is the main one
 */
export function ownerTexts(owner: ReportedOwner, identity: TrustingIdentity, isDecidedBefore: boolean): OwnerTexts {
  const { entries, noun } = owner;
  const { trust } = identity;
  const former = identity.former.map(({ identity: entry, name }) => ({ entries: [entry] as const, name }));
  const who = `the ${noun} ${ownerText(owner)}`;
  const { plural, undo } = trusts[trust];
  const only = `${shareText(owner, isDecidedBefore, 'this owner')}, and review.config.json declares no owners`;
  // A block to paste would declare an outsider without a thought.
  const decide = (whose: string) =>
    `Only if this owner is yours, add ${entries.map((entry) => JSON.stringify(entry)).join(', ')} to "owners". Otherwise, ${undo(whose)}`;
  const gone = former.length === 0 ? '' : ` It no longer trusts ${former.map(ownerText).join(', ')}.`;
  return {
    reason: `${firstSentence(identity, who)}${gone} ${only}. ${decide('its')}.`,
    key: `owner ${entries[0]}${trust === 'gets' || trust === 'has' ? '' : `, ${trust}`}`,
    cause: `${shareText(owner, isDecidedBefore, who)}, and review.config.json declares no owners`,
    predicate: `${plural} ${who}. ${only}. ${decide('their')}`,
    entries,
    quoted: [owner, ...former].flatMap((trusted) => [
      ...trusted.entries,
      ...(trusted.name === undefined ? [] : [trusted.name]),
    ]),
  };
}

function firstSentence({ path, trust, roles }: TrustingIdentity, who: string): string {
  if (trust === 'without a role') return `${path} trusts ${who}, and has no role yet.`;
  if (trust === 'new owner') return `Workloads of ${who} can now assume ${path}, which is ${roles}.`;
  if (trust === 'more tokens') return `${path}, which is ${roles}, accepts more tokens of ${who}.`;
  return `${path} ${trust} ${roles}, and trusts ${who}.`;
}

/** Returns how many identities show that the owner is a usual one. */
function shareText(owner: ReportedOwner, isBefore: boolean, whom: string): string {
  const {
    share: [count, all],
    writers,
    platformName,
  } = owner;
  const platform = platformName.replace(/,.*$/, '');
  if (count === 0)
    return isBefore
      ? `Before this change, no identity with a role trusted ${whom}`
      : `No identity with a role trusts ${whom}`;
  // A majority of identities that read shows nothing.
  if (isBefore && writers === 0) return `Before this change, no identity that can write trusted ${whom}`;
  const which = all === 1 ? 'the only identity' : `${count} of ${all} identities`;
  const share = `${which} with a role on ${platform}`;
  if (isBefore) return `Before this change, ${share} trusted ${whom}`;
  return `${share.replace(/^t/, 'T')} ${count === 1 ? 'trusts' : 'trust'} ${whom}`;
}

/** Returns the sentences about a trust policy without a readable owner. */
export function hiddenOwnerTexts({ path, trust, roles }: TrustingIdentity): OwnerTexts {
  const access =
    trust === 'gets' || trust === 'has'
      ? `${path} ${trust} ${roles}`
      : trust === 'without a role'
        ? `${path} has no role yet`
        : `${path}, which is ${roles}, accepts more tokens`;
  return {
    reason: `${access}, and ${HIDDEN_OWNER}. It is unknown if outsiders can assume it: review.config.json declares no owners. Declare your owners.`,
    key: 'hidden owners',
    cause: 'Trust policies show no single owner, and review.config.json declares no owners',
    predicate: `${trusts[trust].plural.replace(/,.*$/, '')}, and their trust policies show no single owner. Declare your owners`,
    ...{ entries: [], quoted: [] },
  };
}
