/** Reads the blocks of code of the README and of the pages in `docs/`, in their order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Block {
  /** The page, for example `docs/review.md`. */
  readonly page: string;
  /** The heading above the block. */
  readonly section: string;
  /** `sh`, `ts`, `hcl`, `json`; empty for output. */
  readonly language: string;
  readonly text: string;
  /** The paragraph before the block, on one line. */
  readonly lead: string;
}

const generatedPages: readonly string[] = [
  'capabilities.md',
  'compatibility.md',
  'data-stacks.md',
  'errors.md',
  'index.md',
  'kinds.md',
];

/** The README and the handwritten pages. `npm run docs` generates the others from code that is tested elsewhere. */
export const handwrittenPages: readonly string[] = [
  'README.md',
  ...readdirSync(resolve('docs'))
    .filter((name) => name.endsWith('.md') && !generatedPages.includes(name))
    .map((name) => join('docs', name)),
];

export function blocksIn(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let section = '';
  let lead: string[] = [];
  const lines = readFileSync(resolve(page), 'utf8').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const paragraph = lead.join(' ').trim();
      blocks.push({
        page,
        section,
        language: line.slice(3),
        text: lines.slice(at + 1, end).join('\n'),
        lead: paragraph,
      });
      at = end;
      lead = [];
    } else if (line.startsWith('#')) {
      section = line.replace(/^#+ /, '');
      lead = [];
    } else if (line !== '') {
      if (lines[at - 1] === '') lead = [];
      lead.push(line);
    }
  }
  return blocks;
}

/** Returns the blocks of one section: `docs/provider.md#Plain HCL`. Throws if the section has no block. */
export function blocksOf(place: string): readonly Block[] {
  const [page = '', section = ''] = place.split('#');
  const blocks = blocksIn(page).filter((block) => block.section === section);
  if (blocks.length === 0) throw new Error(`${place} contains no block.`);
  return blocks;
}
