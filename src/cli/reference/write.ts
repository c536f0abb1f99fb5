/** Writes generated files, and the generated parts of files that are written by hand. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const checkoutRoot = join(__dirname, '../../..');

/** Writes the generated part of a file. In Markdown, a part of one line stays in its sentence. */
export function writePart(name: string, title: string, text: string): void {
  const source = readFileSync(join(checkoutRoot, name), 'utf8');
  const isInline = !text.includes('\n');
  const [comment, end, gap] = name.endsWith('.md') ? ['<!-- ', ' -->', isInline ? '' : '\n\n'] : ['// ', '', '\n'];
  const [begin, close] = [`${comment}begin ${title}: npm run docs${end}`, `${comment}end ${title.split(',')[0]}${end}`];
  const [before = '', rest = ''] = source.split(begin);
  const [, after = ''] = rest.split(close);
  const indent = isInline ? '' : (/[ ]*$/.exec(before)?.[0] ?? '');
  write(name, `${before}${begin}${gap}${text}${gap}${indent}${close}${after}`);
}

/** Writes a generated file, and prints its name. */
export function write(name: string, text: string): void {
  const file = join(checkoutRoot, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${name}\n`);
}
