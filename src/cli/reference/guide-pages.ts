/** The pages that the reference links to, as guides of the Terraform registry: it shows no other page of `docs/`. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { firstSentence, frontMatter } from './markdown';

const docs = join(__dirname, '../../../docs');
const REPOSITORY = 'https://github.com/platform-iac/cdktf-provider-platform/blob/main/';

/** The pages in `docs/`. */
export const GUIDES = ['kinds.md', 'move-from-go-provider.md', 'provider.md'] as const;

/** Returns the text of each guide, by its path in `docs/`. */
export function guidePages(): ReadonlyMap<string, string> {
  return new Map(GUIDES.map((page) => [`guides/${page}`, guide(readFileSync(join(docs, page), 'utf8'))]));
}

function guide(text: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const [, description = ''] = /^# .+\n+(?!<!--)(.+)$/m.exec(text) ?? [];
  // Every second part is code.
  const parts = text.split(/(^```[^]*?^```$|`[^`\n]*`)/m);
  const linked = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${guideLink(href)})`),
  );
  return `${frontMatter(title, firstSentence(withoutLinks(description)))}\n\n${linked.join('')}`;
}

/** Returns the link from a guide: to another guide, to a page of the reference, or to the repository. */
function guideLink(href: string): string {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const target = posix.join('docs', href);
  const [page = ''] = href.split('#');
  if (GUIDES.some((each) => each === page)) return href;
  const isReference = /^docs\/(index\.md|(resources|data-sources|list-resources|ephemeral-resources|functions)\/)/;
  return isReference.test(target) ? `../${href}` : `${REPOSITORY}${target}`;
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
