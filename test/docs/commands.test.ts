/**
 * Documented commands. `npx platform-iac` runs the installed program. In a folder without it, npx asks the registry for a package
 * with the name `platform-iac`, next to an exported token. So a page names the package, unless the reader has installed it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The sections with commands that run in a project that depends on the package. */
const inProject = [
  'README.md#Quick start',
  'docs/access.md#Access review',
  'docs/access.md#Ask on the command line',
  'docs/access.md#Explore an organization',
  'docs/adopt.md#Add unmanaged objects',
  'docs/cli.md#Addresses',
  'docs/cli.md#New project',
  'docs/teams.md#Invite people',
  'docs/data-stacks.md#Stacks that are data',
  'docs/emulator.md#Emulator',
  'docs/emulator.md#OIDC issuer',
  'docs/move-from-go-provider.md#Steps',
  'docs/approval.md#Commands',
  'docs/approval.md#Least privilege',
  'docs/review.md#Create a plan and review it',
  'docs/review.md#Review without a plan',
  'docs/drift.md#Drift in a pipeline',
  'docs/drift.md#Run it',
  'docs/pipelines.md#Pull requests from forks',
  'docs/provider.md#Plain HCL',
  'examples/new-project/AGENTS.md#Rules and documentation',
  'examples/new-project/AGENTS.md#The loop',
  'examples/new-project/README.md#First steps',
  'examples/pipelines/README.md#Set it up',
];

/** The sections that describe both forms. */
const describing = ['README.md#Installation', 'docs/cli.md#Command line'];

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.tf'], {
  encoding: 'utf8',
})
  .split('\n')
  // The guides of the registry are copies.
  .filter((page) => /^(README\.md|docs\/(?!guides\/)|examples\/)/.test(page) && existsSync(page));

function sectionsWithout(page: string): readonly string[] {
  let section = '';
  const found = new Set<string>();
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    section = /^#+ (.*)/.exec(line)?.[1] ?? section;
    if (line.includes('npx platform-iac')) found.add(`${page}#${section}`);
  }
  return [...found];
}

test('only commands of a project that depends on the package leave its name out', () => {
  expect(pages.flatMap(sectionsWithout).sort()).toEqual([...inProject, ...describing].sort());
});

test('the first command of a page without a project names the package', () => {
  for (const page of ['docs/adopt.md', 'docs/cli.md', 'docs/emulator.md'])
    expect(readFileSync(page, 'utf8')).toMatch(
      /npx -p (?:\.\/)?cdktf-provider-platform(?:-0\.1\.0\.tgz)? platform-iac/,
    );
});

test('no command installs or runs the package by its name, which is not ours before the first release', () => {
  const folders = readdirSync('examples').map((name) => `examples/${name}/README.md`);
  const read = [...pages, ...folders].filter((page) => page.endsWith('.md') && existsSync(page));
  const blocks = read.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^```[^`]*?^```/gms)].map(([text]) => [page, text] as const),
  );
  const isBare = (text: string) => /(?:npm (?:i|install)(?: -\S+)*|npx -p) cdktf-provider-platform(?:\s|$)/m.test(text);
  expect(blocks.flatMap(([page, text]) => (isBare(text) ? [page] : []))).toEqual([]);
});

test('a page with the bare name in a sentence warns that it may be the name of someone else', () => {
  const named = pages.filter((page) => /`npx -p cdktf-provider-platform\b/.test(readFileSync(page, 'utf8')));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((page) => !readFileSync(page, 'utf8').includes("may be someone else's"))).toEqual([]);
});

test('every command that a page names exists', () => {
  const sources = readdirSync('src/cli/commands').map((file) => readFileSync(`src/cli/commands/${file}`, 'utf8'));
  const isKnown = (command: string) => sources.some((source) => source.includes(`'${command}'`));
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/(?:platform-iac |`(?!npx ))([a-z][a-z-]+)(?: [a-z-]+)? --help`/g)].map(
      ([, command]) => `${page}: ${command}`,
    ),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((command) => !isKnown(command.split(': ')[1] ?? ''))).toEqual([]);
});

