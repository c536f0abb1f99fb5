/** The entries of the lock file inside of a saved plan. */
import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { executes, programs, reviewSaved as review } from './saved-review';

const lock = (address: string, hash: string) =>
  `# A comment.\n\nprovider "${address}" {\n  version     = "1.2.3"\n  constraints = "~> 1.0"\n  hashes = [\n    "h1:${hash}",\n    "zh:b",\n  ]\n}\n`;

test('each entry of the lock file is a line with its version and its hashes', () => {
  const of = (hash: string) => review({}, { lock: lock('registry.terraform.io/acme/tool', hash) });
  expect(executes(of('a'), 'lock')).toContainEqual(
    expect.objectContaining({
      ...{ address: 'registry.terraform.io/acme/tool', version: '1.2.3', hashes: ['h1:a', 'zh:b'] },
    }),
  );
  expect(of('a').digest).not.toBe(of('c').digest);
});

test.each<[string, string, string[]]>([
  ['the file of this release', lock(PROVIDER_ADDRESS, 'own'), []],
  ['another file', lock(PROVIDER_ADDRESS, 'other'), [PROVIDER_ADDRESS]],
  ['no entry', '', [PROVIDER_ADDRESS]],
  ['an unreadable text', 'provider {', [PROVIDER_ADDRESS]],
])('a plan whose lock file has %s of this provider', (_, text, expected) => {
  const report = review({}, { lock: text, releaseHashes: ['h1:own'] });
  expect(programs(report)).toEqual(expected);
  const trusting = review({}, { lock: text, releaseHashes: ['h1:own'], trusted: [PROVIDER_ADDRESS] });
  expect(programs(trusting)).toEqual([]);
});
