/** Answers whether the files of a stack are data. */
import { checkDocuments, type GrammarOptions, type NotData, type StackDocument } from '../approval/grammar';
import { readJsonText } from '../../base/text/json-text';

/** A file that the engine loads. */
export interface StackFile {
  readonly name: string;
  readonly text: string;
}

export interface CheckedStack {
  /** Every place that is not data. A stack without one is data. */
  readonly notData: readonly NotData[];
  /** The contents of the files that are JSON. */
  readonly documents: readonly StackDocument[];
}

/** Checks the files that the engine loads together. */
export function checkStack(files: readonly StackFile[], options: GrammarOptions = {}): CheckedStack {
  /** The engine may read other contents from such a file, so each problem can decide access. */
  const fileProblems: NotData[] = [];
  const documents = files.flatMap(({ name: file, text }) => {
    try {
      const { value, ambiguities } = readJsonText(text);
      for (const { path, what } of ambiguities)
        fileProblems.push({ code: 'ambiguous', subject: what, path, file, decides: true });
      return [{ file, json: value }];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      fileProblems.push({ code: 'unreadable', subject: error.message, path: [], file, decides: true });
      return [];
    }
  });
  return { notData: [...fileProblems, ...checkDocuments(documents, options)], documents };
}
