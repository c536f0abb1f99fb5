/** Describes changed trust policies in sentences: outsiders, unreviewed code and other workloads that can assume identities. */
import { groupBy } from '../../../access/graph/paths';
import { displayed } from '../../../base/text/visible';
import { few, nounFor } from '../../../base/text/words';
import type { FindingId } from '../../../access/rules';
import type { Report, ReportedAssume } from '../../report/types/report';
import { NO_LONGER } from '../../findings/nobody-can-assume';
import { undeclaredText } from './outsider-sentences';

export interface TrustEffects {
  /** Sentences about identities that outsiders or unreviewed code can assume. */
  readonly exposed: readonly string[];
  readonly others: readonly string[];
  /** Sentences about identities that nobody can assume any longer. */
  readonly closed: readonly string[];
}

/** A trust policy with more than this many characters is not quoted in a sentence. */
const LONG_POLICY = 200;

/** Returns a sentence about each changed trust policy that accepts other tokens, or one about several. */
export function trustEffects({ assume, findings }: Pick<Report, 'assume' | 'findings'>): TrustEffects {
  const pullRequests = findings
    .filter(({ id }) => id === 'pull-request-can-write')
    .flatMap((finding) => [finding, ...(finding.affected ?? [])]);
  const byPullRequest = new Set(pullRequests.map(({ identity }) => identity));
  const opened = assume.filter(isOpened);
  const exposed = opened.filter(({ outsiders }) => outsiders.length > 0);
  const isUndeclared = ({ outsiders }: ReportedAssume) => outsiders.every(({ undeclared }) => undeclared !== undefined);
  const undeclared = exposed.filter(isUndeclared).length > 1 ? exposed.filter(isUndeclared) : [];
  const outside = exposed.filter((reportedAssume) => !undeclared.includes(reportedAssume));
  const unreviewed = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && byPullRequest.has(reportedAssume.identity),
  );
  const others = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && !unreviewed.includes(reportedAssume),
  );
  const open = (all: readonly ReportedAssume[], several: string, one: (change: ReportedAssume) => string) =>
    all.length > 2
      ? [`${several} ${all.length} identities: ${few(all.map(({ identity }) => displayed(identity)))}.`]
      : all.map(one);
  const isCertain = ({ outsiders: [first] }: ReportedAssume) => first?.token !== undefined;
  const named = (id: FindingId, identity: string) => {
    const holds = findings.find((finding) => finding.id === id && finding.identity === identity)?.holds;
    return `${displayed(identity)}${holds === undefined ? '' : `, which is ${displayed(holds)}`}`;
  };
  const who = ({ identity, outsiders: [first] }: ReportedAssume) =>
    `${named('outsider-can-assume', identity)}: ${displayed(first?.who ?? '')}.`;
  const [certain, uncertain] = [outside.filter(isCertain), outside.filter((one) => !isCertain(one))];
  const order = findings.flatMap(({ id, identity }) => (id === 'outsider-can-assume' ? [identity] : []));
  certain.sort((a, b) => order.indexOf(a.identity) - order.indexOf(b.identity));
  return {
    exposed: [
      ...(certain.length > 2
        ? open(certain, 'Outsiders can assume', ({ identity }) => identity)
        : [...groupBy(certain, ({ outsiders: [first] }) => first?.who ?? '')].map(([outsider, all]) => {
            const names = all.map(({ identity }) => named('outsider-can-assume', identity));
            return `Outsiders can assume ${names.join(', and ')}: ${displayed(outsider)}.`;
          })),
      ...(certain.length > 2 ? countByOutsider(certain) : []),
      ...open(unreviewed, 'Unreviewed code can assume', ({ identity }) => {
        return `Unreviewed code can assume ${named('pull-request-can-write', identity)}.`;
      }),
    ],
    others: [
      ...open(uncertain, 'Outsiders may be able to assume', (one) => `Outsiders may be able to assume ${who(one)}`),
      ...undeclaredText(
        undeclared.length,
        undeclared.flatMap(({ outsiders }) => outsiders.flatMap((outsider) => outsider.undeclared ?? [])),
      ),
      ...[...groupBy(others, canAssume)].flatMap(([verb, all]) =>
        open(all, verb, (change) => widenedText(change, findings)),
      ),
    ],
    closed: open(assume.filter(createClosedTest(findings)), 'Nobody can any longer assume', closedText),
  };
}

