/** Formats an access review as a page: each grant with the decision of an auditor, on a screen and on paper. */
import { VERSION } from '../../model/api';
import { createHtmlDocument, escapeHtml } from '../../base/text/html';
import { displayed } from '../../base/text/visible';
import { counted, listed } from '../../base/text/words';
import { pageAssets } from '../formats/browser/page-assets';
import { isOfOutsiders, type AccessReview, type RemovalProposal } from './access-review';
import {
  EVIDENCE_COLUMN,
  grantColumns,
  NO_REMOVALS,
  OWNER_COLUMN,
  proposalColumnsWith,
  type Column,
} from './access-review-formats';
import type { DangerousGrants } from './dangers';
import type { Removals } from './removals';
import { compareRisk, type AnswerRow } from './rows';

/** Returns a self-contained page. It sends no request and stores nothing. `removals`: the result of `removalsOf`. */
export function formatAccessReviewHtml(review: AccessReview, removals: Removals = NO_REMOVALS): string {
  const { access, proposals, undecided, notes, time } = review;
  const { script, style } = pageAssets().accessReview;
  const proposed = new Set(proposals.map(({ row }) => row));
  const dangers = review.dangers.map((danger) => ({
    ...danger,
    rows: danger.rows.filter((row) => !proposed.has(row)),
  }));
  const dangerous = new Set(dangers.flatMap(({ rows }) => rows));
  const toDecide = undecided.filter(({ row }) => !dangerous.has(row));
  const shown = new Set([...proposed, ...dangerous, ...toDecide.map(({ row }) => row)]);
  const others = access.rows.filter((row) => !shown.has(row)).sort(compareRisk);
  const identities = new Set(access.rows.map(({ identity }) => identity)).size;
  const total = `${counted(access.rows.length, 'grant')} of ${counted(identities, 'identity', 'identities')}`;
  const title = `Access review${getOrganizations(access.rows)}`;
  const toGrant = ({ row }: RemovalProposal) => row;
  const ofOwners = [...proposalColumnsWith(removals).slice(0, 3), OWNER_COLUMN, EVIDENCE_COLUMN];
  const sections = [
    getSection('Remove: grants of outsiders', proposals.filter(isOfOutsiders), proposalColumnsWith(removals), toGrant),
    ...dangers.map(({ heading, rows, ...step }) => getSection(heading, rows, grantColumns, (row) => row, step)),
    getSection(
      'Proposed removals',
      proposals.filter((proposal) => !isOfOutsiders(proposal)),
      proposalColumnsWith(removals),
      toGrant,
    ),
    getSection('Removals if the owner is not yours', toDecide, ofOwners, toGrant),
    getSection(shown.size === 0 ? 'Access' : 'Other access', others, grantColumns, (row) => row),
  ];
  const content = `<main>
<h1>${escapeHtml(title)}</h1>
<p>${total}, as of ${getTime(time)}. ${counted(proposals.length, 'removal')} proposed${undecided.length === 0 ? '' : `, ${undecided.length} to decide`}. Nothing that you enter here is stored: print the page, or save it as PDF.</p>
${getProblems(access.problems)}${getDecisions(review)}${getNotes(notes)}<form class="tools" role="search" hidden>
<label for="filter">Show grants with these words</label>
<input type="search" id="filter" autocomplete="off" spellcheck="false">
<span id="shown" role="status"></span>
</form>
<p id="filtered" class="warning" hidden></p>
${proposals.length === 0 ? '<p>No evidence for a removal was found.</p>\n' : ''}${sections.join('')}<p id="total">Total: ${total}.</p>
<p class="signature"><span>Reviewer:</span><span>Date:</span><span>Signature:</span></p>
</main>`;
  return createHtmlDocument({ generator: `platform-iac ${VERSION}`, title, content, script, style });
}

/** Returns the names of the organizations, for the title. */
function getOrganizations(rows: readonly AnswerRow[]): string {
  const roots = [...new Set(rows.map(({ group }) => displayed(group.split('/')[0] ?? '')))];
  const named = roots.length > MOST ? [...roots.slice(0, MOST), `${roots.length - MOST} more`] : roots;
  return roots.length === 0 ? '' : ` of ${listed(named)}`;
}

/** The number of organizations that the title names. */
const MOST = 3;

function getProblems(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  const items = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('\n');
  return `<div class="warning"><h2>Incomplete</h2>\n<p>Not everything could be read. A missing line proves nothing.</p>\n<ul>\n${items}\n</ul></div>\n`;
}

