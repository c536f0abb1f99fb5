/** Reads the webhook of a deployment protection rule, and accepts only the callback of its own repository. */
import { isObject } from '../../api';

/** A deployment that waits for an answer. */
export interface WaitingDeployment {
  readonly environment: string;
  /** For example `acme/organization`. */
  readonly repository: string;
  readonly repositoryId: number;
  readonly defaultBranch: string;
  readonly installation: number;
  /** The run that waits. */
  readonly runId: number;
  /** The commit to deploy. */
  readonly commit: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the deployment, or the reason why it cannot be used. */
export function readDeployment(event: Values, apiUrl: string): WaitingDeployment | string {
  const part = (name: string): Values => (isObject(event[name]) ? event[name] : {});
  const [repository, deployment, installation] = [part('repository'), part('deployment'), part('installation')];
  const { environment, deployment_callback_url: callback } = event;
  const { full_name: name, id: repositoryId, default_branch: defaultBranch } = repository;
  if (typeof environment !== 'string' || environment === '') return 'The event names no environment.';
  if (typeof name !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(name)) return 'The event names no repository.';
  if (!isId(repositoryId) || !isId(installation['id'])) return 'The event has no id of the repository or installation.';
  if (typeof defaultBranch !== 'string' || defaultBranch === '') return 'The event names no default branch.';
  const { sha } = deployment;
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha)) return 'The event names no commit.';
  const start = `${apiUrl}/repos/${name}/actions/runs/`;
  const run = typeof callback === 'string' && callback.startsWith(start) ? callback.slice(start.length) : '';
  const runId = Number(/^(\d{1,15})\/deployment_protection_rule$/.exec(run)?.[1] ?? 0);
  if (runId === 0) return 'The callback does not belong to the repository.';
  const ids = { repositoryId, installation: installation['id'], runId };
  return { environment, repository: name, defaultBranch, commit: sha, ...ids };
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
