/**
 * Formats the organization and its review as one page. The page sends no request. External text is data in it, never markup, and
 * the page can run only its own script.
 */
import { gzipSync } from 'node:zlib';
import { CHANGE_STATUSES, CHANGE_TEXTS } from '../../words/change-texts';
import type { PageData, PageSentenceParts } from '../../page/data';
import { VERSION } from '../../../model/api';
import { createHtmlDocument, escapeHtml } from '../../../base/text/html';
import { nounFor } from '../../../base/text/words';
import { quotedNames } from '../sentences/marked-names';
import { pageAssets } from './page-assets';
import { pageData, type HtmlInput } from './page-data';

export type { HtmlInput };

/** Returns a self-contained page. */
export function formatHtml(input: HtmlInput): string {
  const data = pageData(input);
  return createHtmlDocument({
    generator: `platform-iac ${VERSION}`,
    title: plainSentence(data.title[0] ?? []),
    attributes: ` data-view="overview"${data.review?.worst === undefined ? '' : ` data-worst="${data.review.worst}"`}`,
    content: getContent(data),
    ...pageAssets().organization,
  });
}

function getContent(data: PageData): string {
  return `<header>
<a class="skip" href="#/ask">Skip to the question</a>
<h1>${data.title.map((sentence) => `<span>${markedSentence(sentence)}</span>`).join(' ')}</h1>
<p>${markedSentence(data.lead)}</p>
${(data.provenance ?? []).length === 0 ? '' : `<p>${(data.provenance ?? []).map((part) => `<bdi>${escapeHtml(part)}</bdi>`).join(' · ')}</p>`}
${getSources(data)}
${data.review?.digest === undefined ? '' : `<p>Digest: <code>${escapeHtml(data.review.digest).replace(/.{16}(?=.)/g, '$&<wbr>')}</code></p>`}
</header>
<nav aria-label="Views">
<a href="#/overview" data-view="overview">${data.review === undefined ? 'Overview' : 'Review'}</a>
<a href="#/tree" data-view="tree">Tree</a>
<a href="#/ask" data-view="ask">Access</a>
<a href="#/object" data-view="object" id="object-link" hidden>Object</a>
</nav>
<main>
<section id="tree" aria-label="Organization"></section>
<div id="panel"><div id="content"><noscript>This page needs JavaScript. The text report contains everything.</noscript></div></div>
</main>
<footer><p id="status" class="hidden" role="status"></p><p class="legend">${legend(data)} The page shows only what its sources contain.</p></footer>
<script type="text/plain" id="data">${compressed(data)}</script>`;
}

function getSources({ sources }: PageData): string {
  if (sources.length === 0) return '';
  const names = sources.map((source) => `<bdi>${escapeHtml(source)}</bdi>`).join(' · ');
  return `<p>${nounFor(sources.length, 'Source')}: ${names}</p>`;
}

/** Returns the legend of the kinds of changes on the page. */
function legend({ objects, review }: PageData): string {
  const used = CHANGE_STATUSES.filter((kind) => objects.some(({ status }) => status === kind));
  const signs = used.map((kind) => {
    const { sign, tone, word } = CHANGE_TEXTS[kind];
    return `<span class="sign ${tone}" aria-hidden="true">${sign}</span> ${word}`;
  });
  const flag = '<span class="badge found" aria-hidden="true">⚑</span> findings';
  const all = [...signs, ...(review === undefined ? [] : [flag])];
  return all.length === 0 ? '' : `${all.join(' ')}.`;
}

/** Returns the data as `review/page/compressed.ts` reads it. Base64 contains nothing that can end a script element. */
function compressed(data: PageData): string {
  return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
}

function markedSentence(parts: PageSentenceParts): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      return part.isText === true
        ? `<q><bdi>${escapeHtml(part.name)}</bdi></q>`
        : `<code><bdi>${breakable(part.name)}</bdi></code>`;
    })
    .join('');
}

/** Returns a name whose lines end between its words. */
function breakable(name: string): string {
  return escapeHtml(name).replace(/[/_](?=\w)/g, '$&<wbr>');
}

/** Returns a sentence for the title of a window, which has no elements. */
function plainSentence(parts: PageSentenceParts): string {
  return quotedNames(parts.map((part) => (typeof part === 'string' ? part : { ...part, isQuoted: false })));
}
