/** Creates the data of the page from the report and the organization, without duplicates. */
import { accessData, type AccessGraph } from '../../../access/graph';
import type {
  PageDeclaration,
  PageAffected,
  PageCause,
  PageData,
  PageFinding,
  PageLine,
  PageObject,
  PageReview,
  PageSentenceParts,
} from '../../page/data';
import { CONFIGURATION_FILE, withConfigurationName } from '../../../base/text/configuration-name';
import { displayed } from '../../../base/text/visible';
import { builtInRightsText, sortAccess } from '../../access/rights';
import { findStrangers, sortGained } from '../expanded';
import { counted } from '../../../base/text/words';
import type { UndeclaredOwner } from '../../report/undeclared-owners';
import type { ReviewedObject } from '../../report/reviewed-objects';
import type { AffectedObject, Report, ReportedFinding, ReportedLine } from '../../report/types/report';
import { headlineSentences, provenanceParts, summary } from '../sentences/headline';
import { approvedWrite, findUidNames, type UidNames } from './page-writes';
import { hintSections } from '../sentences/hints';
import { moveBlocks } from '../move-blocks';
import { clauseText, findingsByCause, groupAlike, listedFindings, objectText } from '../sentences/finding-entries';
import { assumeText, earlyCause } from '../sentences/phrases';
import { createNameFinder } from '../sentences/marked-names';
import { getAuditFacts, getOwners, type AuditInput } from './page-audit';
import { withShortNames } from '../sentences/short-names';
import { alikeTextsWithExample } from '../sentences/several-findings';
import { suppressionLine } from '../suppressions';

/** The input of a page, for example a {@link Review}. */
export interface HtmlInput extends AuditInput {
  /** @default none: the page shows the organization without a review */
  readonly report?: Report;
  /** @default none: `after` is the current organization */
  readonly before?: AccessGraph;
  readonly objects: readonly ReviewedObject[];
  /** Keys of roles with unknown capabilities. */
  readonly unknownRoles: ReadonlySet<string>;
  /** The sources of the data. @default the plans of the report */
  readonly sources?: readonly string[];
  /** The reasons why it is incomplete. @default the problems of the report */
  readonly problems?: readonly string[];
  /** The owners if the configuration declares none. @default those of the report */
  readonly undeclaredOwners?: readonly UndeclaredOwner[];
}

/** Returns the data that the script of the page reads. Its JSON omits absent values. */
export function pageData(input: HtmlInput): PageData {
  const { report, after, objects, unknownRoles, sources, problems = report?.verdict.problems ?? [] } = input;
  // The review of a current organization has no change.
  const before = report?.current === undefined ? input.before : undefined;
  const place = createPlace(objects);
  const sentence = createPageSentence(report);
  const uidNames = findUidNames([...(before === undefined ? [] : [before]), after]);
  return withShortNames({
    ...(report === undefined
      ? getTitle(after, objects, before !== undefined)
      : { title: headlineSentences(report).map(sentence), lead: sentence(summary({ ...report, unread: [] })) }),
    provenance: report && provenanceParts(report).map(({ text }) => text),
    sources: sources ?? getSources(report),
    configuration: withConfigurationName(CONFIGURATION_FILE, report?.provenance?.configuration),
    before: before && accessData(before),
    after: accessData(after),
    unknownRoles: [...unknownRoles],
    problems: problems.map(sentence),
    objects: objects.map((object) => pageObject(before === undefined ? asItIs(object) : object, place)),
    review: report && getReview(report, objects, place, sentence, uidNames),
    ...getOwners(report, input.undeclaredOwners ?? [], sentence),
    ...(report === undefined && getAuditFacts(input)),
  });
}

function getSources(report: Report | undefined): string[] {
  const names = report?.plans.map(({ name }) => name) ?? [];
  return names.length === 0 && report?.current !== undefined ? ['live organization'] : names;
}

function getTitle({ groups }: AccessGraph, objects: readonly ReviewedObject[], isChanged: boolean) {
  const roots = groups.filter(({ parent }) => parent === undefined).map(({ path }) => displayed(path));
  const few = roots.length > 3 ? `${roots.slice(0, 3).join(', ')} and ${roots.length - 3} more` : roots.join(', ');
  const changing = objects.filter(({ status }) => status !== 'kept').length;
  const size = counted(objects.length, 'object');
  return {
    title: [[few || 'An organization']],
    lead: [isChanged ? `${size}, ${counted(changing, 'change')}.` : `${size}.`],
  };
}

type PageSentence = (sentence: string) => PageSentenceParts;

/** Creates a function that returns a sentence with its names apart: the page shows each in its own element. */
function createPageSentence(report: Report | undefined): PageSentence {
  if (report === undefined) return (sentence) => [sentence];
  const findNames = createNameFinder(report);
  return (sentence) =>
    findNames(withConfigurationName(sentence, report.provenance?.configuration)).map((part) =>
      typeof part === 'string'
        ? displayed(part)
        : { name: displayed(part.name), ...(part.isText === true && { isText: true }) },
    );
}

type Place = (declared: {
  readonly [Name in keyof PageDeclaration]?: PageDeclaration[Name] | undefined;
}) => PageDeclaration;

/** Creates a function that returns a declaration; with its plan if there are several plans. */
function createPlace(objects: readonly ReviewedObject[]): Place {
  const isOne = new Set(objects.map(({ plan }) => plan)).size <= 1;
  return ({ address, plan, construct, source }) => ({ address, plan: isOne ? undefined : plan, construct, source });
}

/** Returns an object without changes. */
function asItIs(object: ReviewedObject): ReviewedObject {
  return { ...object, from: undefined, before: undefined, status: 'kept', stays: undefined };
}

