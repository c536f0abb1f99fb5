/** Public identity providers: anyone can open an account, so an issuer vouches for nobody, and each account is declared alone. */
import type { PersonAccount } from '../../base/text/person-account';
import type { Issuer } from '../platforms/issuer';
import { ISSUERS } from '../platforms/issuers';
import { declaredOwnerValues, ownerProblem } from './owners';

const providers: readonly (readonly [address: RegExp, account: string])[] = [
  [/^https:\/\/accounts\.google\.com$/, 'a Google account'],
  [
    /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i,
    'a Microsoft account',
  ],
  [/^https:\/\/login\.live\.com$/, 'a Microsoft account'],
  [/^https:\/\/github\.com(\/login\/oauth)?$/, 'a GitHub account'],
  [/^https:\/\/token\.actions\.githubusercontent\.com$/, 'a GitHub account'],
  [/^https:\/\/gitlab\.com$/, 'a GitLab account'],
  [/^https:\/\/oauth2\.sigstore\.dev\/auth$/, 'an account at the public Sigstore'],
  [/^https:\/\/appleid\.apple\.com$/, 'an Apple account'],
  [/^https:\/\/(www|limited)\.facebook\.com$/, 'a Facebook account'],
  [/^https:\/\/www\.linkedin\.com(\/oauth)?$/, 'a LinkedIn account'],
  [/^https:\/\/(api\.login\.)?yahoo\.com$/, 'a Yahoo account'],
  [/^https:\/\/slack\.com$/, 'a Slack account'],
  [/^https:\/\/id\.atlassian\.com$|^https:\/\/api\.bitbucket\.org/, 'an Atlassian account'],
];

/** Returns the type of account at a public provider, for example `a Google account`. Returns `undefined` for others. */
export function findPublicProvider(issuer: unknown): string | undefined {
  if (typeof issuer !== 'string') return undefined;
  const address = withoutSlash(issuer);
  // Bounded: the list above.
  return providers.find(([pattern]) => pattern.test(address))?.[1];
}

/** Returns the entry of `owners` that declares the account: `google:1112…`; `undefined` if the provider has no such entries. */
export function findAccountEntry({ issuer, subject }: PersonAccount): string | undefined {
  const platform = findPlatform(issuer)?.platform;
  const entry = `${platform}:${subject}`;
  return platform === undefined || ownerProblem(entry) !== undefined ? undefined : entry;
}

/** Returns true if `owners` declares the account. */
export function isDeclaredAccount({ issuer, subject }: PersonAccount, owners: readonly string[]): boolean {
  const found = findPlatform(issuer);
  return (
    found !== undefined &&
    declaredOwnerValues(found, owners)
      .get(found.ownerId ?? '')
      ?.includes(subject) === true
  );
}

/** Returns the issuer whose subjects are the ids of accounts. */
function findPlatform(address: string): Issuer | undefined {
  if (findPublicProvider(address) === undefined) return undefined;
  const iss = withoutSlash(address);
  // Bounded: the platforms declare their issuers.
  return ISSUERS.find(({ ownerId, whose = {}, shapes }) => {
    // Bounded: the issuer declares the shapes.
    const isSame = Object.values(shapes).some((shape) => shape['iss'] === iss);
    return isSame && ownerId !== undefined && whose['sub'] === ownerId;
  });
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
