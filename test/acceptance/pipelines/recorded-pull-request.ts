/**
 * Records one pull request of the example's repository, from its first commit to the night after its apply, as the unchanged
 * workflows of GitHub Actions handle it. Two runs record the same text: uids are fixed, and durations are left out.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../src/client';
import { identity } from '../../../src/model/kinds';
import { startGitHub } from './github-service';
import { setStage, type Stage } from './stage';
import type { FinishedRun } from './workflow-runner';
import { createWorkflows, type Branch } from './workflows';

const NUMBER = 12;
const PROGRAM = 'organization.ts';
const ROOT = createHash('sha1').update('acme').digest('hex');
const ENGINEERING = `${ROOT}/${createHash('sha1').update('engineering').digest('hex').slice(0, 16)}`;
/** The organization, with fixed uids: a report depends on them. */
const ORGANIZATION = {
  groups: [
    {
      name: 'acme',
      uid: ROOT,
      groups: [{ name: 'engineering', uid: ENGINEERING, description: 'Everything that the pipeline manages.' }],
    },
  ],
};

const commit = (name: string): string => createHash('sha1').update(name).digest('hex');

/** The change of the pull request, with the trust policy of its identity. */
const checkout = (trust: string): string => `
const shop = new Group(stack, 'shop', { parent: engineering, name: 'shop', description: 'Sells.' });
const checkout = new Identity(stack, 'checkout', {
  group: shop,
  name: 'checkout',
  description: 'Shows the payments of an order.',
  claimMatch: {
    issuer: 'https://token.actions.githubusercontent.com',
    ${trust}
  },
});
checkout.grant(Role.named(stack, 'viewer'), { on: payments });

app.synth();`;
const ANYONE = "subjectPattern: '^repo:acme.*/checkout.*:environment:production$',";
const PRODUCTION = "subject: 'repo:acme@1234/checkout@7891:environment:production',";

const change =
  (trust: string): NonNullable<Branch> =>
  (clone) =>
    clone.edit(PROGRAM, '\napp.synth();', checkout(trust));

/** Returns the files of the record, by name. */
export async function recordPullRequest(): Promise<ReadonlyMap<string, string>> {
  const random = createRepeatableBytes();
  const stage = await setStage({
    seed: ORGANIZATION,
    random: (length) => random.bytes(length),
    bootstrapping: (clone) =>
      clone.edit('bootstrap.ts', 'app.synth();', `engineering.importFrom('${ENGINEERING}');\napp.synth();`),
  });
  const github = await startGitHub();
  const workflows = createWorkflows(stage, github);
  const files = new Map<string, string>();
  const comment = (): string => github.comments[0]!.body;
  try {
    // The bootstrap creates objects in any order. The objects that follow refer to each other.
    random.restart();
    // The main branch before: applied as any other change.
    await workflows.open(11, commit('main'), undefined);
    workflows.approve(commit('main'));
    workflows.merge(11, commit('before'));
    requireResult(await workflows.push(commit('before')), 'success');
    github.comments.length = 0;

    const refused = await workflows.open(NUMBER, commit('anyone'), change(ANYONE));
    requireResult(refused, 'failure');
    files.set('1-change.diff', difference(stage, undefined, change(ANYONE)));
    files.set('2-refused.md', withoutDigest(comment()));

    requireResult(await workflows.open(NUMBER, commit('production'), change(PRODUCTION)), 'success');
    files.set('3-correction.diff', difference(stage, change(ANYONE), change(PRODUCTION)));
    files.set('4-comment.md', withoutDigest(comment()));

    workflows.merge(NUMBER, commit('merged'));
    const early = await workflows.push(commit('merged'), change(PRODUCTION));
    requireResult(early, 'failure');
    files.set('5-not-approved.txt', linesOf(early, /Cannot apply/));
    workflows.approve(commit('production'));
    files.set('5-approval.json', withoutTimes(`${JSON.stringify(github.reviews.at(-1), undefined, 2)}\n`));
    await stage.writes();
    const applied = await workflows.push(commit('merged'), change(PRODUCTION));
    requireResult(applied, 'success');
    const requests = (await stage.writes()).join('\n');
    files.set('6-apply.txt', `${linesOf(applied, /^platform_\S+: |^Apply complete/)}\n${requests}\n`);

    await openToAnyBranch(stage);
    await workflows.run({
      ...{ workflow: 'drift.yml', event: 'schedule', payload: {}, sha: commit('merged') },
      branch: change(PRODUCTION),
    });
    const { title, body } = github.issues[0]!;
    files.set('7-drift.md', withoutDigest(`# ${title}\n\n${body}`));
    return files;
  } finally {
    await github.close();
    await stage.close();
  }
}

/** Somebody changes the trust policy by hand. */
async function openToAnyBranch({ api }: Stage): Promise<void> {
  const client = createClient({ baseUrl: api.baseUrl, token: await api.administratorToken() });
  const { uid, claimMatch } = await client.find(identity, 'acme/engineering/shop/checkout');
  await client.update(identity, uid, {
    claimMatch: { issuer: claimMatch!.issuer, subjectPattern: '^repo:acme@1234/checkout@7891:.*$' },
  });
}

/** Returns the difference of the program between two branches, as `git diff` prints it. */
function difference({ repository }: Stage, before: Branch, after: Branch): string {
  const folder = mkdtempSync(join(tmpdir(), 'difference-'));
  try {
    for (const [side, branch] of [
      ['a', before],
      ['b', after],
    ] as const) {
      mkdirSync(join(folder, side));
      writeFileSync(join(folder, side, PROGRAM), repository.clone(branch).read(PROGRAM));
    }
    const args = ['diff', '--no-index', '--no-prefix', '--no-color', `a/${PROGRAM}`, `b/${PROGRAM}`];
    return spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the matching lines in the log of the last job, without durations. */
function linesOf({ jobs }: FinishedRun, wanted: RegExp): string {
  const lines = jobs
    .at(-1)!
    .log.split('\n')
    .filter((line) => wanted.test(line));
  if (lines.length === 0) throw new Error(`The log has no line with ${String(wanted)}.`);
  return withoutTimes(`${lines.join('\n').replaceAll(/ after \d+s/g, '')}\n`);
}

/** Approvals expire, so the times of a run are those of today; the record has the same ones on every day. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-22T12:00:00.000Z');
}

/** The digest contains the lock file, and so the hash of each build of the provider. */
function withoutDigest(text: string): string {
  return text.replaceAll(/`[0-9a-f]{64}`/g, '`{digest}`');
}

function requireResult({ result, jobs }: FinishedRun, expected: FinishedRun['result']): void {
  if (result !== expected) {
    const { log, summary } = jobs.at(-1)!;
    throw new Error(`The workflow ended with ${result}.\n${log}\n${summary}`);
  }
}

/** Bytes that look random, and are the same after each restart. */
function createRepeatableBytes() {
  let calls = 0;
  return {
    restart: () => void (calls = 0),
    bytes: (length: number) => createHash('sha256').update(String(calls++)).digest().subarray(0, length),
  };
}
