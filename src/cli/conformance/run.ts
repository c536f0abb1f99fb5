/** Runs the cases of all rules against a service, and removes everything that they made. */
import { RuleDifference, NotOffered, NotTried } from './http/difference';
import { reportExchange } from './http/answer';
import { shownText } from './http/shown';
import { type CaseResult, type ConformanceResult, isFailure, type RuleResult, VERDICTS, worstVerdict } from './result';
import {
  type Case,
  getCases,
  type NamedCase,
  type Precondition,
  reasonsOfNeeds,
  type ConformanceRule,
  getSource,
} from './rules/rule';
import { rules as everyRule } from './rules';
import { openSession, type ConformanceSession, type SessionOptions } from './session/session';

export interface ConformanceOptions extends SessionOptions {
  readonly grpc?: boolean | undefined;
  /** @default every rule */
  readonly rules?: readonly ConformanceRule[] | undefined;
  /** Called when the cases of a rule have ended. */
  readonly progress?: ((ended: number, total: number) => void) | undefined;
}

/** The cases of a run end after this time: the removal needs the rest of two minutes. */
export const RUN_MS = 95_000;
/** Most cases wait for the service, or until reads show a write. The rate limiter limits the requests. */
const CONCURRENT = 80;
const SHOWN_EXCHANGES = 3;

/** Throws an `Error` if the run cannot create its group. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const { rules = everyRule } = options;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new NotTried(`the run ended after ${RUN_MS / 1000} seconds`)), RUN_MS);
  const signal = AbortSignal.any([options.signal, limit.signal]);
  try {
    const session = await openSession({ ...options, signal });
    let left: readonly string[] = [];
    let results: readonly RuleResult[];
    try {
      results = await runRules(rules, session, { ...options, signal });
    } finally {
      left = await session.close();
    }
    return summarize(results, options, left);
  } finally {
    clearTimeout(timer);
  }
}

async function runRules(
  rules: readonly ConformanceRule[],
  session: ConformanceSession,
  options: ConformanceOptions,
): Promise<RuleResult[]> {
  let ended = 0;
  const planned = rules.map((rule) => ({ rule, cases: getCases(rule) }));
  const waiting = planned.flatMap(({ rule, cases }) => cases.map((each) => ({ rule, each })));
  const results = new Map<Case, CaseResult>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.set(next.each, await runCase(next.each, next.rule, session, options));
      options.progress?.(++ended, ended + waiting.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return planned.map(({ rule, cases: all }) => {
    const { id, says, relies, ifDifferent, invisible } = rule;
    const cases = all.map((each) => results.get(each)).filter((result) => result !== undefined);
    const verdict = worstVerdict(cases.map((result) => result.verdict));
    const reasons = [...new Set(cases.flatMap(({ reason }) => reason ?? []))];
    const reason = invisible ?? reasons.join('; ');
    const isShown = reason !== '' && (verdict === 'notTried' || verdict === 'notOffered');
    return { id, says, verdict, source: getSource(rule), relies, ifDifferent, ...(isShown && { reason }), cases };
  });
}

async function runCase(
  given: NamedCase,
  rule: ConformanceRule,
  session: ConformanceSession,
  options: ConformanceOptions,
): Promise<CaseResult> {
  const { says, mayDiffer, relies = rule.relies } = given;
  const common = { says, relies };
  const reason = unmetNeed(given.needs, options);
  if (reason !== undefined) return { ...common, verdict: 'notTried', reason };
  try {
    options.signal.throwIfAborted();
    await given.run(session.kit);
    return { ...common, verdict: 'holds' };
  } catch (error) {
    if (error instanceof NotOffered) return { ...common, verdict: 'notOffered', reason: error.message };
    if (error instanceof TypeError)
      return { ...common, verdict: 'differs', expected: `the response has the form of the rule (${error.message})` };
    if (!(error instanceof RuleDifference))
      return { ...common, verdict: 'notTried', reason: shownText((error as Error).message, session.secrets) };
    return {
      ...common,
      verdict: mayDiffer === true ? 'allowed' : 'differs',
      expected: shownText(error.message, session.secrets),
      exchanges: error.answers.slice(-SHOWN_EXCHANGES).map((answer) => reportExchange(answer, session.secrets)),
    };
  }
}

function unmetNeed(need: Precondition | undefined, { throwawayRoot, grpc }: ConformanceOptions): string | undefined {
  const isMet = { throwawayRoot: throwawayRoot !== undefined, grpc: grpc === true };
  return need === undefined || isMet[need] ? undefined : reasonsOfNeeds[need];
}

function summarize(
  rules: readonly RuleResult[],
  { baseUrl, version, signal }: ConformanceOptions,
  left: readonly string[],
): ConformanceResult {
  const count = (verdict: RuleResult['verdict']): number => rules.filter((rule) => rule.verdict === verdict).length;
  return {
    version: 1,
    baseUrl,
    apiVersion: version,
    confirmed: rules.filter(({ source }) => source === 'confirmed').length,
    total: rules.length,
    counts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as ConformanceResult['counts'],
    fails: rules.some(({ cases }) => cases.some(isFailure)),
    left,
    ...(signal.aborted && { interrupted: 'the run was interrupted' }),
    rules,
  };
}
