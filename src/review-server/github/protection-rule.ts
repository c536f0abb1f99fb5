/** A deployment protection rule of GitHub: approves a deployment if its planned effect is the approved one. */
import { isObject, parseJson } from '../../api';
import { headerOf, type Answer, type Integration, type ReceivedRequest } from '../integration';
import { isSignedWith } from '../signature';
import { askAs, type AppOptions } from './app';
import { decide } from './decision';
import { readDeployment, type WaitingDeployment } from './event';

export interface ProtectionRuleOptions extends AppOptions {
  /** The secret of the App's webhook. */
  readonly secret: string;
  /** The workflow whose reports count, for example `.github/workflows/review.yml`. */
  readonly workflow: string;
}

const PROTECTION_RULE_PATH = '/github';

const EVENT = 'deployment_protection_rule';

export function createProtectionRule(options: ProtectionRuleOptions): Integration {
  return { path: PROTECTION_RULE_PATH, receive: (request) => receive(request, options) };
}

function receive(request: ReceivedRequest, options: ProtectionRuleOptions): Answer {
  const [algorithm, signature] = (headerOf(request, 'x-hub-signature-256') ?? '').split('=');
  if (algorithm !== 'sha256' || !isSignedWith(options.secret, 'sha256', request.body, signature))
    return { status: 401, text: 'The signature is missing or wrong. Check the secret of the webhook.' };
  const event = parseJson(request.body.toString());
  if (!isObject(event)) return { status: 400, text: 'The event is not JSON. Select application/json for the webhook.' };
  if (headerOf(request, 'x-github-event') !== EVENT || event['action'] !== 'requested')
    return { status: 200, text: 'Nothing to do for this event.' };
  const waiting = readDeployment(event, options.apiUrl);
  if (typeof waiting === 'string') return { status: 422, text: waiting };
  const name = `${waiting.repository} run ${waiting.runId}`;
  return { status: 202, text: 'Accepted.', work: { name, run: (signal) => answer(waiting, options, signal) } };
}

/** Sends the decision. If GitHub cannot be reached, the deployment keeps waiting. */
async function answer(
  waiting: WaitingDeployment,
  options: ProtectionRuleOptions,
  signal: AbortSignal,
): Promise<string> {
  const { repository, runId, environment } = waiting;
  const ask = await askAs(options, waiting, signal);
  const { state, comment } = await decide(waiting, options.workflow, ask);
  const path = `/repos/${repository}/actions/runs/${runId}/deployment_protection_rule`;
  const { status } = await ask('POST', path, { environment_name: environment, state, comment });
  return status < 300 ? `${state}. ${comment}` : `${state}, but GitHub rejected the answer: HTTP ${status}`;
}
