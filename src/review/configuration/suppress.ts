/** Findings that the configuration accepts. */
import type { Finding } from '../finding';
import type { Suppression } from './configuration';

export interface SuppressedFinding {
  readonly finding: Finding;
  readonly suppression: Suppression;
}

export interface Suppressed {
  /** Those that count. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** Suppressions that have passed, and those that nothing is suppressed by. */
  readonly expired: readonly Suppression[];
  readonly unused: readonly Suppression[];
}

export function suppress(findings: readonly Finding[], suppressions: readonly Suppression[], now: Date): Suppressed {
  const today = now.toISOString().slice(0, 10);
  const isExpired = ({ expires }: Suppression) => expires !== undefined && expires <= today;
  const valid = suppressions.filter((one) => !isExpired(one));
  const suppressionOf = ({ id, subject }: Finding) => valid.find((one) => one.id === id && one.subject === subject);
  const suppressed = findings.flatMap((finding) => {
    const suppression = suppressionOf(finding);
    return suppression === undefined ? [] : [{ finding, suppression }];
  });
  return {
    findings: findings.filter((finding) => suppressionOf(finding) === undefined),
    suppressed,
    expired: suppressions.filter(isExpired),
    unused: valid.filter((one) => !suppressed.some(({ suppression }) => suppression === one)),
  };
}
