/**
 * The organization, and what a review says of it, as one page: it asks for nothing from anywhere. Text of others is data in it,
 * never markup, and the page may run nothing but its own script.
 */
import { createHash } from 'node:crypto';
import { accessData, type AccessGraph } from '../../access';
import { VERSION } from '../../api';
import type { PageData, PageFinding, PageReview } from '../../page/data';
import { pack } from '../../page/packed';
import { shown, visible } from '../../text/visible';
import type { ExaminedObject } from '../examined';
import type { Report, ReportedFinding } from '../report';
import { pageAssets } from './page-assets';
import { assumeText, counted, headline, summary } from './phrases';

/** What a page shows. An {@link Examination} is that. */
export interface HtmlInput {
  /** @default none: the organization is shown as it is */
  readonly report?: Report;
  /** @default none: the organization as it is, which is `after` */
  readonly before?: AccessGraph;
  readonly after: AccessGraph;
  readonly objects: readonly ExaminedObject[];
  /** Keys of roles of which nothing but the uid is known. */
  readonly unknownRoles: ReadonlySet<string>;
  /** Where it is from. @default the plans of the report */
  readonly sources?: readonly string[];
  /** Why not everything is told. @default those of the report */
  readonly problems?: readonly string[];
}

/** One self-contained page, for a browser. */
export function formatHtml(input: HtmlInput): string {
  const { script, style } = pageAssets();
  const data = pageData(input);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become markup or a script, whatever the script does.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="generator" content="platform-iac ${VERSION}">
<title>${escaped(data.title)}</title>
<style>${style}</style>
</head>
<body data-view="overview">
<header>
<a class="skip" href="#/ask">Skip to the question</a>
<h1><bdi>${escaped(data.title)}</bdi></h1>
<p>${escaped(data.lead)}</p>
<p class="sources">${data.sources.map((source) => `<bdi>${escaped(source)}</bdi>`).join(' · ')}</p>
</header>
<nav aria-label="Views">
<a href="#/overview" data-view="overview">${data.review === undefined ? 'Overview' : 'Review'}</a>
<a href="#/tree" data-view="tree">Tree</a>
<a href="#/ask" data-view="ask">Who can do what</a>
<a href="#/object" data-view="object" id="object-link" hidden>Object</a>
</nav>
<main>
<section id="tree" aria-label="Organization"></section>
<div id="panel"><div id="content"><noscript>This page is drawn by the script that it holds, which this browser does not run. The report as text has everything that a review says.</noscript></div></div>
</main>
<footer><p id="status" class="hidden" role="status"></p><p class="legend"><span class="sign added" aria-hidden="true">+</span> added <span class="sign removed" aria-hidden="true">−</span> removed <span class="sign changed" aria-hidden="true">~</span> changed <span class="badge found" aria-hidden="true">⚑</span> findings. What no plan, state or answer of the service shows, is not shown here either.</p></footer>
<script type="application/json" id="data">${embedded(pack(data))}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** What the script reads. */
export function pageData({ report, before, after, objects, unknownRoles, sources, problems }: HtmlInput): PageData {
  return {
    ...(report === undefined
      ? titleOf(after, objects, before !== undefined)
      : { title: headline(report), lead: summary(report) }),
    sources: sources ?? report?.plans.map(({ name }) => name) ?? [],
    ...(before !== undefined && { before: accessData(before) }),
    after: accessData(after),
    unknownRoles: [...unknownRoles],
    problems: problems ?? report?.verdict.problems ?? [],
    objects: before === undefined ? objects.map(asItIs) : objects.map(withoutChanges),
    ...(report !== undefined && { review: reviewOf(report, objects) }),
  };
}

function titleOf({ groups }: AccessGraph, objects: readonly ExaminedObject[], isChanged: boolean) {
  const roots = groups.filter(({ parent }) => parent === undefined).map(({ path }) => shown(path));
  const few = roots.length > 3 ? `${roots.slice(0, 3).join(', ')} and ${roots.length - 3} more` : roots.join(', ');
  const changing = objects.filter(({ status }) => status !== 'kept').length;
  const told = counted(objects.length, 'object', 'objects');
  return {
    title: few || 'An organization',
    lead: isChanged ? `${told}, of which ${changing} ${changing === 1 ? 'changes' : 'change'}.` : `${told}.`,
  };
}

/** Nothing changes in an organization as it is. */
function asItIs(object: ExaminedObject): PageData['objects'][number] {
  return withoutChanges({ ...object, status: 'kept', before: undefined, from: undefined });
}

/** The page has both sides, and compares them itself. */
function withoutChanges(object: ExaminedObject): PageData['objects'][number] {
  return { ...object, changes: undefined } as PageData['objects'][number];
}

function reviewOf(report: Report, objects: readonly ExaminedObject[]): PageReview {
  const { verdict, access, assume, drift, unresolved, others, findings, suppressed } = report;
  const find = createFinder(objects);
  const placed = <T extends ReportedFinding>(finding: T): T & Pick<PageFinding, 'object'> => {
    const object = find(finding);
    return { ...finding, ...(object !== undefined && { object }) };
  };
  return {
    result: verdict.result,
    ...(verdict.worst !== undefined && { worst: verdict.worst }),
    findings: findings.map(placed),
    suppressed: suppressed.map(placed),
    ...access.lines,
    withoutEffect: access.withoutEffect,
    assume: assume.map((one) => ({ ...one, relation: assumeText(one) })),
    drift,
    unresolved,
    others: others.map(({ type, count }) => ({ type, count })),
  };
}

/** Which object a finding is about: that of its address, else that of its path. */
function createFinder(objects: readonly ExaminedObject[]) {
  const byPlace = new Map<string, number>();
  const byPath = new Map<string, number>();
  objects.forEach(({ plan, address, path, from, isManaged }, index) => {
    if (isManaged || !byPlace.has(`${plan} ${address}`)) byPlace.set(`${plan} ${address}`, index);
    for (const one of [path, from]) if (one !== undefined && !byPath.has(one)) byPath.set(one, index);
  });
  return ({ plan, address, subject }: ReportedFinding): number | undefined => {
    const declared = address === undefined ? undefined : byPlace.get(`${plan ?? ''} ${address}`);
    // `acme/ci in acme/payments`: who, and where.
    return declared ?? byPath.get(subject) ?? byPath.get(subject.split(' in ')[0] ?? '');
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** JSON as the content of a script element, which nothing in it can end. */
function embedded(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
