/** The code of proposed removals: a diff where removing the statement deletes exactly the proposed grants, otherwise the reason. */
import { statementAt, type Statement } from '../../base/text/plain-code';
import { removedLines, type LineRange } from '../../base/text/removed-lines';
import { counted } from '../../base/text/words';
import type { SourceLine, Synthesized } from '../input/plan/synthesized';
import type { AccessReview, RemovalProposal } from './access-review';

/** The file of the patch, next to the tables. */
export const PATCH_FILE = 'removals.patch';

export interface Removals {
  /** A unified diff of all files; empty without a removable statement. */
  readonly patch: string;
  /** Clauses with the reason why the patch does not contain a managed grant, and the next step, by the grant. */
  readonly reasons: ReadonlyMap<string, string>;
}

const BY_HAND = 'Remove the grant there by hand.';

/** A call chain that ends with `grant`, or `new RoleBinding`, with calls such as `importFrom` after it. Arguments are omitted. */
const GRANT = /^(?:[\w$]+(?:\.[\w$]+(?:\(\))?)*\.grant\(\)|newRoleBinding\(\))(?:\.(?:importFrom|wasAt)\(\))*$/;

/**
 * Returns the removals in the code. A statement is removed only if it declares a proposed grant and nothing else.
 *
 * @param readSource returns the text of a file of the program, or `undefined` if it cannot be read
 */
export function createRemovals(
  { proposals }: AccessReview,
  stacks: readonly Synthesized[],
  readSource: (file: string) => string | undefined,
): Removals {
  const reasons = new Map<string, string>();
  const ranges = new Map<string, Map<number, LineRange>>();
  const texts = new Map<string, string | undefined>();
  const toText = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, readSource(file));
    return texts.get(file);
  };
  for (const { row } of proposals) {
    if (!row.isManaged) continue;
    const found = removable(row, { proposals, stacks, toText });
    if (typeof found === 'string') {
      reasons.set(row.grant, found);
      continue;
    }
    const { file } = found;
    ranges.set(file, (ranges.get(file) ?? new Map<number, LineRange>()).set(found.first, found));
  }
  const diffs = [...ranges]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, removed]) => removedLines(file, toText(file) ?? '', [...removed.values()]));
  return { patch: diffs.join(''), reasons };
}

interface Program {
  readonly proposals: readonly RemovalProposal[];
  readonly stacks: readonly Synthesized[];
  readonly toText: (file: string) => string | undefined;
}

/** Returns the lines to remove, or the reason and the next step. */
function removable(
  { source, by }: RemovalProposal['row'],
  { proposals, stacks, toText }: Program,
): (LineRange & { readonly file: string }) | string {
  if (source === undefined) return 'pass --synth to find the line.';
  const { file, line } = source;
  if (by !== 'role_binding') return `it is no role binding. ${BY_HAND}`;
  if (!/^[\w@-][^:]*\.[cm]?tsx?$/.test(file)) return `it is not declared in TypeScript in this folder. ${BY_HAND}`;
  const text = toText(file);
  if (text === undefined) return 'the file cannot be read. Run the command in the folder of the program.';
  if (text.includes('\r')) return `the lines of the file end with CR. ${BY_HAND}`;
  const statement = statementAt(text, line);
  if (statement === undefined || !isGrant(statement))
    return `the code at this line does more than this grant. ${BY_HAND}`;
  const isWithin = (sourceLine: SourceLine | undefined): boolean =>
    sourceLine?.file === file && sourceLine.line >= statement.first && sourceLine.line <= statement.last;
  const declared = stacks.flatMap(({ origins }) =>
    [...origins].filter(([address, origin]) => !address.startsWith('data.') && isWithin(origin?.source)),
  );
  const proposed = new Set(
    proposals.filter(({ row }) => isWithin(row.source)).map(({ row }) => `${row.plan ?? ''} ${row.address ?? ''}`),
  );
  const addresses = new Set(proposals.map(({ row }) => row.address));
  if (declared.length !== proposed.size || declared.some(([address]) => !addresses.has(address)))
    return `the code at this line declares ${counted(declared.length, 'object')}. ${BY_HAND}`;
  return { file, first: statement.first, last: statement.last };
}

/** An argument with a function or an assignment could have an effect of its own. */
function isGrant({ code }: Statement): boolean {
  if (/=|\+\+|--|\b(function|await|yield|new)\b/.test(code.replace(/^new\b/, ''))) return false;
  let depth = 0;
  let chain = '';
  for (const char of code) {
    if (char === ')') depth--;
    if (depth === 0 && !/\s/.test(char)) chain += char;
    if (char === '(') depth++;
  }
  return GRANT.test(chain);
}
