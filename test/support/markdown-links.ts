/** The relative links of Markdown pages, and their targets as GitHub resolves them. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the links of a page that lead to no file, or to no heading of it. `page` is relative to `root`. */
export function deadLinks(root: string, page: string): string[] {
  return linksIn(join(root, page))
    .filter((target) => !leadsSomewhere(root, page, target))
    .map((target) => `${page}: ${target}`);
}

/** Returns the relative links outside of code. */
export function linksIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '`');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^[a-z]+:/.test(to));
}

function leadsSomewhere(root: string, page: string, target: string): boolean {
  const [path = '', fragment] = target.split('#');
  const file = join(root, path === '' ? page : join(dirname(page), path));
  if (!existsSync(file)) return false;
  return fragment === undefined || anchorsOf(readFileSync(file, 'utf8')).has(fragment);
}

/** GitHub numbers repeated headings from the second on. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)) {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  for (const [, id = ''] of text.matchAll(/<a id="([\w-]+)"><\/a>/g)) anchors.add(id);
  return anchors;
}
