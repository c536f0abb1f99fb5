import { spawnSync } from 'node:child_process';
import { ISSUERS, type Issuer } from '../../../src/access/trust';
import { GIT_REF, OWN_HOST, UUID, NUMBER, withClaims, type Texts } from '../../../src/access/platforms/issuer';
import { KNOWN_HOSTS, knownHosts, SERVICES } from '../../../src/access/platforms/issuers';
import { patternAutomaton, reads } from '../claims/unlimited';

const isText = ({ is, not }: Texts, text: string) =>
  reads(patternAutomaton(is, true), text) && !(not !== undefined && reads(patternAutomaton(not, false), text));

it.each([
  ...['main', 'release/1.2', 'a@b', '@x', 'ünïcode', 'a-', 'x.lock2', '-x', '.x', 'x/', '/x', 'a//b'],
  ...['a/.b', 'a..b', 'a@{b', 'a.lock', 'a.lock/b', 'a.', 'a b', 'a~b', 'a^b', 'a:b', 'a?b', 'a*b', 'a[b'],
  ...['a\\b', 'a\tb', 'a\x7fb'],
])('treats %j as the name of a branch if git does', (name) => {
  const { status } = spawnSync('git', ['check-ref-format', '--branch', name]);
  expect(isText(GIT_REF, name)).toBe(status === 0);
});

it('tells UUIDs and numbers from other texts', () => {
  const uuid = '01234567-89ab-cdef-0123-456789abcdef';
  expect([uuid, uuid.toUpperCase(), uuid.slice(1), `{${uuid}}`].map((text) => isText(UUID, text))).toEqual([
    ...[true, false, false, false],
  ]);
  expect(['1', '120', '0', '012', '-1', ''].map((text) => isText(NUMBER, text))).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});

const isOwnHost = (text: string, hosts = KNOWN_HOSTS) => isText({ is: OWN_HOST.is, not: hosts }, text);

it('counts no host of a known platform as a self-hosted one', () => {
  const addresses = ISSUERS.flatMap(({ shapes }) => Object.values(shapes).map(({ iss = '' }) => iss));
  const hosts = addresses.flatMap((iss) => /^https:\/\/([^/]+)$/.exec(iss)?.[1] ?? []);
  const known = [...new Set(hosts)].filter((host) => host !== '{host}').map((host) => host.replace(/\{\w+\}/, 'a1'));
  expect(known).toContain('gitlab.com');
  expect(known.filter((host) => isOwnHost(host))).toEqual([]);
  const own = [
    'gitlab.acme.com',
    'git.gitlab.com.acme.example',
    'keycloak',
    'acme.com:8443',
    'Acme.com/git',
    'b\u00fc.de',
  ];
  expect(own.filter((host) => !isOwnHost(host))).toEqual([]);
  expect(['acme..com', '-acme.com', 'acme.com:', 'acme.com?x'].filter((host) => isOwnHost(host))).toEqual([]);
});

it('treats an issuer as a service exactly if no variable of its addresses is an own host', () => {
  const ownHosts = ISSUERS.filter(({ shapes }) =>
    Object.values(shapes).some(({ iss = '' }) => /^https:\/\/\{host\}/.test(iss)),
  );
  expect(ownHosts.length).toBeGreaterThan(3);
  expect(SERVICES).toEqual(ISSUERS.filter((issuer) => issuer.id !== 'any-issuer' && !ownHosts.includes(issuer)));
});

it('knows the hosts of a new platform from its addresses, unless its users choose them', () => {
  const hosts = (...addresses: readonly string[]) =>
    knownHosts([
      {
        variables: { host: OWN_HOST, org: { is: '[a-z]+' }, region: { is: '[a-z]+' } },
        shapes: Object.fromEntries(addresses.map((iss) => [iss, { iss }])),
      } as unknown as Issuer,
    ]);
  const of = hosts(
    'https://identity.depot.dev',
    'https://{org}.depot.dev',
    'https://{org}.{region}.depot.build',
    'https://{host}/_depot',
  );
  const depot = [
    'identity.depot.dev',
    'identity.depot.dev/x',
    'a.depot.dev',
    'a.eu.depot.build',
    'ci.acme.example/_depot',
  ];
  expect(depot.filter((host) => isOwnHost(host, of))).toEqual([]);
  const own = ['depot.dev.acme.example', 'ci.acme.example', 'ci.acme.example/_depot/x', 'depot.build'];
  expect(own.filter((host) => !isOwnHost(host, of))).toEqual([]);
  expect(hosts('https://{host}', 'https://{host}/{org}', 'https://oidc.depot.dev/org/{org}', 'not a URL')).toBe('');
});

it('adds common claims to each shape, and prefers those of the shape', () => {
  expect(withClaims({ iss: 'x', ref: 'all' }, { one: { sub: 'a' }, two: { ref: 'own' } })).toEqual({
    one: { iss: 'x', ref: 'all', sub: 'a' },
    two: { iss: 'x', ref: 'own' },
  });
});