test('no command that installs a package limits its version from above', () => {
  const commands = pages.flatMap((page) => readFileSync(page, 'utf8').match(/npm (?:install|i) [^\n`]*/g) ?? []);
  expect(commands.length).toBeGreaterThan(8);
  // The types of Node have the version of the oldest supported Node.
  const limited = commands.flatMap((command) => command.split(' ')).filter((word) => /.@[~^<=\d]/.test(word));
  expect(limited.filter((word) => word !== '@types/node@20')).toEqual([]);
});

/** Times in sentences. A second occurrence, or a second person, is no time. */
const TIME =
  /\b(?:\d[\d.,]*|an?|half an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|a few|several|some) (?:ms|s|milliseconds?|seconds?|minutes?|min|hours?|h)\b|\b(?:milliseconds|seconds|minutes|hours)\b/gi;

/** The pages that are written from the declarations: their sentences are descriptions of fields and rules. */
const described =
  /^docs\/(?:(?:api|resources|data-sources|list-resources|ephemeral-resources|functions)\/|(?:index|kinds|compatibility)\.md)/;

/**
 * The times that a page states, each with a file and a text in it: the limit in the code, the rule of the API, the benchmark that
 * measures it, or the record of a measurement. A promise without such a source is wrong on another machine.
 */
const times: Readonly<Record<string, readonly (readonly [time: string, file: string, text: string])[]>> = {
  'docs/access-program.md': [['a second', 'test/bench/access.ts', 'const size = 10_000;']],
  'docs/client.md': [
    ['five minutes', 'src/model/api/README.md', 'An OIDC token of a CI system is valid for five minutes'],
    ['half a second', 'src/client/calls/retry.ts', 'FIRST_DELAY_MS = 500;'],
    ['16 s', 'src/client/calls/retry.ts', 'MAX_DELAY_MS = 16_000;'],
    ['two minutes', 'src/client/calls/retry.ts', 'MAX_RETRY_AFTER_MS = 2 * 60_000;'],
    ['30 s', 'src/client/calls/call.ts', 'DEFAULT_REQUEST_TIMEOUT_MS = 30_000;'],
    ['a second', 'src/client/transport/rate-limiter.ts', 'requestsPerSecond'],
  ],
  'docs/contributing.md': [
    ['seconds', 'src/tools/check/check.mjs', 'seconds'],
    ['five seconds', 'docs/contributing.md', 'Mark a test file as slow if it takes more than five seconds'],
    ['ten minutes', 'test/attack/reopen.ts', "minutes: values.minutes ?? '10'"],
  ],
  'docs/data-stacks.md': [['a minute', 'src/model/approval/grammar/block-checks.ts', 'MIN_TIMEOUT_MS = 60_000;']],
  'docs/emulator.md': [
    ['an hour', 'src/model/api/README.md', 'An exchanged token is valid for an hour.'],
    ['five seconds', 'src/emulator/auth/exchange.ts', 'IDENTITY_CACHE_MS = 5_000;'],
    ['milliseconds', 'src/emulator/faults/fault-schema.ts', 'Milliseconds, at most'],
    ['3 s', 'src/emulator/faults/live-like.ts', 'lagMs = 3000'],
    ['5 s', 'src/emulator/faults/live-like.ts', 'newGroupMs = 5000'],
  ],
  'docs/operating.md': [
    ['ten seconds', 'src/provider/keys/keys-of-kind.ts', 'MAX_AGE_MS = 10_000;'],
    ['seconds', 'src/model/api/README.md', 'may lag'],
    ...[
      '2 s',
      '17 s',
      '6 s',
      '29 s',
      '8 s',
      '35 s',
      '25 s',
      '10 s',
      '0.7 s',
      '27 s',
      '162 s',
      '668 s',
      '16 s',
      '4 s',
    ].map(
      (measured) =>
        [measured, 'docs/operating.md', '`npm run bench -- large 50000` repeats these measurements'] as const,
    ),
    ['20 seconds', 'test/bench/state-size.ts', 'state-size'],
    ['two seconds', 'src/client/transport/learned-rate.ts', 'LEAST_PER_SECOND = 0.5;'],
    ['two seconds', 'src/provider/lifecycle/create.ts', 'CLOCK_SLACK_MS = 2_000;'],
    ['two minutes', 'src/client/transport/rate-limiter.ts', 'MAX_REFUSED_MS = 2 * 60_000;'],
    ['3 seconds', 'test/acceptance/provider/debug-log.test.ts', 'propagation_timeout_seconds'],
    ['milliseconds', 'docs/operating.md', 'after `ms` milliseconds'],
    ['ten minutes', 'src/provider/keys/duplicates.ts', 'MAX_DISTANCE_MS = 600_000;'],
    ['five seconds', 'src/model/api/README.md', 'The exchange caches an identity for about five seconds.'],
    ['a few seconds', 'src/model/api/README.md', 'may lag'],
  ],
  'docs/provider.md': [
    ['ten seconds', 'src/provider/lifecycle/create.ts', 'HANDOVER_MS = 10_000;'],
    ['a minute', 'src/provider/lifecycle/delete.ts', 'MAX_WAIT_MS = 60_000;'],
    ['20 minutes', 'src/model/kinds/resource-settings.ts', "create: '20m'"],
  ],
  'docs/security.md': [['hours', 'docs/security.md', '60 million steps for each comparison']],
  'docs/testing.md': [
    ['60 seconds', 'docs/testing.md', 'with a time limit of 60 seconds'],
    ['5 seconds', 'docs/testing.md', 'the default of Jest is 5 seconds'],
  ],
  'docs/versions.md': ['3.4 s', '3.3 s', '2.8 s', '2.6 s'].map(
    (measured) => [measured, 'docs/versions.md', '(`npm run bench -- empty-plan`)'] as const,
  ),
  'examples/pipelines/README.md': [['an hour', 'src/model/api/README.md', 'an API token for an hour']],
};

function timesIn(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '``');
  const found = [...prose.matchAll(TIME)].flatMap(({ 0: time, index }) => {
    const rest = prose.slice(index + time.length);
    return time.toLowerCase() === 'a second' && /^ [a-z]/.test(rest) && !/^ for /.test(rest)
      ? []
      : [time.toLowerCase()];
  });
  return [...new Set(found)];
}

test('each time in a sentence has a source', () => {
  const written = pages.filter((page) => page.endsWith('.md') && !described.test(page));
  const stated = written.flatMap((page) => timesIn(readFileSync(page, 'utf8')).map((time) => `${page}: ${time}`));
  const known = Object.entries(times).flatMap(([page, rows]) => rows.map(([time]) => `${page}: ${time}`));
  expect(stated.sort()).toEqual([...new Set(known)].sort());
  const sources = Object.values(times).flat();
  expect(
    sources.filter(([, file, text]) => !readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ').includes(text)),
  ).toEqual([]);
});

test.each([
  ['builds it for a minute.', ['a minute']],
  ['Takes milliseconds and needs no Terraform.', ['milliseconds']],
  ['## Try it in two minutes', ['two minutes']],
  ['A second person approves it in 1.5 s.', ['1.5 s']],
  ['They take about a second for each.', ['a second']],
  ['`ttl: 5 minutes`', []],
])('%s states %p', (text, found) => {
  expect(timesIn(text)).toEqual(found);
});
