/** `platform-iac access-review`: a table and a page for auditors, with proposals of grants to remove. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { AccessReview } from '../../review';
import { shellWord, type Output } from '../process';
import { collectedFiles } from '../report/sources';
import { withConfigurationName } from '../../base/text/configuration-name';
import { addQuestionSourceOptions, answered, reviewSource, type QuestionSourceFlags } from '../report/question-source';
import { loadReview } from '../load-review';
import { readStack } from '../plan/synthesized-stack';
import { readReason } from '../../base/files/read-error';
import { wrapped } from '../../base/text/columns';
import { visible } from '../../base/text/visible';
import { counted, listed } from '../../base/text/words';
import { makeFolder, writeWholeFile } from '../whole-file';

const exitCodes = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** A spreadsheet reads a file without it in the code page of the machine, and breaks names outside of ASCII. */
const BYTE_ORDER_MARK = '\u{FEFF}';

interface AccessReviewFlags extends QuestionSourceFlags {
  readonly out: string;
  readonly unusedDays?: number;
  readonly notOurs?: readonly string[];
}

const HELP =
  '\nIt writes access.csv (all grants), proposals.csv (grants to remove, with the evidence) and index.html (both).' +
  '\nPlans and states show where a grant is declared; with --synth also the line of your program. It then also writes removals.patch: a diff for "git apply" with every proposed grant whose statement declares nothing else. For any other grant, proposals.csv contains the reason.' +
  '\nIt proposes grants of identities that nobody has used for --unused-days, or of outsiders, of expired keys, duplicate grants, and grants that another one covers. Without data about the use there is no proposal about it.' +
  '\nExit codes: 0 done, 1 a file cannot be written, 2 usage error, 3 something could not be read: the page lists it.' +
  '\nExample: platform-iac access-review --live --state org.json --out access-review';

export function addAccessReviewCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program.command('access-review');
  addQuestionSourceOptions(command)
    .requiredOption('--out <dir>', 'The folder for the files; it is created')
    .option('--unused-days <days>', 'Propose grants of identities without use for this long; by default 90', wholeDays)
    .option(
      '--not-ours <owner>',
      'Propose the grants of workloads of this owner, for example github:1234; may be repeated',
      collectedFiles,
    )
    .addHelpText('after', HELP)
    .action(async (flags: AccessReviewFlags, self: Command) => {
      if (flags.live === undefined) self.error('error: pass --live: only the whole organization shows all access');
      exitWith(await write(flags, output));
    });
}

function wholeDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Pass a number of days.');
  return Number(text);
}

