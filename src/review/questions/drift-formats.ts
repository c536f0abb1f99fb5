/** Formats drift as text, as Markdown for an issue, and as JSON. */
import { SEVERITIES, type Severity } from '../../access/rules';
import { wrapped } from '../../base/text/columns';
import { importBlock } from '../../base/text/state-blocks';
import { displayed } from '../../base/text/visible';
import { counted, listed, nounFor } from '../../base/text/words';
import { codeSpan, codeBlock } from '../../base/text/markdown';
import type { ApiVersion } from '../../model/api';
import {
  createMarkdownSentence,
  createPlainSentence,
  type NameSource,
  type Sentence,
} from '../formats/sentences/marked-names';
import type { Drift, UnmanagedObject } from './drift';
import { DECLARE_OWNERS, describeLostState, describeUndo, ownerAdvice } from './drift-advice';
import { createDeletionText } from './drift-commands';
import { splitOutside } from './drift-outside';
import { listUndeclaredOwners } from './drift-owners';

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
  /** The command that imports the objects that await the first apply. @default `terraform apply` */
  readonly apply?: string | undefined;
  /** The columns of the terminal. @default unlimited */
  readonly width?: number | undefined;
  /** The version of the API in the commands that delete objects. @default the first one */
  readonly version?: ApiVersion | undefined;
}

/** The names in sentences about drift. */
function nameSource({ compared, changed, unmanaged }: Drift): NameSource {
  // `owner in acme` is a phrase of two names.
  const named = unmanaged.map(({ exposure, ...object }) => ({
    ...object,
    exposure: exposure && { ...exposure, access: undefined },
  }));
  return { drift: changed, others: [named, compared.roots.map((path) => ({ path }))] };
}

/** The path of an object without a name begins with its kind, which each line shows already: `group invite ada@acme.example in acme`. */
function withoutKinds(drift: Drift): Drift {
  const shorten = <T extends { readonly kind: string; readonly path: string }>(object: T): T => ({
    ...object,
    path: object.path.startsWith(`${object.kind} `) ? object.path.slice(object.kind.length + 1) : object.path,
  });
  return { ...drift, changed: drift.changed.map(shorten), unmanaged: drift.unmanaged.map(shorten) };
}

/** Returns both lists, and the command or the blocks that import the unmanaged objects. */
export function formatDriftText(found: Drift, options: DriftFormatOptions = {}): string {
  const drift = withoutKinds(found);
  const { adopt, width = Infinity } = options;
  const { changed, unmanaged, problems } = drift;
  const sentence = createPlainSentence(nameSource(drift));
  const scope = sentence(comparedText(drift));
  const pending = pendingText(drift, options).map((line) => `${line}\n`);
  if (changed.length + unmanaged.length === 0)
    return problems.length > 0
      ? `${scope} The comparison is incomplete.\n${pending.join('')}`
      : `No drift: every object is managed${drift.accepted === undefined ? '' : ' or accepted'} and unchanged. ${scope}\n${pending.join('')}`;
  const deleted = createDeletionText(drift, options);
  const lost = describeLostState(unmanaged);
  const { own, shown, sentence: outside, condition } = splitOutside(drift);
  const owners = listUndeclaredOwners([...own, ...shown]);
  const listLines = (objects: readonly UnmanagedObject[]) =>
    objects.flatMap((object) => [
      `  ${object.severity.padEnd(6)}  ${kindText(object)} ${sentence(object.path)}  ${object.uid}`,
      ...listFacts(object).map((fact) => `    ${sentence(fact)}.`),
    ]);
  const changedSection =
    changed.length === 0
      ? 'No managed object was changed.'
      : [
          `${counted(changed.length, 'object')} changed since the last apply${changed.length > 1 ? ', the most dangerous first' : ''}:`,
          ...changed.flatMap((change) => changedLines(change, sentence)),
          sentence(describeUndo(changed)),
        ].join('\n');
  const unmanagedSection =
    unmanaged.length === 0
      ? problems.length > 0
        ? 'No unmanaged object was found. The comparison is incomplete.'
        : `Every object is managed${drift.accepted === undefined ? '' : ' or accepted'}.`
      : [
          ...(own.length === 0
            ? []
            : [
                `${counted(own.length, 'object')} that no stack manages${own.length > 1 ? ', the most dangerous first' : ''}:`,
                ...listLines(own),
              ]),
          ...(outside === undefined ? [] : [outside, ...listLines(shown)]),
          ...(owners.length === 0 ? [] : [DECLARE_OWNERS, ...owners.map((owner) => `  ${owner}`)]),
          ...ownerAdvice([...own, ...shown]),
          ...(lost !== undefined
            ? ['', sentence(lost)]
            : own.length === 0 || drift.unread !== undefined
              ? []
              : adopt === undefined
                ? [
                    '',
                    [...condition, 'Declare each object, and import it with its block:'].join(' '),
                    '',
                    ...own.map(block),
                  ]
                : ['', [...condition, 'To declare and import the objects, run:'].join(' '), `  ${adopt}`]),
          ...(deleted === undefined
            ? []
            : ['', deleted.sentence, ...deleted.commands.map((command) => `  ${command}`)]),
        ].join('\n');
  const sections = isUnmanagedFirst(drift) ? [unmanagedSection, changedSection] : [changedSection, unmanagedSection];
  return `${[...sections, scope].join('\n\n')}\n${pending.join('')}`
    .split('\n')
    .map((line) => foldLine(line, width))
    .join('\n');
}

