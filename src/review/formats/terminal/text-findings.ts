/** The findings of a report in a terminal: each in full, short, or as one line. */
import { isAtLeast, type Severity } from '../../../access/rules';
import { printable } from '../../../base/text/printable';
import { counted, few } from '../../../base/text/words';
import { groupBy } from '../../../access/graph/paths';
import type { AffectedObject, ReportedFinding } from '../../report/types/report';
import {
  clauseText,
  countByPlace,
  findingsByCause,
  groupAlike,
  getLineKey,
  isInvite,
  listedFindings,
  objectText,
  unnamedSubjects,
  type AlikeEntries,
  type CauseEntry,
} from '../sentences/finding-entries';
import { declaredText, displayed, findingRuleText } from '../sentences/phrases';
import { shortenNames } from '../../findings/shared/causes';
import { nextStep } from '../sentences/next-steps';
import { undeclaredParties } from '../sentences/outsider-sentences';
import { TOKEN_FINDINGS } from '../../words/token-findings';
import type { Color, Printer } from './printer';
import { alikeTexts, alikeTextsWithExample } from '../sentences/several-findings';
import type { TextBlock } from './text-blocks';

export const SEVERITY_COLORS: Readonly<Record<Severity, Color>> = { high: 'red', medium: 'yellow', low: 'cyan' };

/** The maximum number of listed objects that a finding affects. */
const LISTED_OBJECTS = 50;
/** The first number of listed objects of findings that differ only in them. */
const FEW_OBJECTS = 6;
/** The maximum number of owners of a root group that a line names. */
const MOST_OWNERS = 20;
/** The maximum number of findings that are longer than a line. */
export const MAX_LONG_FINDINGS = 20;

/** The findings of a report, those that need a decision first. */
export interface FindingTexts {
  /** The findings at or above the gate, one block each. */
  readonly decisions: readonly TextBlock[];
  /** The other findings: their number by kind, or each in full. */
  readonly others: readonly TextBlock[];
}

interface FindingTextOptions {
  readonly gate: Severity;
  readonly isWhole: boolean;
  readonly toFirstSentence: (text: string) => string;
  /** True if the last finding of each kind has the next step of the kind. */
  readonly hasNextSteps: boolean;
}

function witnessText(id: string, witness = ''): string {
  return `${TOKEN_FINDINGS.has(id) ? 'Token: ' : ''}${displayed(witness)}`;
}

/** Returns true if the witness is a token that an outsider can obtain: it is more important than all details. */
function isToken({ id, witness }: ReportedFinding): boolean {
  return witness !== undefined && (id === 'outsider-can-assume' || id === 'pull-request-can-write');
}

/** With more findings that differ only in their objects, one sentence names three objects. */
const MOST_SENTENCES = 3;

/** The block of findings of one kind. */
interface KindBlock {
  readonly id: string;
  readonly findings: readonly ReportedFinding[];
  readonly block: TextBlock;
}

function toKind(entries: readonly CauseEntry[], block: TextBlock): KindBlock {
  const findings = entries.flatMap((entry) => entry.findings);
  return { id: findings[0]?.id ?? '', findings, block };
}