async function write(flags: AccessReviewFlags, output: Output): Promise<number> {
  const { out, unusedDays, notOurs = [] } = flags;
  const examined = await reviewSource(flags, output);
  const {
    createAccessReview,
    formatAccessReviewHtml,
    formatAnswerCsv,
    formatDanger,
    formatProposals,
    formatProposalsCsv,
    isOfOutsiders,
    PATCH_FILE,
    ...review
  } = loadReview();
  const found = answered(examined, flags, output, () => createAccessReview(examined, { unusedDays, notOurs }));
  const stacks = (flags.synth ?? []).map((folder) => readStack(folder, review.readSynthesized));
  const removals = review.createRemovals(found, stacks, toText);
  const files = {
    'access.csv': `${BYTE_ORDER_MARK}${formatAnswerCsv(found.access)}`,
    'proposals.csv': `${BYTE_ORDER_MARK}${formatProposalsCsv(found, removals)}`,
    'index.html': formatAccessReviewHtml(withFileName(found, flags.config), removals),
    ...(removals.patch !== '' && { [PATCH_FILE]: removals.patch }),
  };
  const { problems, rows } = found.access;
  const { width = Infinity } = output.terminal ?? {};
  const print = (text: string, first = 0) =>
    output.err(`${wrapped(withConfigurationName(text, flags.config), { width, indent: first + 4, first })}\n`);
  const separate = () => output.err('\n');
  const say = (sentence: string) => print(`platform-iac: ${sentence}`);
  problems.forEach(say);
  try {
    makeFolder(out);
    // A patch of an earlier review could remove other grants.
    rmSync(join(out, PATCH_FILE), { force: true });
    for (const [name, text] of Object.entries(files)) writeWholeFile(join(out, name), text, 0o600);
  } catch (error) {
    const { message } = error as Error;
    const sentence = message.startsWith('Cannot write') ? message : `Cannot write to ${out}: ${readReason(error)}.`;
    say(sentence);
    return exitCodes.failed;
  }
  const { proposals, undecided, decisionText, dangers } = found;
  const facts = [
    counted(rows.length, 'grant'),
    counted(proposals.length, 'proposed removal'),
    ...(undecided.length === 0 ? [] : [`${counted(undecided.length, 'removal')} to decide`]),
    ...exposedTexts(rows, notOurs),
  ];
  say(`Wrote ${listed(Object.keys(files))} in ${out}: ${facts.join(', ')}.`);
  if (decisionText !== undefined) {
    separate();
    print(decisionText.heading);
    for (const owner of decisionText.owners) print(owner, 2);
    print(decisionText.next);
    // A line to paste stays whole.
    if (decisionText.line !== undefined) output.err(`  ${visible(decisionText.line)}\n`);
    print(visible(decisionText.otherwise));
  }
  if (found.notes.length > 0) separate();
  for (const note of found.notes) print(visible(note));
  const printProposals = (listedProposals: typeof proposals, heading: string) => {
    if (listedProposals.length === 0) return;
    separate();
    print(heading);
    for (const line of formatProposals({ proposals: listedProposals })) print(line, 2);
  };
  printProposals(proposals.filter(isOfOutsiders), 'Remove these grants of outsiders first, the most dangerous first:');
  for (const danger of dangers) {
    separate();
    print(`${danger.heading}${danger.rows.length > 1 ? ', the most dangerous first' : ''}:`);
    for (const line of formatDanger(danger)) print(line, 2);
    print(danger.next);
  }
  printProposals(
    proposals.filter((proposal) => !isOfOutsiders(proposal)),
    'Then decide about these proposed removals:',
  );
  if (removals.patch !== '')
    output.err(
      `To remove the proposed grants that the patch contains, run:\n  git apply ${shellWord(join(out, PATCH_FILE))}\n`,
    );
  else if (stacks.length > 0 && proposals.length > 0)
    say(
      `Wrote no ${PATCH_FILE}: no proposed grant has a statement of its own. ${join(out, 'proposals.csv')} contains the reasons.`,
    );
  return problems.length > 0 ? exitCodes.incomplete : exitCodes.done;
}

/** Returns the review with the name of the configuration file in its sentences: the page breaks lines within names. */
function withFileName(review: AccessReview, file: string | undefined): AccessReview {
  const named = (text: string) => withConfigurationName(text, file);
  const { decisionText: text } = review;
  return {
    ...review,
    notes: review.notes.map(named),
    decisionText: text && {
      ...text,
      ...{ heading: named(text.heading), next: named(text.next), otherwise: named(text.otherwise) },
    },
  };
}

type Rows = AccessReview['access']['rows'];

/** Returns the numbers of identities that others can assume: the most dangerous result of the review. */
function exposedTexts(rows: Rows, strangers: readonly string[]): string[] {
  const count = (isCounted: (exposure: NonNullable<Rows[number]['exposure']>) => boolean) =>
    new Set(rows.flatMap(({ identity, exposure }) => (exposure && isCounted(exposure) ? [identity] : []))).size;
  const text = (identities: number, who: string, least = '') =>
    identities === 0 ? [] : [`${least}${counted(identities, 'identity')} ${who}`];
  const unknown = count(({ to }) => to === 'unknown');
  const isUndecided = ({ to, entries = [] }: { readonly to: string; readonly entries?: readonly string[] }) =>
    to === 'outsiders' && entries.length > 0 && !entries.some((entry) => strangers.includes(entry));
  const outsiders = count((exposure) => exposure.to === 'outsiders' && !isUndecided(exposure));
  return [
    ...text(outsiders, 'that outsiders can assume', unknown > 0 ? 'at least ' : ''),
    ...text(count(isUndecided), 'of undeclared owners'),
    ...text(
      count(({ unreviewed }) => unreviewed !== undefined),
      'that unreviewed code can assume',
    ),
    ...text(unknown, 'without a declared owner'),
  ];
}

function toText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