function pendingText({ pending = 0 }: Drift, { apply = 'terraform apply' }: DriftFormatOptions): string[] {
  return pending === 0
    ? []
    : [`${counted(pending, 'object awaits', 'objects await')} the first apply. Run "${apply}".`];
}

/** Commands and blocks stay whole, so that they can be copied. */
function foldLine(line: string, width: number): string {
  if (/^ {2}(?:curl|npx|platform-iac) |^import |[{}]$|^ {2}(?:to|id) /.test(line)) return line;
  const first = /^ */.exec(line)?.[0].length ?? 0;
  return wrapped(line.slice(first), { width: Math.max(width, 40), indent: first === 0 ? 0 : first + 4, first });
}

/** A stranger who is an owner matters more than a changed description. */
function isUnmanagedFirst({ changed, unmanaged }: Drift): boolean {
  const worst = (objects: readonly { readonly severity: Severity }[]) =>
    Math.max(0, ...objects.map(({ severity }) => SEVERITIES.indexOf(severity)));
  return worst(unmanaged) > worst(changed);
}

/** Returns the access of an unmanaged grant, and others who can assume its identity, as sentences without the final period. */
function listFacts({ access, exposure }: UnmanagedObject): string[] {
  return [access?.text, exposure?.text].filter((fact) => fact !== undefined);
}

function kindText({ kind, givesOwner, isOwnAccess }: UnmanagedObject): string {
  const marks = [...(givesOwner ? ['gives owner'] : []), ...(isOwnAccess ? ['your own access'] : [])];
  return marks.length === 0 ? kind : `${kind} (${marks.join(', ')})`;
}

/** Returns `Compared 12 objects in acme/payments.`, and the number of objects elsewhere. */
function comparedText({ compared: { objects, roots }, accepted = 0, others = 0 }: Drift): string {
  const known = accepted === 0 ? '' : `, with ${counted(accepted, 'accepted unmanaged object')}`;
  const elsewhere =
    others === 0
      ? ''
      : ` No given stack manages ${counted(others, 'object')} elsewhere in ${listed([...new Set(roots.map((path) => path.split('/')[0] ?? path))])}. To list ${nounFor(others, 'it', 'them')}, pass --root.`;
  return `Compared ${counted(objects, 'object')} in ${listed(roots, 'and')}${known}.${elsewhere}`;
}

