/**
 * Converts data to constructs. Checks all of the data first, then creates everything, and reports all problems
 * together.
 */
import { visible } from '../../src/base/text/visible';
import { counted } from '../../src/base/text/words';
import type { Values } from '../../src/model/api';
import type { Fields } from '../../src/model/schema';
import { jsonPathText } from '../../src/model/stack';
import { withLiteralText } from '../base/literal-text';
import { createWithLine } from '../base/source-line';
import type { IGroup } from '../kinds/group';
import { checkData, type DataPath, type DataProblem } from './data-problems';
import { addMembers, type Members } from './members';
import { groupsIn, nameProblems, type LongContents } from './names';

/** A file that contains the data. */
export interface DataFile {
  /** Relative to the working directory, with slashes. */
  readonly name: string;
  /** Returns the place of a value, or of its nearest container if the value is missing. */
  readonly locate: (path: DataPath) => { readonly line: number; readonly column: number };
}

/**
 * Returns the data in its long form.
 *
 * @throws Error with all problems of the data
 */
export function checkedContents(
  subject: string,
  fields: Fields,
  given: Values,
  file: DataFile | undefined,
  earlier: readonly DataProblem[] = [],
): LongContents {
  const check = (): DataProblem[] => {
    const { data, problems } = checkData(fields, given);
    // Names are readable only in data of the right types.
    return problems.length > 0 ? [...problems] : nameProblems(groupsIn((contents = data)));
  };
  let contents: LongContents = {};
  const found = file === undefined ? check() : withLiteralText(check);
  report(subject, [...earlier, ...found].map(onOneLine), file);
  return contents;
}

/**
 * Adds the contents to the group.
 *
 * @throws Error with all problems that a constructor of a file's object throws.
 */
export function createMembers(
  subject: string,
  group: IGroup,
  contents: LongContents,
  file: DataFile | undefined,
): Members {
  if (file === undefined) return addMembers(group, contents, (_path, create) => create());
  const problems: DataProblem[] = [];
  const members = addMembers(group, contents, (path, create) => {
    try {
      createWithLine({ file: file.name, line: file.locate(path).line }, () => withLiteralText(create));
    } catch (error) {
      problems.push({ path, message: (error as Error).message });
    }
  });
  report(subject, problems, file);
  return members;
}

/** A key of the data can contain a line break, which would begin another problem. */
export function onOneLine<T extends DataProblem>(problem: T): T {
  return { ...problem, message: visible(problem.message) };
}

function report(subject: string, problems: readonly DataProblem[], file: DataFile | undefined): void {
  if (problems.length === 0) return;
  if (file !== undefined)
    throw fileError(
      subject,
      file.name,
      problems.map((problem) => ({ ...problem, ...file.locate(problem.path) })),
    );
  const lines = problems.map(({ path, message }) => `\n  ${sentence(path, message)}`);
  throw new Error(`${subject}: the data has ${counted(problems.length, 'problem')}.${lines.join('')}`);
}

/** A problem with its place in a file. */
export interface PlacedProblem extends DataProblem {
  readonly line: number;
  readonly column: number;
}

/** Returns the error with all problems of a file, in the order of their lines. */
export function fileError(subject: string, name: string, problems: readonly PlacedProblem[]): Error {
  const ordered = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  const lines = ordered.map(
    ({ path, message, line, column }) => `\n  ${name}:${line}:${column} ${sentence(path, message)}`,
  );
  return new Error(`${subject}: Cannot use ${name}: it has ${counted(problems.length, 'problem')}.${lines.join('')}`);
}

function sentence(path: DataPath, message: string): string {
  return path.length === 0 ? message : `${jsonPathText(path)}: ${message}`;
}
