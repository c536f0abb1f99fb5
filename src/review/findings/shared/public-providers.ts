/** Public identity providers: anyone can open an account. */

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
  const address = issuer.replace(/\/+$/, '');
  return providers.find(([pattern]) => pattern.test(address))?.[1];
}
