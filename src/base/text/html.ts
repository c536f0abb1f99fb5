/** Text from outside in a document of HTML: it never becomes markup, and a document runs only its own script. */
import { createHash } from 'node:crypto';
import { visible } from './visible';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the text for an element or an attribute. Hidden characters become visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

export interface HtmlDocument {
  /** The program and its version. */
  readonly generator: string;
  readonly title: string;
  /** The attributes of the element `body`, as markup. @default none */
  readonly attributes?: string;
  /** The content of the element `body`, as markup. The script follows it. */
  readonly content: string;
  readonly script: string;
  readonly style: string;
}

/** Returns a self-contained document. It sends no request, and a browser runs nothing in it but its script. */
export function createHtmlDocument({
  generator,
  title,
  attributes = '',
  content,
  script,
  style,
}: HtmlDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src '${toHash(script)}'`,
    `style-src '${toHash(style)}'`,
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
<meta name="generator" content="${escapeHtml(generator)}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body${attributes}>
${content}
<script>${script}</script>
</body>
</html>
`;
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
