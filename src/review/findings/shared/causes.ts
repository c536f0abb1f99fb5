/** Merges findings that have the same cause: one change of a role is one entry, even if it affects many identities. */
import { counted, few } from '../../../base/text/words';
import { groupBy } from '../../../access/graph/paths';
import { SEVERITIES, type Severity } from '../../../access/rules';
import type { Finding } from './finding';

/** A finding, or several with one id and one cause. */
export interface MergedFinding extends Finding {
  /** The merged findings; absent for a single finding. */
  readonly affected?: readonly Finding[];
}

/** Returns one entry for each id and cause, in the order of the first finding of each. */
export function mergeByCause(findings: readonly Finding[]): MergedFinding[] {
  const entries = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = finding.cause === undefined ? `finding ${entries.size}` : `cause ${finding.id} ${finding.cause.key}`;
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, [finding]);
    else entry.push(finding);
  }
  return [...entries.values()].map(merged);
}

function merged(findings: readonly [Finding, ...Finding[]]): MergedFinding {
  const [{ id, cause, ...first }] = findings;
  if (findings.length === 1 || cause === undefined) return findings[0];
  const { address = first.address, plan = first.plan } = cause;
  return {
    id,
    severity: worst(findings),
    subject: cause.key,
    reason:
      cause.predicate === undefined
        ? `${cause.text}: ${predicatesText(findings, affectedText)}.`
        : `${affectedText(findings).text} ${cause.predicate}.`,
    address,
    plan,
    cause,
    evidence: findings.map(({ severity, subject, evidence }) => [severity, subject, ...evidence]),
    affected: findings,
  };
}

function worst(findings: readonly Finding[]): Severity {
  return SEVERITIES.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? 'low';
}

/** A sentence has this many predicates. */
const MOST_PREDICATES = 2;
/** The names of the objects of a current organization. No other part of a comment contains them. */
const MOST_NAMES = 10;

/**
 * Returns the number of objects with each predicate, the most frequent first.
 *
 * @param describe returns the subject of a predicate
 */
export function predicatesText<F extends Pick<Finding, 'predicate'>>(
  findings: readonly F[],
  describe: (findings: readonly F[]) => Subject,
): string {
  const kinds = [...groupBy(findings, ({ predicate = '' }) => predicate)];
  kinds.sort(([, a], [, b]) => b.length - a.length);
  const rest = kinds.splice(MOST_PREDICATES).flatMap(([, others]) => others);
  const text = (predicate: string, all: readonly F[]) => {
    const { text: who, isOne } = describe(all);
    return `${who} ${isOne ? predicate.replace(/^(?!can |may )\w+/, '$&s') : predicate}`.trimEnd();
  };
  return [
    ...kinds.map(([predicate, all]) => text(predicate, all)),
    ...(rest.length > 0 ? [`${describe(rest).text} for other reasons`] : []),
  ].join('; ');
}

/** Returns the reason of merged findings with three names instead of ten. */
export function shortenNames({ reason, affected = [] }: ShortenedFinding): string {
  const names = listNames(affected);
  const long = few(names, MOST_NAMES);
  return affected.length > 0 && reason.startsWith(long) ? `${few(names)}${reason.slice(long.length)}` : reason;
}

interface ShortenedFinding extends Pick<Finding, 'reason'> {
  readonly affected?: readonly Pick<Finding, 'identity' | 'subject'>[] | undefined;
}

/** The subject of a sentence. */
interface Subject {
  readonly text: string;
  readonly isOne: boolean;
}

/** Returns the counts: `14 identities in 10 groups`. Without a change, a finding has no other place for the names. */
function affectedText(findings: readonly Finding[]): Subject {
  const distinct = (of: (finding: Finding) => string | undefined) => new Set(findings.map(of));
  if (findings.every(({ cause }) => cause?.isOfState)) {
    const names = listNames(findings);
    return { text: few(names, MOST_NAMES), isOne: names.length === 1 };
  }
  const [identities, groups] = [distinct(({ identity }) => identity), distinct(({ group }) => group)];
  const [objects, noun] = identities.has(undefined)
    ? [distinct(({ subject }) => subject), 'object']
    : [identities, 'identity'];
  const where = identities.has(undefined) || groups.has(undefined) ? '' : ` in ${counted(groups.size, 'group')}`;
  return { text: `${counted(objects.size, noun)}${where}`, isOne: objects.size === 1 };
}

function listNames(findings: readonly Pick<Finding, 'identity' | 'subject'>[]): string[] {
  return [...new Set(findings.map(({ identity, subject }) => identity ?? subject))];
}

/** Returns the number of distinct causes by their worst severity. A finding without a cause counts as one. */
export function countCauses(findings: readonly Pick<Finding, 'severity' | 'cause'>[]): Record<Severity, number> {
  const severities = new Map<string, Severity>();
  findings.forEach(({ severity, cause }, index) => {
    const key = cause === undefined ? `finding ${index}` : `cause ${cause.key}`;
    const known = severities.get(key);
    if (known === undefined || SEVERITIES.indexOf(known) < SEVERITIES.indexOf(severity)) severities.set(key, severity);
  });
  const all = [...severities.values()];
  const count = (severity: Severity) => all.filter((one) => one === severity).length;
  return { low: count('low'), medium: count('medium'), high: count('high') };
}
