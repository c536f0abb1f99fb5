/** Findings that the configuration accepts. */
import { mergeByCause, type MergedFinding } from './causes';
import type { Finding } from './finding';
import type { Suppression } from '../../../access/rules';

export interface AcceptedFinding {
  readonly finding: MergedFinding;
  readonly suppression: Suppression;
}

/**
 * The reason why a suppression accepts nothing.
 *
 * - `incomplete`: it has no fingerprint or no expiry.
 * - `expired`: its expiry day is today or earlier.
 * - `changed`: the finding exists, but with other facts.
 * - `unused`: the finding does not exist.
 */
export type IdleReason = 'incomplete' | 'expired' | 'changed' | 'unused';

export interface Suppressed {
  /** The findings that count. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly AcceptedFinding[];
  /** Suppressions that accept nothing. */
  readonly idle: readonly { readonly suppression: Suppression; readonly why: IdleReason }[];
}

/**
 * Separates the findings that a valid suppression accepts: same id, subject and fingerprint, before its expiry. A suppression
 * accepts one finding, or all findings that have one cause.
 */
export function suppress(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  { now, getFingerprint }: { readonly now: Date; readonly getFingerprint: (finding: Finding) => string },
): Suppressed {
  const today = now.toISOString().slice(0, 10);
  const isValid = ({ fingerprint, expires }: Suppression) =>
    fingerprint !== undefined && expires !== undefined && expires > today;
  const isAbout = (suppression: Suppression, { id, subject }: Finding) =>
    suppression.id === id && suppression.subject === subject;
  const valid = suppressions.filter(isValid);
  const merged =
    suppressions.length === 0 ? [] : mergeByCause(findings).filter(({ affected }) => affected !== undefined);
  const candidates: readonly MergedFinding[] = [...merged, ...findings];
  const accepting = new Map<MergedFinding, Suppression>();
  for (const finding of valid.length === 0 ? [] : candidates) {
    const about = valid.filter((suppression) => isAbout(suppression, finding));
    const found =
      about.length === 0 ? undefined : about.find((suppression) => suppression.fingerprint === getFingerprint(finding));
    if (found !== undefined) accepting.set(finding, found);
  }
  const used = new Set(accepting.values());
  const whyIdle = (suppression: Suppression): IdleReason => {
    if (suppression.fingerprint === undefined || suppression.expires === undefined) return 'incomplete';
    if (suppression.expires <= today) return 'expired';
    return candidates.some((finding) => isAbout(suppression, finding)) ? 'changed' : 'unused';
  };
  const covered = new Set([...accepting.keys()].flatMap(({ affected = [] }) => affected));
  return {
    findings: findings.filter((finding) => !accepting.has(finding) && !covered.has(finding)),
    suppressed: [...accepting].flatMap(([finding, suppression]) =>
      covered.has(finding) ? [] : [{ finding, suppression }],
    ),
    idle: suppressions
      .filter((suppression) => !used.has(suppression))
      .map((suppression) => ({ suppression, why: whyIdle(suppression) })),
  };
}
