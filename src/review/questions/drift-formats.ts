/** Formats drift as text, as Markdown for an issue, and as JSON. */
import { importBlock } from '../../base/text/state-blocks';
import { displayed } from '../../base/text/visible';
import { counted, listed } from '../../base/text/words';
import { code, codeBlock } from '../../base/text/markdown';
import { createMarkdownSentence, createPlainSentence, type NameSource, type Sentence } from '../formats/marked-names';
import type { Drift, UnmanagedObject } from './drift';

/** The maximum number of objects in each list of the Markdown: an issue has a limit. */
const MOST_IN_MARKDOWN = 200;

type Changed = Drift['changed'][number];

/** Returns both lists as indented JSON. */
export function formatDriftJson(drift: Drift): string {
  return `${JSON.stringify(drift, undefined, 2)}\n`;
}

export interface DriftFormatOptions {
  /** The command that declares and imports unmanaged objects in a program. @default blocks to import them */
  readonly adopt?: string | undefined;
}

/** The names in sentences about drift. */
function nameSource({ compared, changed, unmanaged }: Drift): NameSource {
  return { drift: changed, others: [unmanaged, compared.roots.map((path) => ({ path }))] };
}

/** Returns both lists, and the command or the blocks that import the unmanaged objects. */
export function formatDriftText(drift: Drift, { adopt }: DriftFormatOptions = {}): string {
  const { changed, unmanaged, problems } = drift;
  const sentence = createPlainSentence(nameSource(drift));
  const scope = sentence(`Compared ${comparedText(drift)}.`);
  if (changed.length + unmanaged.length === 0)
    return problems.length > 0
      ? `${scope} The comparison is incomplete.\n`
      : `No drift: every object is managed${drift.accepted === undefined ? '' : ' or accepted'} and unchanged. ${scope}\n`;
  const sections = [
    changed.length === 0
      ? 'No managed object was changed.'
      : [
          `${counted(changed.length, 'object')} changed since the last apply:`,
          ...changed.flatMap((change) => changedLines(change, sentence)),
          UNDO,
        ].join('\n'),
    unmanaged.length === 0
      ? `Every object is managed${drift.accepted === undefined ? '' : ' or accepted'}.`
      : [
          `${counted(unmanaged.length, 'object')} that no stack manages:`,
          ...worstFirst(unmanaged).flatMap((object) => [
            `  ${kindText(object)} ${sentence(object.path)}  ${object.uid}`,
            ...(object.exposure === undefined ? [] : [`    ${sentence(object.exposure.text)}.`]),
          ]),
          ...ownerAdvice(unmanaged),
          '',
          ...(adopt === undefined
            ? ['Declare each object, and import it with its block:', '', ...unmanaged.map(block)]
            : ['To declare and import them in your program, run:', `  ${adopt}`]),
        ].join('\n'),
  ];
  return `${[...sections, scope].join('\n\n')}\n`;
}

const UNDO = 'To undo the changes, apply. To keep them, change the configuration.';

/** Owners need a decision first, and those that others can assume before them. */
function worstFirst(unmanaged: Drift['unmanaged']): UnmanagedObject[] {
  const weigh = ({ givesOwner, exposure }: UnmanagedObject) =>
    (exposure === undefined ? 0 : 2) + (givesOwner === undefined ? 0 : 1);
  return [...unmanaged].sort((one, other) => weigh(other) - weigh(one));
}

function kindText({ kind, givesOwner }: UnmanagedObject): string {
  return givesOwner === true ? `${kind} (gives owner)` : kind;
}

function ownerAdvice(unmanaged: Drift['unmanaged']): string[] {
  const count = unmanaged.filter(({ givesOwner }) => givesOwner).length;
  if (count === 0) return [];
  return [
    `${counted(count, 'object gives', 'objects give')} owner. Confirm or delete each one first: declaring an object does not remove its access.`,
  ];
}

/** Returns `12 objects in acme`. */
function comparedText({ compared: { objects, roots }, accepted = 0 }: Drift): string {
  const known = accepted === 0 ? '' : `, with ${counted(accepted, 'accepted unmanaged object')}`;
  return `${counted(objects, 'object')} in ${listed(roots, 'and')}${known}`;
}

function changedLines({ status, kind, path, address, plan, fields }: Changed, sentence: Sentence): string[] {
  return [
    `  ${status} ${kind} ${sentence(path)}  ${sentence(`${address} (${plan})`)}`,
    ...fields.map(({ field, before = '', after = '' }) => sentence(`    ${field}: ${before} → ${after}`)),
  ];
}

/** Returns both lists as tables. */
export function formatDriftMarkdown(drift: Drift, { adopt }: DriftFormatOptions = {}): string {
  const { changed, unmanaged, problems } = drift;
  const sentence = createMarkdownSentence(nameSource(drift));
  const lines = [
    `### Drift: ${counted(changed.length, 'changed object')}, ${counted(unmanaged.length, 'unmanaged object')}`,
    '',
    sentence(`Compared ${comparedText(drift)}.`),
    ...problems.flatMap((problem) => ['', `**Incomplete:** ${sentence(problem)}`]),
    ...(changed.length === 0
      ? []
      : table(
          'Changed since the last apply',
          ['Status', 'Object', 'Fields', 'Address'],
          changed.map(({ status, kind, path, fields, address }) => [
            status,
            `${kind} ${code(path)}`,
            fields.map(fieldText).join('<br>'),
            code(address),
          ]),
        ).concat('', UNDO)),
    ...(unmanaged.length === 0
      ? []
      : [
          ...table(
            'Not managed by any stack',
            ['Object', 'Uid'],
            worstFirst(unmanaged).map((object) => [
              `${kindText(object)} ${code(object.path)}${object.exposure === undefined ? '' : `<br>${sentence(object.exposure.text)}.`}`,
              code(object.uid),
            ]),
          ),
          ...ownerAdvice(unmanaged).flatMap((advice) => ['', advice]),
          ...(adopt === undefined
            ? [
                '',
                '<details><summary>Blocks to import these objects</summary>',
                '',
                ...codeBlock(unmanaged.slice(0, MOST_IN_MARKDOWN).map(block).join('\n').split('\n'), 'hcl'),
                '',
                '</details>',
              ]
            : ['', `To declare and import them in your program, run ${code(adopt)}.`]),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function fieldText({ field, before, after }: Changed['fields'][number]): string {
  const value = (text: string | undefined) => (text === undefined ? 'unset' : code(displayed(text)));
  return `${code(field)}: ${value(before)} → ${value(after)}`;
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
