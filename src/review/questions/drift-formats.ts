/** Formats drift as text, as Markdown for an issue, and as JSON. */
import { importBlock } from '../../text/state-blocks';
import { visible } from '../../text/visible';
import { counted, listed } from '../../text/words';
import { code, codeBlock, prose } from '../../text/markdown';
import type { Drift, UnmanagedObject } from './drift';

/** The maximum number of objects in each list of the Markdown: an issue has a limit. */
const MOST_IN_MARKDOWN = 200;

type Changed = Drift['changed'][number];

/** Returns both lists as indented JSON. */
export function formatDriftJson(drift: Drift): string {
  return `${JSON.stringify(drift, undefined, 2)}\n`;
}

/** Returns both lists, and the blocks that import the unmanaged objects. */
export function formatDriftText({ compared, changed, unmanaged, problems }: Drift): string {
  const scope = `Compared ${comparedText(compared)}.`;
  if (changed.length + unmanaged.length === 0)
    return problems.length > 0
      ? `${scope} The comparison is incomplete.\n`
      : `No drift: every object is managed and unchanged. ${scope}\n`;
  const sections = [
    changed.length === 0
      ? 'No managed object was changed.'
      : [`${counted(changed.length, 'object')} changed since the last apply:`, ...changed.flatMap(changedLines)].join(
          '\n',
        ),
    unmanaged.length === 0
      ? 'Every object is managed.'
      : [
          `${counted(unmanaged.length, 'object')} that no stack manages:`,
          ...unmanaged.map(({ kind, path, uid }) => `  ${kind} ${visible(path)}  ${uid}`),
          '',
          'Declare each object, and import it with its block:',
          '',
          ...unmanaged.map(block),
        ].join('\n'),
  ];
  return `${[...sections, scope].join('\n\n')}\n`;
}

/** Returns `12 objects in acme`. */
function comparedText({ objects, roots }: Drift['compared']): string {
  return `${counted(objects, 'object')} in ${visible(listed(roots, 'and'))}`;
}

function changedLines({ status, kind, path, address, plan, fields }: Changed): string[] {
  return [
    `  ${status} ${kind} ${visible(path)}  ${address} (${plan})`,
    ...fields.map(({ field, before = '', after = '' }) => `    ${field}: ${visible(before)} → ${visible(after)}`),
  ];
}

/** Returns both lists as tables. */
export function formatDriftMarkdown({ compared, changed, unmanaged, problems }: Drift): string {
  const lines = [
    `### Drift: ${counted(changed.length, 'changed object')}, ${counted(unmanaged.length, 'unmanaged object')}`,
    '',
    `Compared ${prose(comparedText(compared))}.`,
    ...problems.flatMap((problem) => ['', `**Incomplete:** ${prose(problem)}`]),
    ...(changed.length === 0
      ? []
      : table(
          'Changed since the last apply',
          ['Status', 'Object', 'Fields', 'Address'],
          changed.map(({ status, kind, path, fields, address }) => [
            status,
            `${kind} ${code(path)}`,
            fields.map(({ field }) => code(field)).join(', '),
            code(address),
          ]),
        )),
    ...(unmanaged.length === 0
      ? []
      : [
          ...table(
            'Not managed by any stack',
            ['Object', 'Uid'],
            unmanaged.map(({ kind, path, uid }) => [`${kind} ${code(path)}`, code(uid)]),
          ),
          '',
          '<details><summary>Blocks to import these objects</summary>',
          '',
          ...codeBlock(unmanaged.slice(0, MOST_IN_MARKDOWN).map(block).join('\n').split('\n'), 'hcl'),
          '',
          '</details>',
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function table(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const more = rows.length - MOST_IN_MARKDOWN;
  return [
    ...['', `#### ${title}`, '', line(headings), line(headings.map(() => '---'))],
    ...rows.slice(0, MOST_IN_MARKDOWN).map(line),
    ...(more > 0 ? ['', `${more} more: see the JSON.`] : []),
  ];
}

function block({ to, uid }: UnmanagedObject): string {
  return importBlock(to, uid);
}
