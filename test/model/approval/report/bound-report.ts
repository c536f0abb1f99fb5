/** A report with all parts that bind, and nothing else. */
import { REPORT_VERSION, sealReport } from '../../../../src/model/approval';

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
