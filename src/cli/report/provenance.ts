/** The stack, commit and pull request of a change: from options, else from the variables of GitHub Actions and GitLab CI. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { isObject } from '../../model/api';
import type { ReviewOptions } from '../../review';

export interface ProvenanceFlags {
  readonly stack?: readonly string[];
  readonly commit?: string;
  readonly pullRequest?: string;
}

type Provenance = NonNullable<ReviewOptions['provenance']>;
type Variables = Readonly<Record<string, string | undefined>>;

export function addProvenanceOptions(command: Command): Command {
  return command
    .option(
      '--stack <name>',
      'Name of the stack, shown in the report; may be repeated',
      (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
    )
    .option('--commit <sha>', 'Commit of the change; by default that of GitHub Actions or GitLab CI')
    .option('--pull-request <number|url>', 'Pull request; by default that of GitHub Actions or GitLab CI');
}

/** Returns the known facts about the change. Throws an `Error` if an option has another form. */
export function readProvenance(flags: ProvenanceFlags, variables: Variables = process.env): Provenance {
  const { stack, commit, pullRequest } = flags;
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/.test(commit))
    throw new Error(`Cannot read --commit ${commit}: it is not a commit. Pass 7 to 64 hexadecimal digits.`);
  return {
    ...fromGitHub(variables),
    ...fromGitLab(variables),
    ...(stack !== undefined && { stacks: stack }),
    ...(commit !== undefined && { commit }),
    ...(pullRequest !== undefined && { pullRequest: getPullRequest(pullRequest) }),
  };
}

function getPullRequest(text: string): NonNullable<Provenance['pullRequest']> {
  const [, prefix = '', digits = ''] = /^(?:#|!|(https:\/\/\S+\/))?(\d{1,9})$/.exec(text) ?? [];
  if (digits === '')
    throw new Error(
      `Cannot read --pull-request ${text}: it is neither a number nor an address that ends with one. Pass 7 or https://github.com/acme/infra/pull/7.`,
    );
  return {
    number: Number(digits),
    ...((text.startsWith('!') || prefix.includes('/merge_requests/')) && { mark: '!' }),
    ...(prefix !== '' && { url: text }),
  };
}

/** For pull requests GITHUB_SHA is a merge commit; the event contains the proposed one. */
function fromGitHub(variables: Variables): Provenance {
  if (variables['GITHUB_ACTIONS'] !== 'true') return {};
  const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server, GITHUB_SHA: sha } = variables;
  const event = eventIn(variables['GITHUB_EVENT_PATH']);
  const number = Number(/^refs\/pull\/(\d+)\//.exec(variables['GITHUB_REF'] ?? '')?.[1] ?? event?.number ?? 0);
  const commit = event?.head ?? sha;
  const isLinked = server !== undefined && repository !== undefined;
  return {
    ...(repository !== undefined && { repository }),
    ...(commit !== undefined && { commit }),
    ...(number > 0 && {
      pullRequest: { number, ...(isLinked && { url: `${server}/${repository}/pull/${number}` }) },
    }),
  };
}

/** The number and the head of the pull request of the event, if it is one. */
function eventIn(file: string | undefined): { readonly number?: number; readonly head?: string } | undefined {
  if (file === undefined) return undefined;
  try {
    const event: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const request = isObject(event) ? event['pull_request'] : undefined;
    if (!isObject(request)) return undefined;
    const { number, head } = request;
    const sha = isObject(head) ? head['sha'] : undefined;
    return { ...(typeof number === 'number' && { number }), ...(typeof sha === 'string' && { head: sha }) };
  } catch {
    return undefined; // The report only lacks the pull request.
  }
}

function fromGitLab(variables: Variables): Provenance {
  if (variables['GITLAB_CI'] !== 'true') return {};
  const { CI_PROJECT_PATH: repository, CI_PROJECT_URL: project, CI_MERGE_REQUEST_IID: iid } = variables;
  const source = variables['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const commit = source === undefined || source === '' ? variables['CI_COMMIT_SHA'] : source;
  const number = Number(iid ?? 0);
  return {
    ...(repository !== undefined && { repository }),
    ...(commit !== undefined && { commit }),
    ...(number > 0 && {
      pullRequest: {
        number,
        mark: '!',
        ...(project !== undefined && { url: `${project}/-/merge_requests/${number}` }),
      },
    }),
  };
}
