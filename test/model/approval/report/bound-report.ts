/** A report with all parts that bind, and nothing else. */
import { sealReport } from '../../../../src/model/approval';
import { REPORT_VERSION } from '../../../../src/model/report';

const empty = {
  version: REPORT_VERSION,
  executes: [],
  effect: { gained: [], lost: [], access: '', trust: [], escalations: [], findings: [], unresolved: [], state: [] },
  leastCapabilities: { capabilities: [], isNarrowable: true, problems: [] },
};

/** Returns a sealed report with these writes and parts. */
export function boundReport(approvedWrites: unknown, parts: Readonly<Record<string, unknown>> = {}) {
  return sealReport({ ...empty, approvedWrites, ...parts });
}
