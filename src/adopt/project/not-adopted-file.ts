/** The list of everything that the project does not declare. */
import { kindInWords } from '../../schema';
import { counted } from '../../text/words';
import type { NotAdopted, Organization } from '../organization/model';

/** Returns one line of text for an object. */
export function notAdoptedLine({ declaration, path, uid, reason, nextStep, contents }: NotAdopted): string {
  const inside = contents === 0 ? '' : ` with ${counted(contents, 'object')}`;
  return `${kindInWords(declaration)} ${path}${inside} (${uid}): ${reason}${nextStep === undefined ? '' : ` ${nextStep}`}`;
}

/** Returns `NOT-ADOPTED.md`. */
export function notAdoptedFile({ root, notAdopted, notes }: Organization): string {
  const rows = notAdopted.map(({ declaration, path, uid, reason, nextStep, contents }) => {
    const inside = contents === 0 ? '' : ` It contains ${counted(contents, 'object')}, which are not adopted either.`;
    const next = nextStep === undefined ? '' : ` ${nextStep}`;
    return `| ${kindInWords(declaration)} | ${markdownCell(path)} | \`${uid}\` | ${markdownCell(`${reason}${inside}${next}`)} |`;
  });
  const table =
    rows.length === 0
      ? 'The project declares every object.'
      : ['| Kind | Path | uid | Reason |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const list = notes.map((note) => `- ${markdownCell(note)}`).join('\n');
  return [
    `# Not adopted`,
    `\`platform-iac adopt\` wrote this project for the group ${markdownCell(root.name)}. It does not declare these objects, and an apply does not change them.`,
    table,
    ...(list === '' ? [] : ['## Notes', list]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns a text on one line, without any meaning in Markdown. */
function markdownCell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}
