/**
 * A run of the pipeline applies the approval of a pull request. It moves forward only: a commit that equals or precedes the last applied one
 * would restore access that was revoked. The programs of the example pipelines decide, and ask a service with a drawn history.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../support/random';
import { runProgram, startService } from '../../examples/pipelines/program';
import { APPLIED } from '../tally';
import { type Outcome, type Play, REFUSED } from './play';

const DAY = 86_400_000;
const COMMITS = 6;
const REVIEWED = 'f'.repeat(40);
const commitAt = (index: number): string => index.toString(16).repeat(40);
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

interface History {
  /** The index of the commit that the run applies. */
  readonly own: number;
  /** The indexes of the commits that were applied, the last one first. */
  readonly applied: readonly number[];
  /** The index of the last common commit with the last applied one: another one for a rewritten branch. */
  readonly fork: number;
}

/** @param isRight true for a run that moves forward */
function drawHistory(random: Random, isRight?: boolean): History {
  const drawn = drawAnyHistory(random);
  return isRight === undefined || isForward(drawn) === isRight ? drawn : drawHistory(random, isRight);
}

function drawAnyHistory(random: Random): History {
  const own = 1 + random.below(COMMITS - 1);
  const applied = Array.from({ length: random.below(4) }, () => 1 + random.below(COMMITS - 1));
  const [last = 0] = applied;
  const fork = random.chance(20) ? 0 : Math.min(own, last);
  return { own, applied, fork };
}

/** True if the run moves forward. */
function isForward({ own, applied: [last], fork }: History): boolean {
  return last === undefined || (own > last && fork === last);
}

function judge(
  isAllowed: boolean,
  { code, stderr }: { readonly code: number | null; readonly stderr: string },
  drawn: unknown,
): Outcome {
  const isApplied = code === 0;
  const beyond =
    isApplied === isAllowed ? [] : [`${isApplied ? 'Applied' : `Refused: ${stderr}`} ${JSON.stringify(drawn)}`];
  return { result: isApplied ? APPLIED : REFUSED, beyond };
}

async function playGitHub(random: Random): Promise<Outcome> {
  // A second reason would hide that the first one is ignored.
  const wrong = random.pick(['history', 'history', 'attempts', 'age', 'author', 'nothing']);
  const history = drawHistory(random, wrong === 'history' ? undefined : true);
  const { own, applied, fork } = history;
  const attempts = Array.from({ length: random.below(3) }, () => 'failure');
  if (wrong === 'attempts') attempts.push('success');
  const [approvedDays, isByAuthor] = [random.pick(wrong === 'age' ? [7.1, 30] : [0.5, 2, 6.9])!, wrong === 'author'];
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'attack-github-'));
  try {
    const readable = (path: string, value: unknown) => service.readable.set(`/repos/acme/organization/${path}`, value);
    const [commit, last = 0] = [commitAt(own), ...applied];
    readable(`commits/${commit}/pulls?per_page=100&page=1`, [
      {
        ...{ number: 7, user: { login: 'ada' }, merged_at: ago(0.1), merge_commit_sha: commit },
        ...{ base: { ref: 'main' }, head: { sha: REVIEWED } },
      },
    ]);
    readable(`actions/artifacts?per_page=100&name=review-${REVIEWED}`, {
      artifacts: [{ expired: false, created_at: ago(approvedDays + 0.1), workflow_run: { id: 11 } }],
    });
    readable('actions/runs/11', {
      ...{ id: 11, event: 'workflow_run', path: '.github/workflows/review.yml' },
      head_repository: { full_name: 'acme/organization' },
    });
    readable('pulls/7/reviews?per_page=100&page=1', [
      {
        ...{ state: 'APPROVED', commit_id: REVIEWED, submitted_at: ago(approvedDays) },
        user: { login: isByAuthor ? 'ada' : 'grace' },
      },
    ]);
    for (const login of ['ada', 'grace']) readable(`collaborators/${login}/permission`, { permission: 'write' });
    readable('actions/workflows/apply.yml/runs?branch=main&status=success&per_page=100', {
      workflow_runs: applied.map((index, at) => ({ id: 70 - at, head_sha: commitAt(index) })),
    });
    for (const [at, conclusion] of attempts.entries()) readable(`actions/runs/77/attempts/${at + 1}`, { conclusion });
    const status =
      fork !== Math.min(own, last) ? 'diverged' : own > last ? 'ahead' : own === last ? 'identical' : 'behind';
    readable(`compare/${commitAt(last)}...${commit}`, { status });
    const event = join(folder, 'event.json');
    writeFileSync(event, JSON.stringify({ repository: { default_branch: 'main' } }));
    const ended = await runProgram('github.mjs', ['reviewed'], {
      ...{
        GITHUB_API_URL: service.url,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'acme/organization',
      },
      ...{ GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: String(attempts.length + 1), GITHUB_SHA: commit },
      ...{ GITHUB_TOKEN: 'of-the-job', GITHUB_EVENT_PATH: event },
    });
    const isAllowed = isForward(history) && !attempts.includes('success') && approvedDays < 7 && !isByAuthor;
    return judge(isAllowed, ended, { history, attempts, approvedDays, isByAuthor });
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

async function playGitLab(random: Random): Promise<Outcome> {
  const history = drawHistory(random);
  const { own, applied, fork } = history;
  const service = await startService();
  try {
    const readable = (path: string, value: unknown) => service.readable.set(`/projects/5/${path}`, value);
    const expiry = random.chance(30) ? [{ sha: commitAt(COMMITS - 1), deployable: { name: 'apply-expiry' } }] : [];
    readable('deployments?environment=production&status=success&order_by=finished_at&sort=desc&per_page=100&page=1', [
      ...expiry,
      ...applied.map((index) => ({ sha: commitAt(index), deployable: { name: 'apply' } })),
    ]);
    const [last = 0] = applied;
    readable(`repository/merge_base?refs[]=${commitAt(last)}&refs[]=${commitAt(own)}`, { id: commitAt(fork) });
    const ended = await runProgram('gitlab.mjs', ['forward'], {
      ...{ CI_API_V4_URL: service.url, CI_PROJECT_ID: '5', CI_COMMIT_SHA: commitAt(own) },
      ...{ CI_ENVIRONMENT_NAME: 'production', CI_JOB_NAME: 'apply', GITLAB_TOKEN: 'of-the-project' },
    });
    return judge(isForward(history), ended, history);
  } finally {
    await service.close();
  }
}

export const approvals: readonly Play[] = [
  { name: 'a run of GitHub applies a merged commit', play: playGitHub },
  { name: 'a job of GitLab applies a merged commit', play: playGitLab },
];