/** Returns `Of these, 24 trust the repository owner acme, 1 trusts the repository owner evil-corp.`; none if no two have the same. */
function countByOutsider(all: readonly ReportedAssume[]): string[] {
  const groups = [...groupBy(all, ({ outsiders: [first] }) => first?.who ?? '')];
  if (groups.length === all.length) return [];
  groups.sort(([, a], [, b]) => b.length - a.length);
  const texts = groups.map(([who, { length }]) => `${length} ${nounFor(length, 'trusts', 'trust')} ${displayed(who)}`);
  return [`Of these, ${few(texts)}.`];
}

/** Creates a function that returns true for an identity that nobody can assume any longer. */
function createClosedTest(findings: Report['findings']): (change: ReportedAssume) => boolean {
  const closed = findings
    .filter(({ id }) => id === 'nobody-can-assume')
    .flatMap((finding) => finding.affected ?? [finding])
    .filter(({ reason }) => reason.includes(`${NO_LONGER}: `));
  const identities = new Set(closed.map(({ identity }) => identity));
  return ({ identity }) => identities.has(identity);
}

function closedText({ identity, before = 'nobody' }: ReportedAssume): string {
  const former = before.length > LONG_POLICY ? '' : ` Before: ${displayed(before)}.`;
  return `Nobody can assume ${displayed(identity)} any longer.${former}`;
}

/** Returns the verb about an identity whose trust policy accepts other tokens. */
function canAssume({ relation }: ReportedAssume): string {
  if (relation === 'unknown') return 'It is unknown who can assume';
  return relation === 'wider' ? 'More workloads can assume' : 'Other workloads can assume';
}

/** Returns who can assume the identity after the change and before it, and if this is access to change access. */
function widenedText(change: ReportedAssume, findings: Report['findings']): string {
  const isPowerful = canChangeAccess(findings, change);
  const { identity, relation, before = 'nobody', after } = change;
  const who = `${displayed(identity)}${isPowerful ? ', which can change access' : ''}`;
  const code = codeText(findings, change);
  if (relation === 'unknown') return `${canAssume(change)} ${who}.${code}`;
  if (after === undefined || before.length + after.length > LONG_POLICY)
    return `The trust policy of ${who}${isPowerful ? ',' : ''} accepts ${relation === 'wider' ? 'more' : 'other'} tokens.${code}`;
  return `${canAssume(change)} ${who}: ${displayed(after)}. Before: ${displayed(before)}.${code}`;
}

/** Returns the sentence of the finding about unreviewed code that can newly assume an identity without write access. */
function codeText(findings: Report['findings'], { identity }: ReportedAssume): string {
  const found = findings.find((finding) => finding.id === 'claim-widened' && finding.identity === identity);
  const [text = ''] = / (?:An unreviewed pull request|Unreviewed code) can assume it\./.exec(found?.reason ?? '') ?? [];
  return text;
}

function canChangeAccess(findings: Report['findings'], { identity }: ReportedAssume): boolean {
  return findings.some((finding) => {
    const { id, severity, affected = [] } = finding;
    return (
      id === 'claim-widened' && severity === 'high' && [finding, ...affected].some((one) => one.identity === identity)
    );
  });
}

/** Returns true if the identity accepts more tokens, or if this is unknown. */
export function isOpened({ relation, outsiders }: ReportedAssume): boolean {
  return outsiders.length > 0 || !['added', 'removed', 'equal', 'narrower'].includes(relation);
}
