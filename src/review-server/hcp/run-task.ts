/** An HCP Terraform run task: reviews the plan of a run, and reports the result to HCP Terraform. */
import { isObject, parseJson } from '../../api';
import type { Severity } from '../../rules';
import type * as ReviewModule from '../../review';
import type { ConfigurationFile, Report, ReviewConfiguration } from '../../review';
import type { formatRunTaskResult } from '../../review/formats/run-task';
import { headerOf, type Answer, type Integration, type ReceivedRequest } from '../integration';
import { allowedUrl, OutboundError, type Outbound } from '../outbound';
import { isSignedWith } from '../signature';
import { isVerification, readPayload, STAGES, type RunTaskRequest } from './payload';

export interface RunTaskOptions {
  /** The HMAC key of the run task. */
  readonly key: string;
  /** The hosts of HCP Terraform or Terraform Enterprise, for example `app.terraform.io`. */
  readonly hosts: readonly string[];
  readonly failOn: Severity;
  readonly configuration?: ReviewConfiguration | undefined;
  readonly configurationFile?: ConfigurationFile | undefined;
  readonly send: Outbound;
  /** Loaded with the first review. */
  readonly review: () => Pick<typeof ReviewModule, 'readPlan' | 'reviewPlans' | 'PlanError'> & {
    readonly formatRunTaskResult: typeof formatRunTaskResult;
  };
}

const RUN_TASK_PATH = '/hcp-terraform';

/** The largest plan, in bytes. A review is not interruptible, so it must not take long. */
const LARGEST_PLAN_BYTES = 64 * 1024 * 1024;
/** The number of redirects to the storage of a plan. */
const MOST_REDIRECTS = 2;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export function createRunTask(options: RunTaskOptions): Integration {
  return { path: RUN_TASK_PATH, receive: (request) => receive(request, options) };
}

function receive(request: ReceivedRequest, options: RunTaskOptions): Answer {
  const { key, hosts } = options;
  if (!isSignedWith(key, 'sha512', request.body, headerOf(request, 'x-tfc-task-signature')))
    return { status: 401, text: 'The signature is missing or wrong. Check the HMAC key of the run task.' };
  const payload = parseJson(request.body.toString());
  if (!isObject(payload)) return { status: 400, text: 'The request is not JSON.' };
  if (isVerification(payload)) return { status: 200, text: 'The run task is ready.' };
  const task = readPayload(payload, hosts);
  if (typeof task === 'string') return { status: 422, text: task };
  const work = { name: `run ${task.runId}`, run: (signal: AbortSignal) => reviewRun(task, options, signal) };
  return { status: 200, text: 'Accepted.', work };
}

/** Reviews the plan and sends the result. Any error is a failed result. */
async function reviewRun(task: RunTaskRequest, options: RunTaskOptions, signal: AbortSignal): Promise<string> {
  const { send, failOn } = options;
  const { formatRunTaskResult } = options.review();
  let result: ReturnType<typeof formatRunTaskResult>;
  try {
    result = formatRunTaskResult(await reportOf(task, options, signal), failOn);
  } catch (error) {
    const { PlanError } = options.review();
    const isKnown = error instanceof OutboundError || error instanceof PlanError;
    result = formatRunTaskResult(isKnown ? error.message : 'Cannot review the plan: an internal error.', failOn);
  }
  const { status } = await send({
    ...{ method: 'PATCH', url: task.callbackUrl, hosts: task.hosts, body: result.body, signal },
    headers: { authorization: `Bearer ${task.token}`, 'content-type': 'application/vnd.api+json' },
  });
  return status < 300 ? result.status : `${result.status}, but HCP Terraform rejected the result: HTTP ${status}`;
}

async function reportOf(task: RunTaskRequest, options: RunTaskOptions, signal: AbortSignal): Promise<Report> {
  const { readPlan, reviewPlans, PlanError } = options.review();
  const { workspace, commit, planUrl, stage } = task;
  if (planUrl === undefined || !STAGES.includes(stage))
    throw new PlanError('Cannot review this stage: it has no plan. Select the stage Post-plan for the run task.');
  const text = await planText(task, planUrl, options.send, signal);
  const { configuration, configurationFile } = options;
  const provenance = { stacks: [workspace], ...(commit !== undefined && { commit }) };
  return reviewPlans([readPlan(text, workspace)], { configuration, configurationFile, provenance });
}

/** Returns the plan. HCP Terraform redirects to its storage, where the URL is the credential: the token is not sent there. */
async function planText(task: RunTaskRequest, planUrl: string, send: Outbound, signal: AbortSignal): Promise<string> {
  const limits = { signal, largestBytes: LARGEST_PLAN_BYTES };
  const authorization = { authorization: `Bearer ${task.token}` };
  let reply = await send({ method: 'GET', url: planUrl, hosts: task.hosts, headers: authorization, ...limits });
  let from = planUrl;
  for (let redirects = 0; REDIRECTS.includes(reply.status) && redirects < MOST_REDIRECTS; redirects++) {
    const hosts = task.hosts.flatMap(storageHosts);
    if (reply.location === undefined || !URL.canParse(reply.location, from))
      throw new OutboundError('Cannot read the plan: the redirect has no address.');
    from = allowedUrl(new URL(reply.location, from).href, hosts).href;
    reply = await send({ method: 'GET', url: from, hosts, headers: {}, ...limits });
  }
  if (reply.status !== 200)
    throw new OutboundError(`Cannot read the plan: HCP Terraform answered with HTTP ${reply.status}.`);
  return reply.text;
}

/** Returns the host and its storage: `archivist.terraform.io` for `app.terraform.io`, the same host for Terraform Enterprise. */
function storageHosts(host: string): string[] {
  const storage = /^app\.((?:[a-z]+\.)?terraform\.io)$/.exec(host)?.[1];
  return storage === undefined ? [host] : [host, `archivist.${storage}`];
}
