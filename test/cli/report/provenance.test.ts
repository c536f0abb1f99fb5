/** Tests the commit and the pull request of a report, from the environment of CI systems and from options. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProvenance } from '../../../src/cli/report/provenance';

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/infra',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_SHA: 'aaaaaaaaaa',
  GITHUB_REF: 'refs/pull/7/merge',
};

test('GitHub Actions: the head of the pull request, not the merge commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-'));
  try {
    const file = join(folder, 'event.json');
    writeFileSync(file, JSON.stringify({ pull_request: { number: 7, head: { sha: 'bbbbbbbbbb' } } }));
    const pullRequest = { number: 7, url: 'https://github.com/acme/infra/pull/7' };
    const event = { ...github, GITHUB_EVENT_PATH: file };
    expect(readProvenance({}, event)).toEqual({ repository: 'acme/infra', commit: 'bbbbbbbbbb', pullRequest });
    expect(readProvenance({}, { ...event, GITHUB_REF: 'refs/heads/main' })).toMatchObject({
      pullRequest: { number: 7 },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('GitHub Actions: a push has no pull request, and an unreadable event is ignored', () => {
  const push = { ...github, GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: '/does/not/exist' };
  expect(readProvenance({}, push)).toEqual({ repository: 'acme/infra', commit: 'aaaaaaaaaa' });
});

test('GitLab CI: the merge request by its number in the project', () => {
  const gitlab = {
    GITLAB_CI: 'true',
    CI_PROJECT_PATH: 'acme/infra',
    CI_PROJECT_URL: 'https://gitlab.com/acme/infra',
    CI_COMMIT_SHA: 'cccccccccc',
    CI_MERGE_REQUEST_IID: '12',
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  };
  expect(readProvenance({}, gitlab)).toEqual({
    repository: 'acme/infra',
    commit: 'cccccccccc',
    pullRequest: { number: 12, mark: '!', url: 'https://gitlab.com/acme/infra/-/merge_requests/12' },
  });
});

test('options take precedence over the environment', () => {
  const url = 'https://git.example/acme/infra/pulls/9';
  expect(readProvenance({ stack: ['org'], commit: 'dddddddddd', pullRequest: url }, github)).toEqual({
    repository: 'acme/infra',
    stacks: ['org'],
    commit: 'dddddddddd',
    pullRequest: { number: 9, url },
  });
  expect(readProvenance({ pullRequest: '!3' }, {})).toEqual({ pullRequest: { number: 3, mark: '!' } });
});

test.each([
  [{ commit: 'HEAD' }, 'Cannot read --commit HEAD'],
  [{ pullRequest: 'mine' }, 'Cannot read --pull-request mine'],
])('%j is rejected with the reason', (flags, message) => {
  expect(() => readProvenance(flags, {})).toThrow(message);
});
