/** The list of everything that the project does not declare. */
import { kindInWords } from '../../model/schema';
import { codeSpan, plainText } from '../../base/text/markdown';
import { visible } from '../../base/text/visible';
import { counted } from '../../base/text/words';
import type { NotAdopted, AdoptedOrganization } from '../organization/model';

/** Returns one line of text for an object. */
export function notAdoptedLine({ declaration, path, reason, nextStep, contents }: NotAdopted): string {
  const inside = contents === 0 ? '' : ` with ${counted(contents, 'object')}`;
  const why = sentences(reason, nextStep);
  return `${kindInWords(declaration)} ${visible(path)}${inside}: ${visible(why)}`;
}

/** Returns `NOT-ADOPTED.md`. */
export function notAdoptedFile({ root, notAdopted, notes }: AdoptedOrganization): string {
  const rows = notAdopted.map(({ declaration, path, uid, reason, nextStep, contents }) => {
    const inside =
      contents === 0 ? undefined : `It contains ${counted(contents, 'object')}, which are not adopted either.`;
    const why = sentences(reason, inside, nextStep);
    return `| ${kindInWords(declaration)} | ${codeSpan(path)} | ${codeSpan(uid)} | ${plainText(why)} |`;
  });
  const table = ['| Kind | Path | uid | Reason |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const list = notes.map((note) => `- ${plainText(note)}`).join('\n');
  return [
    `# Not adopted`,
    `\`platform-iac adopt\` wrote this project for the group ${codeSpan(root.name)}. ${
      rows.length === 0
        ? 'It declares every object.'
        : 'It does not declare these objects, and an apply does not change them.'
    }`,
    ...(rows.length === 0 ? [] : [table]),
    ...(list === '' ? [] : ['## Notes', list]),
  ]
    .join('\n\n')
    .concat('\n');
}

function sentences(...given: readonly (string | undefined)[]): string {
  return given.filter((sentence) => sentence !== undefined).join(' ');
}
