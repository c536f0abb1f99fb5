/**
 * What a plan changes in who can do what: from the JSON of plans to a report, and the report for people and programs.
 *
 * ```ts
 * const report = reviewPlans([readPlan(readFileSync('plan.json', 'utf8'), 'plan.json')]);
 * ```
 */
export type { Cause } from './access-lines';
export { answer, type Answer, type AnsweredRow, type AnswerOptions, type Question } from './answers/answer';
export { formatAnswerCsv, formatAnswerJson, formatAnswerText, type AnswerFormatOptions } from './answers/formats';
export { QuestionError } from './answers/names';
export type { AnswerRow, RightsClass } from './answers/rows';
export {
  ApprovedReportError,
  differencesOf,
  readApproved,
  UnjudgedReportError,
  type ApprovedReport,
  type Difference,
} from './approved';
export type { AssertionResult, CheckedAssertion } from './assertions/check';
export {
  formatAssertionsJson,
  formatAssertionsJunit,
  formatAssertionsText,
  type AssertionTest,
} from './assertions/formats';
export type { AssumeRelation } from './assume/assume';
export type { Outsider } from './assume/outsiders';
export type { ChangeStatus } from './changes';
export type {
  AccessLimit,
  AssertedToken,
  Assertion,
  Invariant,
  ReviewConfiguration,
  Suppression,
  Who,
} from './configuration/configuration';
export { lineOf } from './configuration/lines';
export { ConfigurationError, readConfiguration } from './configuration/read';
export { readContext, type ContextOptions } from './context/read-context';
export { formatContext, isStoredContext, parseContext } from './context/stored-context';
export type { ExaminedObject, ExaminedSide } from './examined';
export { SEVERITIES, type FindingId, type Severity } from './finding';
export { formatDifferences } from './formats/differences';
export { formatHtml, type HtmlInput } from './formats/html';
export { COMMENT_MARKER, formatMarkdown, LONGEST_COMMENT, type MarkdownOptions } from './formats/markdown';
export { formatSarif } from './formats/sarif';
export { formatSuppressions } from './formats/suppressions';
export { formatSvg } from './formats/svg';
export type { TextOptions } from './formats/printer';
export { formatText } from './formats/text';
export { formatLeastCapabilities, leastCapabilities, type LeastCapabilities } from './least-capabilities';
export type { Need, NeedFor } from './needs';
export type { FieldChange } from './organization/fields';
export { readLive, rootsOf, type LiveOptions, type LiveOrganization } from './organization/live';
export { joinContexts, type PlanContext } from './organization/plan-context';
export { PlanError } from './plan/document';
export { isReviewPlan, leavesOpen, withReviews } from './plan/pair';
export type { Plan } from './plan/plan';
export { reportedArguments } from './plan/arguments';
export { LARGEST_PLAN_BYTES, readPlan, withArguments } from './plan/read-plan';
export { readState } from './plan/read-state';
export { readSynthesized, type Origin, type SourceLine, type Synthesized } from './plan/synthesized';
export type {
  AffectedObject,
  Report,
  ReportedAssume,
  ReportedChange,
  ReportedEscalation,
  ReportedFinding,
  ReportedLine,
  ReportedPlan,
  ReportedRow,
  ReportedThrough,
  ReportedUnmanaged,
  ReportedUnresolved,
  SuppressedFinding,
  Verdict,
  VerdictResult,
} from './report';
export { formatJson } from './report';
export { reasonsAgainst } from './resume';
export {
  examinePlans,
  exceeds,
  reviewPlans,
  type ConfigurationFile,
  type ExaminedAssertion,
  type Examination,
  type ReviewOptions,
} from './review';