/** Returns the findings as blocks: first the most dangerous, and those that affect most. */
export function findingTexts(
  findings: readonly ReportedFinding[],
  { paint, wrap, line: whole }: Printer,
  { gate, isWhole, toFirstSentence, hasNextSteps }: FindingTextOptions,
): FindingTexts {
  const entries = findingsByCause(listedFindings(findings));
  const isDecision = ({ severity }: CauseEntry) => isAtLeast(severity, gate);
  const place = (object: AffectedObject): string[] => {
    const [declared, rule] = [declaredText(object), findingRuleText(object)];
    return [
      ...(object.address === undefined ? [] : [paint(whole(`at ${object.address}`, 10), 'dim')]),
      ...(declared === undefined ? [] : [paint(wrap(`declared in ${declared}`, 10), 'dim')]),
      ...(rule === undefined ? [] : [paint(wrap(`rule in ${rule}`, 10), 'dim')]),
    ];
  };
  const affected = (id: string, all: readonly AffectedObject[] = []): string[] => {
    const shown = isWhole ? all : all.slice(0, LISTED_OBJECTS);
    const isSame = new Set(all.map(({ witness }) => witness)).size === 1;
    return [
      ...shown.flatMap(({ subject, witness }) => [
        wrap(`- ${displayed(subject)}`, 12, 10),
        ...(witness === undefined || isSame ? [] : [paint(wrap(witnessText(id, witness), 14, 12), 'dim')]),
      ]),
      ...(all.length > shown.length
        ? [paint(`          … and ${all.length - shown.length} more (--verbose lists all)`, 'dim')]
        : []),
    ];
  };
  const paste = ({ cause }: ReportedFinding): string[] =>
    cause?.paste === undefined
      ? []
      : [wrap('To declare it, add to review.config.json:', 10), `            ${printable(cause.paste)}`];
  /** Each object is a line, with its uid if there is room. */
  const unmanaged = ({ unmanaged: found }: AffectedObject, most: number, hasUids: boolean): string[] => {
    if (found === undefined || found.objects.length === 0) return [];
    const shown = isWhole ? found.objects : found.objects.slice(0, most);
    const left = found.count - shown.length;
    return [
      wrap('Unmanaged:', 10),
      ...shown.flatMap(({ kind, name, uid, users }) => [
        wrap(`- ${kind} ${displayed(name)}${users === undefined ? '' : ` (used by ${displayed(users)})`}`, 12, 10),
        ...(hasUids ? [paint(whole(`uid ${uid}`, 12), 'dim')] : []),
      ]),
      ...(left > 0
        ? [
            paint(
              wrap(`… and ${left} more (${isWhole ? '`platform-iac drift`' : '--verbose'} lists all)`, 12, 10),
              'dim',
            ),
          ]
        : []),
    ];
  };
  const full = (finding: ReportedFinding, text = finding.reason): string[] => [
    wrap(displayed(text), 10),
    ...unmanaged(finding, LISTED_OBJECTS, isWhole),
    ...paste(finding),
    ...(finding.witness === undefined ? [] : [paint(wrap(witnessText(finding.id, finding.witness), 12, 10), 'dim')]),
    ...affected(finding.id, finding.affected),
    ...place(finding),
  ];
  const mark = (severity: Severity) => paint(severity.padEnd(6), SEVERITY_COLORS[severity], 'bold');
  const title = ({ severity, cause = '' }: CauseEntry) =>
    `  ${mark(severity)}  ${paint(wrap(displayed(cause), 10).trimStart(), 'bold')}`;
  const fullEntry = (entry: CauseEntry): string[] => {
    const [first, ...others] = entry.findings;
    if (others.length === 0) return [`  ${mark(entry.severity)}  ${paint(first.id, 'bold')}`, ...full(first)];
    return [
      title(entry),
      ...entry.findings.flatMap((finding) => [
        `          ${paint(finding.id, 'bold')}`,
        ...full(finding, clauseText(finding)),
      ]),
    ];
  };
  const line = ({ severity, findings: all }: CauseEntry): string => {
    const [{ subject, affected: objects = [] }] = all;
    const ids = [...new Set(all.map(({ id }) => id))].join(', ');
    const whom =
      objects.length > 0 ? `${displayed(subject)} (${counted(objects.length, 'object')})` : displayed(subject);
    return `  ${mark(severity)}  ${wrap(`${ids}: ${whom}`, 10).trimStart()}`;
  };
  const sentence = (entry: CauseEntry): string[] => {
    const text = ({ id }: ReportedFinding, reason: string) =>
      wrap(`${id}: ${displayed(toFirstSentence(reason))}`, 10).replace(id, paint(id, 'bold'));
    const [first, ...others] = entry.findings;
    if (others.length === 0) return [`  ${mark(entry.severity)}  ${text(first, shortenNames(first)).trimStart()}`];
    return [title(entry), ...entry.findings.map((finding) => text(finding, clauseText(finding)))];
  };
  const short = (entry: CauseEntry, isNamed: boolean): string[] => {
    const isSeveral = entry.findings.length > 1;
    const texts = entry.findings.flatMap((finding, index) => {
      const declared = declaredText(finding);
      const where = declared === undefined ? '' : `  ${paint(declared, 'dim')}`;
      const subjects = unnamedSubjects(finding);
      const objects = isNamed && subjects.length > 0 ? [few(subjects.map(displayed))] : [];
      const reason = displayed(isSeveral ? clauseText(finding) : finding.reason);
      return [
        `  ${index === 0 && !isSeveral ? mark(entry.severity) : '      '}  ${paint(finding.id, 'bold')}${where}`,
        wrap([reason, ...objects].join(' '), 10),
        ...unmanaged(finding, FEW_OBJECTS, false),
        ...(isToken(finding) ? [paint(wrap(witnessText(finding.id, finding.witness), 12, 10), 'dim')] : []),
        ...paste(finding),
      ];
    });
    return isSeveral ? [title(entry), ...texts] : texts;
  };
  /** Returns one sentence about findings that differ only in their objects, and these objects. */
  const list = (alike: AlikeEntries, most: number, hasAddresses: boolean): string[] => {
    const [{ severity, findings: kinds }] = alike;
    const [{ source }] = kinds;
    const where = source === undefined ? '' : `  ${paint(declaredText(kinds[0]) ?? '', 'dim')}`;
    const left = alike.length - most;
    return [
      ...alikeTextsWithExample(alike).flatMap((text, index) => [
        `  ${index === 0 ? mark(severity) : '      '}  ${paint(kinds[index]?.id ?? '', 'bold')}${index === 0 ? where : ''}`,
        wrap(displayed(text), 10),
      ]),
      ...alike.slice(0, most).flatMap(({ findings: all }) => {
        const [{ address }] = all;
        const token = all.find(isToken)?.witness;
        return [
          wrap(`- ${displayed(objectText(all[0]))}`, 12, 10),
          ...(token === undefined ? [] : [paint(wrap(`Token: ${displayed(token)}`, 14, 12), 'dim')]),
          ...(!hasAddresses || source !== undefined || address === undefined
            ? []
            : [paint(whole(`at ${address}`, 12), 'dim')]),
        ];
      }),
      ...(left > 0
        ? [paint(wrap(`… and ${left} more${countByPlace(alike, most)} (--verbose lists all)`, 12, 10), 'dim')]
        : []),
    ];
  };
  /** Returns the same with three names. */
  const merged = (alike: AlikeEntries): string => {
    const [entry] = alike;
    const ids = entry.findings.map(({ id }) => id).join(', ');
    // Formats find a phrase of several names only in quotes.
    const toName = (finding: ReportedFinding, text = objectText(finding)) =>
      text === finding.subject && /\s/.test(text) ? `"${text}"` : text;
    const names = few(alike.map(({ findings: [finding] }) => displayed(toName(finding))));
    const text = wrap(
      `${ids}: ${counted(alike.length, 'finding')}. ${alikeTexts(alike).join(' ')} ${names}`,
      10,
    ).trimStart();
    return `  ${mark(entry.severity)}  ${text.replace(ids, paint(ids, 'bold'))}`;
  };
  const block = (alike: AlikeEntries): TextBlock => {
    const [entry, ...others] = alike;
    if (others.length === 0) return [sentence(entry), short(entry, false), short(entry, true), fullEntry(entry)];
    return [
      [merged(alike)],
      list(alike, FEW_OBJECTS, false),
      list(alike, LISTED_OBJECTS, false),
      list(alike, LISTED_OBJECTS, true),
    ];
  };
  const decided = groupAlike(entries.filter(isDecision));
  const inFull = (all: readonly CauseEntry[]) => all.map((entry) => toKind([entry], [fullEntry(entry)]));
  const decisions = isWhole
    ? inFull(decided.flat())
    : [
        ...decided.slice(0, MAX_LONG_FINDINGS).map((alike) => toKind(alike, block(alike))),
        ...decided.slice(MAX_LONG_FINDINGS).flatMap((alike) => alike.map((entry) => toKind([entry], [[line(entry)]]))),
      ];
  const rest = entries.filter((entry) => !isDecision(entry));
  const kinds = groupBy(
    rest,
    ({ severity, findings: [finding] }) => `${severity} ${finding.id} ${getLineKey(finding)}`,
  );
  const toCounts = (alike: readonly [CauseEntry, ...CauseEntry[]]): KindBlock => {
    const [first] = alike;
    const subjects = alike.flatMap(({ findings: [finding] }) =>
      (finding.affected ?? [finding]).map(({ identity, subject }) =>
        displayed(
          finding.affected !== undefined ? (identity ?? subject) : isInvite(finding) ? objectText(finding) : subject,
        ),
      ),
    );
    const named = [...new Set(subjects)];
    const isOwners = getLineKey(first.findings[0]) === first.findings[0].cause?.key;
    const what =
      isOwners && first.cause !== undefined
        ? `${displayed(first.cause)}: ${few(named, MOST_OWNERS)}`
        : `${counted(alike.length, 'finding')}${named.length > alike.length ? ` about ${counted(named.length, 'object')}` : ''}: ${few(named)}`;
    const counts = wrap(`${first.findings[0].id}: ${what}`, 10).trimStart();
    const sentences = groupAlike(alike).flatMap((group) =>
      group.length > MOST_SENTENCES ? [merged(group)] : group.flatMap(sentence),
    );
    return toKind(alike, [[`  ${mark(first.severity)}  ${counts}`], sentences, alike.flatMap(fullEntry)]);
  };
  const others = isWhole ? inFull(rest) : [...kinds.values()].map(toCounts);
  const all = [...decisions, ...others];
  const withStep = (current: KindBlock): TextBlock => {
    const ofKind = all.filter(({ id }) => id === current.id);
    const found = ofKind.flatMap(({ findings: inBlock }) => inBlock);
    const isAsked = hasNextSteps || found.some((finding) => undeclaredParties(finding).length > 0);
    const step = isAsked && ofKind.at(-1) === current ? nextStep(found) : undefined;
    if (step === undefined) return current.block;
    const text = hasNextSteps ? step.text : 'Add the entries that are yours to review.config.json:';
    const lines = [
      paint(wrap(`→ ${text}`, 12, 10), 'dim'),
      ...step.entries.map((entry) => `            ${printable(entry)}`),
    ];
    const [shortest, ...longer] = current.block;
    // The longer forms have the reasons with their own next steps.
    const hasOwn = current.id === 'outsider-can-assume';
    // A large report has the next steps of decisions alone.
    const isLong = isWhole ? hasOwn : others.includes(current);
    return [
      isLong ? shortest : [...shortest, ...lines],
      ...longer.map((form) => (hasOwn ? form : [...form, ...lines])),
    ];
  };
  return { decisions: decisions.map(withStep), others: others.map(withStep) };
}