/** Returns the data of one object. The page compares both sides. */
function pageObject(object: ReviewedObject, place: Place): PageObject {
  const { kind, node, name, path, from, before, after, status, isManaged, stays } = object;
  return {
    ...{ kind, node, name, path, from, before, after, status, stays },
    isRead: isManaged ? undefined : true,
    ...place(object),
  };
}

function getReview(
  report: Report,
  objects: readonly ReviewedObject[],
  place: Place,
  sentence: PageSentence,
  uidNames: UidNames,
): PageReview {
  const { verdict, access, assume, drift, unresolved, others, findings, suppressed } = report;
  const find = createFinder(objects);
  const staying = new Set(objects.flatMap(({ stays, before }) => (stays === true && before ? [before.key] : [])));
  const entries = findingsByCause(listedFindings(findings));
  // A card with several findings has their cause as its title.
  const titles = new Set(
    entries.flatMap(({ findings: [{ cause }, ...more] }) => (more.length > 0 ? [cause?.key] : [])),
  );
  const placed = (finding: ReportedFinding): PageFinding => {
    const { id, cause, affected, rule } = finding;
    return {
      ...{ id, accept: suppressionLine(finding) },
      ...affectedObject(
        cause !== undefined && titles.has(cause.key) ? { ...finding, reason: clauseText(finding) } : finding,
      ),
      ...{ cause: cause && pageCause(cause, sentence), rule, affected: affected?.map(affectedObject) },
    };
  };
  const affectedObject = (affected: AffectedObject): PageAffected => {
    const { severity, subject, reason, witness, unmanaged } = affected;
    const shown = { severity, subject, reason: sentence(reason), witness, unmanaged };
    return { ...shown, object: find(affected), ...place(affected) };
  };
  const line = (one: Omit<ReportedLine, 'cause' | 'fresh'> & { readonly cause: string }, isGain = false): PageLine => {
    const { identity, group, beneath, capabilities, roles, ...rest } = one;
    const access = { capabilities, rights: builtInRightsText(roles, capabilities, isGain), roles };
    return { identity, group, beneath, ...access, cause: one.cause, ...place(rest) };
  };
  return {
    result: verdict.result,
    worst: verdict.worst,
    strangers: Object.fromEntries(findStrangers(report)),
    digest: report.digest,
    ...(report.current !== undefined && { owners: report.current.owners.map(sentence) }),
    findings: groupAlike(entries).flatMap((group, key) => {
      const texts = alikeTextsWithExample(group).map(sentence);
      return group.flatMap((entry) =>
        entry.findings.map((finding) => ({
          ...placed(finding),
          ...(group.length > 1 && { alike: { key, texts, label: objectText(entry.findings[0]) } }),
        })),
      );
    }),
    suppressed: suppressed.map(({ suppression, ...finding }) => ({ ...placed(finding), suppression })),
    gained: sortGained(report).map((gained) => line(gained, true)),
    lost: sortAccess(access.lines.lost).map((lost) => line(lost)),
    early: (access.early?.lines ?? []).map((reportedEarlyLine) =>
      line({ ...reportedEarlyLine, cause: earlyCause(reportedEarlyLine) }),
    ),
    withoutEffect: access.withoutEffect,
    assume: assume.map((reportedAssume) => {
      const { identity, before, after, gained, outsiders, unknown } = reportedAssume;
      return {
        ...{ identity, relation: sentence(assumeText(reportedAssume)), before, after, gained },
        ...(outsiders.length > 0 && { outsiders }),
        ...(unknown.length > 0 && { unknown: unknown.map(sentence) }),
        ...place(reportedAssume),
      };
    }),
    drift: drift.map(({ kind, path, status, fields, ...rest }) => ({ kind, path, status, fields, ...place(rest) })),
    unresolved: unresolved.map(({ attribute, reason, ...rest }) => ({
      attribute,
      reason: sentence(reason),
      ...place(rest),
    })),
    others: others.map(({ type, count }) => ({ type, count })),
    unread: report.unread.map(sentence),
    approvedWrites: report.approvedWrites.map((write) => approvedWrite(write, uidNames, staying)),
    hints: hintSections(report).map(({ title, about, hints, isFirst = false }) => ({
      title,
      ...(isFirst && { isFirst }),
      hints: hints.map(({ line, note }) => ({ line, note: sentence([about, note].filter(Boolean).join(' ')) })),
    })),
    blocks: moveBlocks(report).map(({ plan, blocks }) => ({ plan, text: blocks.join('\n'), count: blocks.length })),
  };
}

function pageCause({ key, text, paste }: NonNullable<ReportedFinding['cause']>, sentence: PageSentence): PageCause {
  return { key, text: sentence(text), paste };
}

/** Creates a function that finds the object of a finding by its address, otherwise by its path. */
function createFinder(objects: readonly ReviewedObject[]) {
  const byPlace = new Map<string, number>();
  const byPath = new Map<string, number>();
  objects.forEach(({ plan, address, path, from, isManaged }, index) => {
    if (isManaged || !byPlace.has(`${plan} ${address}`)) byPlace.set(`${plan} ${address}`, index);
    for (const one of [path, from]) if (one !== undefined && !byPath.has(one)) byPath.set(one, index);
  });
  return ({ plan, address, subject }: AffectedObject): number | undefined => {
    const declared = address === undefined ? undefined : byPlace.get(`${plan ?? ''} ${address}`);
    // `acme/ci in acme/payments`: the identity and the group.
    return declared ?? byPath.get(subject) ?? byPath.get(subject.split(' in ')[0] ?? '');
  };
}
