/** Formats an access review as tables for spreadsheets, and as a page without scripts for auditors. */
import { createHash } from 'node:crypto';
import { VERSION } from '../../api';
import { csvTable } from '../../text/csv';
import { visible } from '../../text/visible';
import { counted, listed } from '../../text/words';
import type { AccessReview, RemovalProposal } from './access-review';
import { PATCH_FILE, type Removals } from './removals';
import type { AnswerRow } from './rows';

const NO_REMOVALS: Removals = { patch: '', reasons: new Map() };

type Column<T> = readonly [heading: string, cell: (one: T) => string];

const grantColumns: readonly Column<AnswerRow>[] = [
  ['Who', ({ identity }) => identity],
  ['Role', ({ role, rights }) => `${role} (${rights})`],
  ['Group', ({ group, beneath }) => (beneath === 0 ? group : `${group} and ${counted(beneath, 'group')} beneath`)],
  ['Since', ({ granted }) => granted ?? 'unknown'],
  ['Last used', ({ lastUse }) => lastUse ?? 'unknown'],
  ['Declared', declaredAt],
];

const proposalColumns: readonly Column<RemovalProposal>[] = [
  ['Who', ({ row }) => row.identity],
  ['Role', ({ row }) => row.role],
  ['Group', ({ row }) => row.group],
  ['Reason', ({ evidence }) => listed(evidence.map(({ reason }) => reason))],
  ['Evidence', ({ evidence }) => evidence.map(({ fact }) => fact).join(' ')],
];

/** Returns the place to remove the grant: the patch, or the declaration with the reason why the patch does not contain it. */
function removal({ row }: RemovalProposal, { patch, reasons }: Removals): string {
  if (!row.isManaged) return declaredAt(row);
  const reason = reasons.get(row.grant);
  if (reason !== undefined) return `${declaredAt(row)}. ${reason}`;
  return patch === '' ? declaredAt(row) : `${declaredAt(row)}, in ${PATCH_FILE}`;
}

function columnsWith(removals: Removals): readonly Column<RemovalProposal>[] {
  return [...proposalColumns, ['Remove', (one) => removal(one, removals)]];
}

/** Returns the place of the declaration, or the uid of a grant that no plan or state manages. */
function declaredAt({ isManaged, address, plan, construct, source, by, grant }: AnswerRow): string {
  if (isManaged !== true) return `${isManaged === false ? 'not managed: ' : ''}${by.replaceAll('_', ' ')} ${grant}`;
  const place = source && `${source.file}:${source.line}`;
  return [place, construct, `${address ?? ''} (${plan ?? ''})`].filter(Boolean).join(', ');
}

/** Returns one line for each proposal, with a heading. `removals`: the result of `removalsOf` for the same review. */
export function formatProposalsCsv({ proposals }: AccessReview, removals = NO_REMOVALS): string {
  const columns = columnsWith(removals);
  return csvTable([
    [...columns.map(([heading]) => heading.toLowerCase()), 'grant'],
    ...proposals.map((one) => [...columns.map(([, cell]) => visible(cell(one))), one.row.grant]),
  ]);
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:bold;padding:.5rem 0}
th,td{border:1px solid;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none}}`;

/** Returns a self-contained page. It sends no request and contains no script. `removals`: the result of `removalsOf`. */
export function formatAccessReviewHtml(review: AccessReview, removals = NO_REMOVALS): string {
  const { access, proposals, time } = review;
  const hash = createHash('sha256').update(style).digest('base64');
  const identities = new Set(access.rows.map(({ identity }) => identity)).size;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="generator" content="platform-iac ${VERSION}">
<title>Access review</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Access review</h1>
<p>${escaped(`${counted(access.rows.length, 'grant')} of ${counted(identities, 'identity', 'identities')}, read at ${time}.`)}</p>
${problemsOf(access.problems)}<h2>Proposed removals</h2>
${
  proposals.length === 0
    ? '<p>No evidence for a removal was found.</p>'
    : tableOf('Grants to remove, with the evidence', columnsWith(removals), proposals)
}
<h2>Access</h2>
${tableOf('All grants', grantColumns, access.rows)}
</main>
</body>
</html>
`;
}

function problemsOf(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  const items = problems.map((problem) => `<li>${escaped(problem)}</li>`).join('\n');
  return `<h2>Incomplete</h2>\n<p>Not everything could be read. A missing line proves nothing.</p>\n<ul>\n${items}\n</ul>\n`;
}

function tableOf<T>(caption: string, columns: readonly Column<T>[], rows: readonly T[]): string {
  const headings = columns.map(([heading]) => `<th scope="col">${heading}</th>`).join('');
  const lines = rows.map((row) => {
    const [first = '', ...cells] = columns.map(([, cell]) => escaped(cell(row)));
    return `<tr><th scope="row"><bdi>${first}</bdi></th>${cells.map((cell) => `<td><bdi>${cell}</bdi></td>`).join('')}</tr>`;
  });
  return `<table>\n<caption>${caption}</caption>\n<thead><tr>${headings}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

/** Text from outside cannot become markup. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
