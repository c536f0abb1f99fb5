/** Decides which sections are expanded, because a finding is about them. */
import type { FindingId } from '../../access/rules';
import { sortAccess } from '../access/rights';
import type { AffectedObject, Report, ReportedAssume, ReportedLine } from '../report/types/report';

/** Kinds of findings about lost access. */
const lossIds: ReadonlySet<FindingId> = new Set(['last-owners', 'self-lockout', 'mass-removal', 'destroyed-elsewhere']);

/** Returns true if a finding is about lost access. */
export function isLossFinding({ findings, access }: Report): boolean {
  if (findings.some(({ id }) => lossIds.has(id))) return access.lines.lost.length > 0;
  const addresses = new Set(affectedObjects(findings).map(getPlace));
  return access.lines.lost.some((line) => line.address !== undefined && addresses.has(getPlace(line)));
}

/** Returns the trust policies, with findings first, their number, and true if one of those existed before. */
export function assumeWithFindingsFirst({ assume, findings }: Report): {
  readonly all: readonly ReportedAssume[];
  readonly withFinding: number;
  readonly hasChangeWithFinding: boolean;
} {
  const objects = affectedObjects(findings);
  const paths = new Set(objects.flatMap(({ subject, identity }) => [subject, identity]));
  const places = new Set(objects.flatMap((object) => (object.address === undefined ? [] : [getPlace(object)])));
  const found = assume.filter(
    (reportedAssume) => paths.has(reportedAssume.identity) || places.has(getPlace(reportedAssume)),
  );
  return {
    all: [...found, ...assume.filter((reportedAssume) => !found.includes(reportedAssume))],
    withFinding: found.length,
    hasChangeWithFinding: found.some(({ before, after }) => before !== undefined && after !== undefined),
  };
}

function affectedObjects(findings: Report['findings']): AffectedObject[] {
  return findings.flatMap((finding) => [finding, ...(finding.affected ?? [])]);
}

function getPlace({ plan = '', address = '' }: Pick<AffectedObject, 'plan' | 'address'>): string {
  return `${plan} ${address}`;
}

const STRANGERS: Readonly<Partial<Record<FindingId, string>>> = {
  'undeclared-owner': 'undeclared owner',
  'outsider-can-assume': 'outsiders',
};

/** Returns who can assume an identity, by its path: outsiders, or an owner that nobody declared. */
export function findStrangers({ findings }: Pick<Report, 'findings'>): ReadonlyMap<string, string> {
  return new Map(
    findings.flatMap((finding) => {
      const who = STRANGERS[finding.id];
      return (finding.affected ?? [finding]).flatMap(({ identity, witness }) => {
        if (who === undefined || identity === undefined) return [];
        // Without a token, it is unknown.
        const isPossible = finding.id === 'outsider-can-assume' && witness === undefined;
        return [[identity, isPossible ? `possibly ${who}` : who] as const];
      });
    }),
  );
}

/** Returns gained access: of strangers, then by its level. */
export function sortGained(report: Report): readonly ReportedLine[] {
  const strangers = findStrangers(report);
  const sorted = sortAccess(report.access.lines.gained);
  return [
    ...sorted.filter((line) => strangers.has(line.identity)),
    ...sorted.filter((line) => !strangers.has(line.identity)),
  ];
}
