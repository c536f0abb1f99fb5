/** Reads the request of a run task, and accepts only addresses of HCP Terraform in it. */
import { allowedUrl } from '../outbound';

/** A request to review a plan. */
export interface RunTaskRequest {
  /** A token of this run task. Secret. */
  readonly token: string;
  readonly stage: string;
  readonly runId: string;
  readonly workspace: string;
  readonly commit?: string;
  readonly callbackUrl: string;
  /** Absent before the plan exists. */
  readonly planUrl?: string;
  /** The hosts that may receive the token. */
  readonly hosts: readonly string[];
}

/** The stages of a run that have a plan which is not applied yet. */
export const STAGES: readonly string[] = ['post_plan', 'pre_apply'];

/** Sent when someone creates or changes the run task. It has no plan. */
export function isVerification(payload: Readonly<Record<string, unknown>>): boolean {
  return payload['access_token'] === 'test-token' || payload['stage'] === 'test';
}

/** Returns the request, or the reason why it cannot be used. */
export function readPayload(
  payload: Readonly<Record<string, unknown>>,
  hosts: readonly string[],
): RunTaskRequest | string {
  const text = (name: string): string => {
    const value = payload[name];
    return typeof value === 'string' ? value : '';
  };
  const [token, runId, callbackUrl] = [text('access_token'), text('run_id'), text('task_result_callback_url')];
  if (payload['payload_version'] !== 1) return 'The version of the request is not supported.';
  if (!/^[\w.~+/=-]{8,}$/.test(token)) return 'The request has no token.';
  if (!/^run-\w+$/.test(runId)) return 'The request names no run.';
  if (!isApiUrl(callbackUrl, hosts, /^\/api\/v2\/task-results\/[\w-]+\/callback$/))
    return 'The callback is not an address of an allowed host.';
  const planUrl = text('plan_json_api_url');
  if (planUrl !== '' && !isApiUrl(planUrl, hosts, /^\/api\/v2\/plans\/[\w-]+\/json-output$/))
    return 'The plan is not at an address of an allowed host.';
  const commit = /\/([0-9a-f]{40})$/.exec(text('vcs_commit_url'))?.[1];
  return {
    ...{ token, runId, callbackUrl, hosts, stage: text('stage'), workspace: text('workspace_name') },
    ...(commit !== undefined && { commit }),
    ...(planUrl !== '' && { planUrl }),
  };
}

function isApiUrl(text: string, hosts: readonly string[], path: RegExp): boolean {
  try {
    const { pathname, search, hash } = allowedUrl(text, hosts);
    return path.test(pathname) && search === '' && hash === '';
  } catch {
    return false;
  }
}
