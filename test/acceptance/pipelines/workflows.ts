/** Pull requests of the example's repository, as the unchanged workflows of GitHub Actions handle them. */
import type { GitHub } from './github-service';
import type { Clone } from './repository';
import { bootstrapSettings, claimsOf, subjects, type Stage } from './stage';
import { runWorkflow, type FinishedRun, type Occasion } from './workflow-runner';

export type Branch = ((clone: Clone) => void) | undefined;

export type Happened = Pick<Occasion, 'workflow' | 'event' | 'payload' | 'sha'> & {
  readonly branch?: Branch;
  readonly inputs?: Occasion['inputs'];
};

export interface Workflows {
  run(happened: Happened): Promise<FinishedRun>;
  /** Opens a pull request of ada, or pushes to it, and runs its review. */
  open(number: number, head: string, branch: Branch, fork?: string): Promise<FinishedRun>;
  /** Approves a commit as grace. */
  approve(head: string): void;
  merge(number: number, commit: string): void;
  /** Runs the workflow of a push to the main branch. */
  push(commit: string, branch?: Branch): Promise<FinishedRun>;
}

export function createWorkflows({ api, state, repository, uids, common }: Stage, github: GitHub): Workflows {
  const run = ({ branch, inputs = {}, ...happened }: Happened): Promise<FinishedRun> =>
    runWorkflow({
      ...happened,
      inputs,
      github,
      payload: { repository: { default_branch: 'main' }, ...happened.payload },
      clone: () => repository.clone(branch),
      // The issuer in the stack of the bootstrap is that of this test.
      env: { OIDC_ISSUER: bootstrapSettings(api)['OIDC_ISSUER'] ?? '' },
      vars: {
        ...common,
        ...uids,
        ROOT_GROUP_UID: api.rootGroupUid,
        STATE_READER: 'reader',
        STATE_WRITER: 'writer',
      },
      secrets: { STATE_READER_PASSWORD: state.passwords.reads, STATE_WRITER_PASSWORD: state.passwords.writes },
      oidcToken: (audience, environment) =>
        api.oidcToken({
          audience,
          subject: environment === 'production' ? subjects.production : subjects.main,
          claims: claimsOf(happened.workflow.replace('.yml', '')),
        }),
    });

  return {
    run,
    async open(number, head, branch, fork) {
      const pull = { number, user: { login: 'ada' }, base: { ref: 'main' }, head: { sha: head } };
      const found = github.pulls.find((before) => before.number === number);
      if (found === undefined) github.pulls.push({ ...pull, merged_at: null, merge_commit_sha: null });
      else Object.assign(found, pull);
      const synth = await run({
        workflow: 'synth.yml',
        event: 'pull_request',
        payload: { pull_request: pull },
        sha: head,
        branch,
      });
      expect(synth.jobs).toMatchObject([{ name: 'synth', result: 'success' }]);
      const workflow_run = {
        id: synth.id,
        event: 'pull_request',
        conclusion: 'success',
        head_sha: head,
        head_repository: { full_name: fork ?? 'acme/organization' },
        pull_requests: fork === undefined ? [pull] : [],
      };
      return run({ workflow: 'review.yml', event: 'workflow_run', payload: { workflow_run }, sha: '0'.repeat(40) });
    },
    approve(head) {
      const approval = { state: 'APPROVED', commit_id: head, user: { login: 'grace' } };
      github.reviews.push({ ...approval, submitted_at: github.now() });
    },
    merge(number, commit) {
      const pull = github.pulls.find((request) => request.number === number)!;
      Object.assign(pull, { merged_at: github.now(), merge_commit_sha: commit });
    },
    push: (commit, branch) => run({ workflow: 'apply.yml', event: 'push', payload: {}, sha: commit, branch }),
  };
}
