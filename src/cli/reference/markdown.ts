/** The forms of Markdown that the reference is made of. */

export { inlineCode } from '../../base/text/markdown';

export function page(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a text that no reader of Markdown takes for an element of HTML. */
export function withoutElements(text: string): string {
  return text.replaceAll('<', '&lt;');
}

export function fencedCode(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

export function firstSentence(text: string): string {
  return /^.*?[.:;](?=\s|$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text;
}

/** Returns the metadata that the Terraform registry reads from the top of a page. Its start page has no subcategory. */
export function frontMatter(title: string, description: string, { isIndex = false } = {}): string {
  const subcategory = isIndex ? '' : 'subcategory: ""\n';
  return `---\npage_title: ${JSON.stringify(title)}\n${subcategory}description: |-\n  ${description}\n---`;
}
