/** Converts findings to their form in the report: with the place of their declaration, their rule and their fingerprint. */
import type { MergedFinding } from '../findings/shared/causes';
import type { Finding, RulePath } from '../findings/shared/finding';
import { findLine } from '../../access/rules';
import type { SourceLine } from '../input/plan/synthesized';
import { fingerprint } from './digest/fingerprint';
import type { AddOrigin } from './reported-access';
import type { AffectedObject, ReportedFinding } from './types/report';

/** The file that contains the configuration. */
export interface ConfigurationFile {
  readonly name: string;
  readonly text: string;
}

export type RuleLines = (rule: RulePath | undefined) => SourceLine | undefined;

export function createRuleLines(file: ConfigurationFile | undefined): RuleLines {
  return (rule) => {
    const line = file === undefined || rule === undefined ? undefined : findLine(file.text, rule);
    return file === undefined || line === undefined ? undefined : { file: file.name, line };
  };
}

export function reportedFinding(finding: MergedFinding, declared: AddOrigin, lineOfRule: RuleLines): ReportedFinding {
  const { id, cause, affected } = finding;
  const object = affectedObject(finding, declared, lineOfRule);
  const objects = affected?.map((target) => affectedObject(target, declared, lineOfRule));
  return {
    id,
    ...object,
    ...(object.source !== undefined && objects !== undefined && { source: sharedLine(object.source, objects) }),
    ...(cause !== undefined && { cause: { key: cause.key, text: cause.text, paste: cause.paste } }),
    ...(objects !== undefined && { affected: objects }),
  };
}

/** Returns the line without its caller if only some of the objects have this caller. */
function sharedLine({ file, line, caller }: SourceLine, objects: readonly AffectedObject[]): SourceLine {
  const isShared = objects.every(
    ({ source }) => source?.caller?.file === caller?.file && source?.caller?.line === caller?.line,
  );
  return { file, line, ...(isShared && caller !== undefined && { caller }) };
}

function affectedObject(finding: Finding, declared: AddOrigin, lineOfRule: RuleLines): AffectedObject {
  const rule = lineOfRule(finding.rule);
  return declared({
    severity: finding.severity,
    subject: finding.subject,
    reason: finding.reason,
    predicate: finding.predicate,
    holds: finding.holds,
    witness: finding.witness,
    identity: finding.identity,
    group: finding.group,
    unmanaged: finding.unmanaged,
    address: finding.address,
    plan: finding.plan,
    ...(rule !== undefined && { rule }),
    fingerprint: fingerprint(finding),
  });
}