/** Returns the owners to decide about, with the next steps. */
function getDecisions({ decisionText }: AccessReview): string {
  if (decisionText === undefined) return '';
  const { heading, owners, next, line, otherwise } = decisionText;
  const items = owners.map((owner) => `<li>${getCell(owner)}</li>`).join('\n');
  return `<div class="warning"><h2>Undeclared owners</h2>\n<p>${getCell(heading)}</p>\n<ul>\n${items}\n</ul>\n<p>${getCell(next)}</p>\n${line === undefined ? '' : `<pre class="paste">${escapeHtml(line)}</pre>\n`}<p>${getCell(otherwise)}</p></div>\n`;
}

function getNotes(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  const items = notes.map((note) => `<li>${getCell(note)}</li>`).join('\n');
  return `<div class="warning"><h2>Limits of this review</h2>\n<ul>\n${items}\n</ul></div>\n`;
}

/** Returns a table with a heading, and the next step; empty without an entry. */
function getSection<T>(
  heading: string,
  entries: readonly T[],
  columns: readonly Column<T>[],
  getGrant: (entry: T) => AnswerRow,
  { next, isUnusual = false }: Partial<Pick<DangerousGrants, 'next' | 'isUnusual'>> = {},
): string {
  if (entries.length === 0) return '';
  const text = escapeHtml(heading);
  const step = next === undefined ? '' : `<p>${getCell(next).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>\n`;
  return `<section>\n<h2>${text}</h2>\n${step}${formatTable(text, columns, entries, getGrant, isUnusual)}\n</section>\n`;
}

function formatTable<T>(
  caption: string,
  columns: readonly Column<T>[],
  entries: readonly T[],
  getGrant: (entry: T) => AnswerRow,
  isUnusual: boolean,
): string {
  const headings = [...columns.map(([heading]) => `<th scope="col">${heading}</th>`), DECISION_HEADINGS].join('');
  const lines = entries.map((entry) => {
    const cells = columns.map(([heading, cell, short], index) => {
      const whole = cell(entry);
      const text = `<bdi>${getCell(short === undefined ? whole : short(entry))}</bdi>`;
      if (index === 0) return `<th scope="row">${text}${getEmail(getGrant(entry))}</th>`;
      const title = short === undefined ? '' : ` title="${escapeHtml(whole)}"`;
      const isExposed = isUnusual || (getGrant(entry).exposure?.to ?? 'unknown') !== 'unknown';
      const mark = `${heading === 'Can be assumed by' && isExposed ? ' exposed' : ''}${heading === 'Declared' && getGrant(entry).isManaged === false ? ' unmanaged' : ''}`;
      return `<td data-label="${heading}" class="${heading.toLowerCase().replaceAll(' ', '-')}${mark}"${title}>${text}</td>`;
    });
    return `<tr>${cells.join('')}${getDecision(getGrant(entry))}</tr>`;
  });
  return `<table>\n<caption class="hidden">${caption}</caption>\n<thead><tr>${headings}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

const DECISION_HEADINGS = ['Keep', 'Remove', 'Until']
  .map((heading) => `<th scope="col" class="decision">${heading}</th>`)
  .join('');

/** The name of a person is an account, which few auditors know. */
function getEmail({ email, identity }: AnswerRow): string {
  return email === undefined || email === identity ? '' : ` <small><bdi>${getCell(email)}</bdi></small>`;
}

/** Returns the cells to keep or to remove the grant, and until when. The name groups the two buttons. */
function getDecision({ grant, identity, role, group }: AnswerRow): string {
  const name = escapeHtml(grant);
  const of = escapeHtml(`${identity}, ${role}, ${group}`);
  const cell = (label: string, input: string) => `<td class="decision" data-label="${label}">${input}</td>`;
  const choice = (value: string, label: string) =>
    cell(label, `<input type="radio" name="${name}" value="${value}" aria-label="${label} ${of}">`);
  const until = cell('Until', `<input type="date" required aria-label="Keep until, ${of}">`);
  return `${choice('keep', 'Keep')}${choice('remove', 'Remove')}${until}`;
}

/** Lines break after slashes, underscores and dots first, so that a name stays in one piece. A time is its day, and a uid its last part: a mouse shows the rest. */
function getCell(text: string): string {
  return escapeHtml(text)
    .split(/(\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{40}(?:\/[0-9a-f]{16})*\b)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[/_@]|\.(?=\w)/g, '$&<wbr>');
      if (part.endsWith('Z')) return getTime(part);
      const last = part.lastIndexOf('/');
      return `<abbr title="${part}">${last < 0 ? displayed(part) : `…${part.slice(last)}`}</abbr>`;
    })
    .join('');
}

function getTime(time: string): string {
  const whole = escapeHtml(time);
  return `<time datetime="${whole}" title="${whole}">${whole.slice(0, 10)}</time>`;
}
