/** The README's blocks of code, in their order, each with what stands around it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Block {
  /** The heading it stands under. */
  readonly section: string;
  /** `sh`, `ts`, `hcl`, `json`; empty for what is only shown. */
  readonly language: string;
  readonly text: string;
  /** The paragraph in front of it, on one line. */
  readonly lead: string;
}

export function readmeBlocks(): readonly Block[] {
  const blocks: Block[] = [];
  let section = '';
  let lead: string[] = [];
  const lines = readFileSync(resolve('README.md'), 'utf8').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const paragraph = lead.join(' ').trim();
      blocks.push({ section, language: line.slice(3), text: lines.slice(at + 1, end).join('\n'), lead: paragraph });
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

export function blocksOf(section: string): readonly Block[] {
  return readmeBlocks().filter((block) => block.section === section);
}
