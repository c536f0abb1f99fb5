/** A policy about trust policies that accept tokens of outsiders. */
import { obtainableTokens, type Obtained } from '../../src/claims';
import { isOneWorkload, isOutsider, tokenText, type TrustPolicy } from '../../src/rules';
import type { OwnCheck } from './policy';

/** The time limits of one trust policy and of all of them. A decision takes about 20 ms. */
const ONE_MS = 2000;
const ALL_MS = 30_000;

const results = new Map<string, Obtained | 'invalid'>();

export function noBroadSubjects(owners: readonly string[] | undefined): OwnCheck {
  return ({ trust: policies }, report) => {
    const end = Date.now() + ALL_MS;
    for (const [identity, trust] of policies) {
      const found = obtained(trust, owners, end);
      if (found === 'late') report.unknown(identity, 'the evaluation of all trust policies takes too long');
      if (typeof found === 'string') continue;
      const outsider = found.obtainable.find(isOutsider);
      if (outsider !== undefined && !trust.isUnknown)
        report(
          identity,
          `accepts outsiders: ${outsider.who} can assume it with the token ${tokenText(outsider.token)}. Accept fewer tokens`,
        );
      else if (outsider !== undefined) report.unknown(identity, 'only Terraform knows a part of its trust policy');
      else if (found.unknown.length > 0) report.unknown(identity, `it is unknown ${found.unknown.join(' and ')}`);
    }
  };
}

/** With static keys, no issuer signs the tokens. Another check reports an invalid pattern. */
function obtained(
  { by, match }: TrustPolicy,
  owners: readonly string[] | undefined,
  end: number,
): Obtained | 'late' | 'invalid' {
  if (match === undefined || by === 'static_keys' || isOneWorkload(match, owners)) return 'invalid';
  const id = JSON.stringify([match, owners]);
  const known = results.get(id);
  if (known !== undefined) return known;
  const milliseconds = Math.min(ONE_MS, end - Date.now());
  if (milliseconds <= 0) return 'late';
  const result = evaluated(() => obtainableTokens(match, { milliseconds, ...(owners && { owners }) }));
  results.set(id, result);
  return result;
}

function evaluated(work: () => Obtained): Obtained | 'invalid' {
  try {
    return work();
  } catch {
    return 'invalid';
  }
}