function changedLines(change: Changed, sentence: Sentence): string[] {
  const { severity, effect, status, kind, path, address, plan, fields } = change;
  return [
    `  ${severity.padEnd(6)}  ${status} ${kind} ${sentence(path)}  ${sentence(`${address} (${plan})`)}`,
    ...fields.map(({ field, before = 'unset', after = 'unset' }) => sentence(`    ${field}: ${before} → ${after}`)),
    ...(effect === undefined ? [] : [`    ${sentence(effect.text)}.`]),
  ];
}

/** Returns both lists as tables. */
export function formatDriftMarkdown(found: Drift, options: DriftFormatOptions = {}): string {
  const drift = withoutKinds(found);
  const { adopt } = options;
  const { changed, unmanaged, problems } = drift;
  const sentence = createMarkdownSentence(nameSource(drift));
  const deleted = createDeletionText(drift, options);
  const lost = describeLostState(unmanaged);
  const { own, shown, sentence: outside, condition } = splitOutside(drift);
  const owners = listUndeclaredOwners([...own, ...shown]);
  const changes: string[] =
    changed.length === 0
      ? []
      : table(
          'Changed since the last apply',
          ['Severity', 'Status', 'Object', 'Fields', 'Address'],
          changed.map(({ severity, effect, status, kind, path, fields, address }) => [
            severity,
            status,
            `${kind} ${codeSpan(path)}${effect === undefined ? '' : `<br>${sentence(effect.text)}.`}`,
            fields.map(fieldText).join('<br>'),
            codeSpan(address),
          ]),
        ).concat('', sentence(describeUndo(changed)));
  const others: string[] =
    unmanaged.length === 0
      ? []
      : [
          ...table(
            'Not managed by any stack',
            ['Severity', 'Object', 'Uid'],
            [...own, ...shown].map((object) => [
              object.severity,
              [
                `${kindText(object)} ${codeSpan(object.path)}`,
                ...listFacts(object).map((fact) => `${sentence(fact)}.`),
              ].join('<br>'),
              codeSpan(object.uid),
            ]),
          ),
          ...(outside === undefined ? [] : ['', outside]),
          ...(owners.length === 0 ? [] : ['', DECLARE_OWNERS, '', ...owners.map((owner) => `- ${codeSpan(owner)}`)]),
          ...ownerAdvice([...own, ...shown]).flatMap((advice) => ['', advice]),
          ...(lost !== undefined
            ? ['', sentence(lost)]
            : own.length === 0 || drift.unread !== undefined
              ? []
              : adopt === undefined
                ? [
                    ...condition.flatMap((text) => ['', text]),
                    '',
                    '<details><summary>Blocks to import these objects</summary>',
                    '',
                    ...codeBlock(own.slice(0, MOST_IN_MARKDOWN).map(block).join('\n').split('\n'), 'hcl'),
                    '',
                    '</details>',
                  ]
                : ['', [...condition, `To declare and import the objects, run ${codeSpan(adopt)}.`].join(' ')]),
          ...(deleted === undefined ? [] : ['', deleted.sentence]),
          ...(deleted === undefined || deleted.commands.length === 0
            ? []
            : ['', ...codeBlock([...deleted.commands], 'sh')]),
        ];
  const lines = [
    `### Drift: ${counted(changed.length, 'changed object')}, ${counted(unmanaged.length, 'unmanaged object')}`,
    '',
    sentence(comparedText(drift)),
    ...pendingText(drift, options).flatMap((line) => ['', line]),
    ...problems.flatMap((problem) => ['', `**Incomplete:** ${sentence(problem)}`]),
    ...(isUnmanagedFirst(drift) ? [...others, ...changes] : [...changes, ...others]),
  ];
  return `${lines.join('\n')}\n`;
}

function fieldText({ field, before, after }: Changed['fields'][number]): string {
  const value = (text: string | undefined) => (text === undefined ? 'unset' : codeSpan(displayed(text)));
  return `${codeSpan(field)}: ${value(before)} → ${value(after)}`;
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
