/** The result of a run: a verdict for each rule and each of its cases. */
import type { ReportedExchange } from './http/answer';
import type { Reliance, Source } from './rules/rule';

/**
 * `allowed`: the service differs where the rule is marked (d). `notOffered`: the service lacks the operation. `notTried`: the
 * case needs more than the run has, or no request can show it.
 */
export type CaseVerdict = 'holds' | 'differs' | 'allowed' | 'notOffered' | 'notTried';

/** From the most to the least telling: a rule has the first verdict that one of its cases has. */
export const VERDICTS = [
  'differs',
  'allowed',
  'holds',
  'notOffered',
  'notTried',
] as const satisfies readonly CaseVerdict[];

export const verdictTexts: Readonly<Record<CaseVerdict, string>> = {
  holds: 'holds',
  differs: 'differs',
  allowed: 'allowed to differ',
  notOffered: 'not offered',
  notTried: 'not tried',
};

export interface CaseResult {
  readonly says: string;
  readonly verdict: CaseVerdict;
  readonly relies: readonly Reliance[];
  /** The reason for `notTried` and `notOffered`. */
  readonly reason?: string;
  /** The requirement that the service does not meet. */
  readonly expected?: string;
  readonly exchanges?: readonly ReportedExchange[];
}

export interface RuleResult {
  readonly id: string;
  readonly says: string;
  readonly verdict: CaseVerdict;
  readonly source: Source;
  readonly relies: readonly Reliance[];
  readonly ifDifferent: string;
  readonly reason?: string;
  readonly cases: readonly CaseResult[];
}

export interface ConformanceResult {
  /** The version of this format. */
  readonly version: 1;
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly confirmed: number;
  readonly total: number;
  readonly counts: Readonly<Record<CaseVerdict, number>>;
  /** True if a rule differs on which the client or the provider relies. */
  readonly fails: boolean;
  /** Objects that the run could not remove. */
  readonly left: readonly string[];
  /** The reason why the run ended early. */
  readonly interrupted?: string;
  readonly rules: readonly RuleResult[];
}

export function worstVerdict(verdicts: readonly CaseVerdict[]): CaseVerdict {
  return VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? 'notTried';
}

/** Returns true if the case shows a difference on which the client or the provider relies. */
export function isFailure({ verdict, relies }: CaseResult): boolean {
  return verdict === 'differs' && relies.some((part) => part === 'client' || part === 'provider');
}
