/** A unified diff that removes lines of a file, as `git apply` accepts it. */

/** Lines from `first` to `last`, counted from 1. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

const CONTEXT = 3;

/** Returns the diff of a file without the lines of these ranges, which do not overlap. `path`: relative, with slashes. */
export function removedLines(path: string, text: string, ranges: readonly LineRange[]): string {
  const hasLastBreak = text.endsWith('\n');
  const lines = (hasLastBreak ? text.slice(0, -1) : text).split('\n');
  const sorted = [...ranges].sort((a, b) => a.first - b.first);
  const removed = new Set(
    sorted.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  );
  const hunks = sorted.reduce<LineRange[]>((all, range) => {
    const wide = { first: Math.max(1, range.first - CONTEXT), last: Math.min(lines.length, range.last + CONTEXT) };
    const before = all.at(-1);
    if (before === undefined || wide.first > before.last + 1) return [...all, wide];
    return [...all.slice(0, -1), { first: before.first, last: wide.last }];
  }, []);
  let missing = 0;
  const body = hunks.map(({ first, last }) => {
    const count = last - first + 1;
    const numbers = Array.from({ length: count }, (_, at) => first + at);
    const kept = numbers.filter((number) => !removed.has(number)).length;
    const start = first - missing;
    missing += count - kept;
    const shown = numbers.flatMap((number) => [
      `${removed.has(number) ? '-' : ' '}${lines[number - 1] ?? ''}`,
      ...(number === lines.length && !hasLastBreak ? ['\\ No newline at end of file'] : []),
    ]);
    // A hunk without a line names the line before it.
    return [`@@ -${first},${count} +${kept === 0 ? start - 1 : start},${kept} @@`, ...shown].join('\n');
  });
  return [`--- a/${path}`, `+++ b/${path}`, ...body, ''].join('\n');
}
