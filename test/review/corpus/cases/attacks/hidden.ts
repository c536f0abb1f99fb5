/** Attacks that hide their effect: sensitive values, expressions and outputs. */
import { ACME, base, bind, bindings, change, claims, group, identities, main, role, type Parts } from '../../parts';
import { attacks } from './attack';

const withCi = (own: object): Parts => ({ ...base, identities: { ...identities, ci: { ...identities.ci, ...own } } });
const EVIL = 'repo:evil/shop:ref:refs/heads/main';
const recipient = JSON.stringify({
  kty: 'EC',
  crv: 'P-256',
  use: 'enc',
  x: 'vdCrIK84aUKNZtSh33oJPnqLydqSlja2FX1Nzzgo9hs',
  y: 'w6Gt0YGPIiNBpZemGuDfE34TlY-HqVvyueyk_sa3uF0',
});
const invite = { group_uid: ACME, role_uid: role('viewer'), ttl: '86400s', recipient_jwk: recipient };
const withInvite = (own: object): Parts => ({
  ...base,
  resource: { platform_group_invite: { ada: { ...invite, ...own } } },
});
const vault = (output?: object, more: object = {}): Parts => ({
  ...base,
  resource: { terraform_data: { vault: { input: '${sensitive("a private value")}' } } },
  more: { ...more, ...(output && { output: { code: output } }) },
});
const invites = (...names: string[]): Parts => ({
  ...base,
  resource: {
    platform_group_invite: Object.fromEntries(
      names.map((name) => [name, { group_uid: ACME, role_uid: role('editor'), ttl: '86400s' }]),
    ),
  },
});
const provider = (block: object, more: object = {}): Parts => ({
  ...base,
  more: { provider: { platform: [block] }, ...more },
});
const signIn = (issuer: string): Parts => ({
  ...base,
  resource: {
    platform_identity_provider: {
      staff: {
        ...{ group_uid: ACME, name: 'staff', default_role: role('viewer') },
        oidc: { issuer, client_id: 'platform', pkce_enabled: true },
      },
    },
  },
});
const keys = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
const existing = { on_existing: 'create' };
const another = { group_uid: group('payments'), name: 'ci', ...claims({ subject: EVIL }) };

export const hiddenAttacks = attacks([
  { ...change('sensitive-subject', base, withCi(claims({ subject: `\${sensitive("${EVIL}")}` }))), isApplied: true },
  change(
    'sensitive-issuer',
    base,
    withCi({ claim_match: { ...main, issuer: '${sensitive("https://evil.example")}' } }),
  ),
  change('sensitive-keys', base, {
    ...base,
    identities: {
      ...identities,
      cluster: {
        ...{ group_uid: group('shop'), name: 'cluster' },
        static_keys: {
          ...{ issuer: 'https://cluster.internal', subject: 'deploy', expiration_time: '2027-05-31T00:00:00Z' },
          issuer_keys: `\${sensitive(${JSON.stringify(keys)})}`,
        },
      },
    },
  }),
  change('sensitive-name', base, {
    ...base,
    identities: { ...identities, spy: { ...identities.deployer, name: '${sensitive("spy")}' } },
    bindings: { ...bindings, spy_edits: bind('spy', 'editor', ACME) },
  }),
  change('sensitive-e-mail', base, withInvite({ email: '${sensitive("mallory@evil.example")}' })),
  change('sensitive-sign-in', signIn('https://login.example.com'), signIn('${sensitive("https://evil.example")}')),
  change('issuer-unknown', base, {
    ...withCi({ claim_match: { ...main, issuer: '${"https://${terraform_data.later.id}.example"}' } }),
    resource: { terraform_data: { later: { input: 'x' } } },
  }),
  change('provider-applying', base, provider({ on_existing: '${terraform.applying ? "adopt" : "error"}' })),
  change('provider-from-file', base, provider({ on_existing: '${file("/dev/null") == "" ? "error" : "adopt"}' })),
  change(
    'provider-from-local',
    base,
    provider({ on_existing: '${local.mode}' }, { locals: { mode: '${terraform.applying ? "adopt" : "error"}' } }),
  ),
  change('output-of-a-secret', vault(), vault({ value: '${terraform_data.vault.output}', sensitive: true })),
  change('output-nonsensitive', vault(), vault({ value: '${nonsensitive(terraform_data.vault.output)}' })),
  change(
    'output-through-local',
    vault(),
    vault({ value: '${local.out}' }, { locals: { out: '${[nonsensitive(terraform_data.vault.output)]}' } }),
  ),
  change(
    'output-no-longer-sensitive',
    { ...base, more: { output: { key: { value: '${sensitive("a private value")}', sensitive: true } } } },
    { ...base, more: { output: { key: { value: 'a private value' } } } },
  ),
  change('provisioner-expression', base, {
    ...base,
    resource: {
      terraform_data: {
        lab: { input: 'x', provisioner: [{ 'local-exec': { command: '${file("/proc/self/environ")}' } }] },
      },
    },
  }),
  { ...change('pair-invites-without-recipient', base, invites('one', 'other')), isReviewed: true },
  {
    ...change('pair-second-of-a-name', base, {
      ...base,
      more: { provider: { platform: [existing] } },
      identities: { ...identities, again: another, third: { ...another, ...claims({ subject: `${EVIL}2` }) } },
      bindings: { ...bindings, again_edits: bind('again', 'editor', ACME) },
    }),
    isReviewed: true,
  },
  {
    ...change('pair-third-of-a-name', base, {
      ...base,
      more: { provider: { platform: [existing] } },
      identities: { ...identities, again: another, third: { ...another, ...claims({ subject: `${EVIL}2` }) } },
      bindings: { ...bindings, again_edits: bind('third', 'editor', ACME) },
    }),
    isReviewed: true,
  },
]);
