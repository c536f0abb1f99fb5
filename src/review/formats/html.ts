/**
 * Formats the organization and its review as one page. The page sends no request. External text is data in it, never markup, and
 * the page can run only its own script.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../../api';
import { CHANGE_KIND_NAMES, CHANGE_KINDS } from '../../page/change-kinds';
import type { PageData, PageSentenceParts } from '../../page/data';
import { visible } from '../../text/visible';
import { quotedNames } from './marked-names';
import { pageAssets } from './page-assets';
import { pageData, type HtmlInput } from './page-data';

export type { HtmlInput };

/** Returns a self-contained page. */
export function formatHtml(input: HtmlInput): string {
  const { script, style } = pageAssets();
  const data = pageData(input);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    // Even a mistake in the script cannot turn text into markup or a script.
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
<title>${plainSentence(data.title)}</title>
<style>${style}</style>
</head>
<body data-view="overview">
<header>
<a class="skip" href="#/ask">Skip to the question</a>
<h1>${markedSentence(data.title)}</h1>
<p>${markedSentence(data.lead)}</p>
${(data.provenance ?? []).length === 0 ? '' : `<p class="sources">${(data.provenance ?? []).map((part) => `<bdi>${escaped(part)}</bdi>`).join(' · ')}</p>`}
<p class="sources">${data.sources.map((source) => `<bdi>${escaped(source)}</bdi>`).join(' · ')}</p>
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
<footer><p id="status" class="hidden" role="status"></p><p class="legend">${legend(data)} The page shows only what the sources above contain.</p></footer>
<script type="text/plain" id="data">${compressed(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Returns the legend of the kinds of changes on the page. */
function legend({ objects, review }: PageData): string {
  const used = CHANGE_KIND_NAMES.filter((kind) => objects.some(({ status }) => status === kind));
  const signs = used.map((kind) => {
    const { sign, tone, word } = CHANGE_KINDS[kind];
    return `<span class="sign ${tone}" aria-hidden="true">${sign}</span> ${word}`;
  });
  const flag = '<span class="badge found" aria-hidden="true">⚑</span> findings';
  const all = [...signs, ...(review === undefined ? [] : [flag])];
  return all.length === 0 ? '' : `${all.join(' ')}.`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Returns the data as `page/compressed.ts` reads it. Base64 contains nothing that can end a script element. */
function compressed(data: PageData): string {
  return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
}

function markedSentence(parts: PageSentenceParts): string {
  return parts
    .map((part) => (typeof part === 'string' ? escaped(part) : `<code><bdi>${escaped(part.name)}</bdi></code>`))
    .join('');
}

/** Returns a sentence for the title of a window, which has no elements. */
function plainSentence(parts: PageSentenceParts): string {
  return escaped(quotedNames(parts.map((part) => (typeof part === 'string' ? part : { ...part, isQuoted: false }))));
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
