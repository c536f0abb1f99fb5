/**
 * Reviews how plans change access: reads the JSON of plans, creates a report, and formats it for people and programs.
 *
 * ```ts
 * const report = reviewPlans([readPlan(readFileSync('plan.json', 'utf8'), 'plan.json')]);
 * ```
 */

export type { Cause } from './access/access-lines';
export {
  answer,
  type Answer,
  type AnsweredQuestion,
  type AnsweredRow,
  type AnswerOptions,
  type Question,
} from './questions/answer';
export { formatAnswerCsv, formatAnswerJson, formatAnswerText, type AnswerFormatOptions } from './questions/formats';
export {
  createAccessReview,
  isOfOutsiders,
  type AccessReview,
  type AccessReviewOptions,
  type RemovalEvidence,
  type RemovalProposal,
  REMOVAL_REASONS,
} from './questions/access-review';
export { formatDanger, formatProposals, formatProposalsCsv } from './questions/access-review-formats';
export { listDangerNotes } from './questions/dangers';
export { formatUndeclaredOwners } from './formats/terminal/text-owners';
export { listOwnersOfRows } from './questions/owner-decisions';
export { NO_OWNERS } from './report/undeclared-owners';
export { formatAccessReviewHtml } from './questions/access-review-page';
export { PATCH_FILE, createRemovals, type Removals } from './questions/removals';
export { findExistingDeclared } from './questions/drift-declared';
export { createDrift, readAccepted, type Drift, type DriftOptions, type UnmanagedObject } from './questions/drift';
export {
  formatDriftJson,
  formatDriftMarkdown,
  formatDriftText,
  type DriftFormatOptions,
} from './questions/drift-formats';
export { QuestionError } from '../access/rules';
export type { RightsClass } from './access/rights';
export type { AnswerRow } from './questions/rows';
export { compareReports, type ReportDifference } from './formats/sentences/compare-reports';
export {
  ApprovedReportError,
  readApproved,
  InconclusiveReportError,
  type ApprovedReport,
} from './report/approval/approved-report';
export type { AssertionResult, CheckedAssertion } from '../access/rules';
export {
  formatAssertionsJson,
  formatAssertionsJunit,
  formatAssertionsText,
  type AssertionTest,
} from './formats/assertions';
export type { AssumeRelation } from './access/assume/compare-trust-policies';
export type { Outsider } from './access/assume/outsiders';
export type { ChangeStatus } from './words/change-texts';
export type {
  AccessLimit,
  AssertedToken,
  Assertion,
  Invariant,
  ReviewConfiguration,
  Suppression,
  Who,
} from '../access/rules';
export { findLine } from '../access/rules';
export { ConfigurationError, readConfiguration } from '../access/rules';
export { readContext, type ContextOptions } from './organization/context/read-context';
export { formatContext, isStoredContext, parseContext } from './organization/context/stored-context';
export type { ReviewedObject, ReviewedSide } from './report/reviewed-objects';
export { SEVERITIES, type FindingId, type Severity } from '../access/rules';
export { formatAtlantis, type AtlantisInput } from './formats/platforms/atlantis';
export { formatDifferences } from './formats/terminal/differences-text';
export { formatCodeQuality, formatGitLabTerraform } from './formats/platforms/gitlab';
export { formatHtml, type HtmlInput } from './formats/browser/html';
export { COMMENT_MARKER, formatMarkdown, LONGEST_COMMENT, type MarkdownOptions } from './formats/comment/markdown';
export { formatSarif } from './formats/platforms/sarif';
export { formatSuppressions } from './formats/suppressions';
export type { TextOptions } from './formats/terminal/printer';
export { formatText } from './formats/terminal/text';
export { formatLeastCapabilities, leastCapabilities, type LeastCapabilities } from './report/least-capabilities';
export type { Need, NeedFor } from './access/needs';
export type { FieldChange } from './organization/objects/fields';
export {
  createLivePlan,
  readLive,
  getPlaces,
  getRoots,
  managesObjects,
  type LiveOptions,
  type LiveOrganization,
} from './organization/context/live';
export { joinContexts, type PlanContext } from './organization/context/plan-context';
export { PlanError } from './input/plan/document';
export { isReviewPlan, leavesOpen, needsReviewPlans, withReviews } from './input/plan/review-plans';
export type { TerraformPlan } from './input/plan/plan';
export { isMadeByRelease, readPlanConfiguration } from './input/plan/saved-plan';
export { reportedArguments } from './input/plan/arguments';
export { LARGEST_PLAN_BYTES, markAsReviewPlan, type PlanNote, readPlan, withNote } from './input/plan/read-plan';
export { readState } from './input/plan/read-state';
export { isSynthesized, readDeclared, type DeclaredStack } from './input/plan/declared';
export {
  addressMoves,
  addressRows,
  type AddressMove,
  type AddressMoves,
  type AddressRow,
  type ComparedStack,
} from './questions/addresses';
export { readSynthesized, type Origin, type SourceLine, type Synthesized } from './input/plan/synthesized';
export type {
  AffectedObject,
  CurrentReport,
  Report,
  ReportedAssume,
  ReportedChange,
  ReportedEscalation,
  ReportedFinding,
  ReportedLine,
  ReportedMove,
  ReportedPlan,
  ReportedRow,
  ReportedThrough,
  ReportedUnmanaged,
  ReportedUnresolved,
  SuppressedFinding,
  Verdict,
  VerdictResult,
} from './report/types/report';
export { formatJson } from './formats/json';
export { reasonsAgainst } from './report/approval/resume';
export { exceeds } from './report/verdict';
export { readBaseline, type Baseline } from './report/baseline';
export type { ConfigurationFile } from './report/reported-findings';
export type { ReportedProof, UnprovedPlace } from '../model/report';
export type { Review, ReviewedAssertion } from './report/review-result';
export { createReview, reviewPlans, type ReviewOptions } from './review';
