/** Fits the parts of a text report into a number of lines. Each part has shorter forms, and none is left out. */

/** A part of a text, from its shortest form to its longest. */
export type TextBlock = readonly [readonly string[], ...(readonly string[])[]];

/**
 * Returns the index of the form of each block: each as long as fits into `most` lines, and earlier blocks first. The `details` have
 * their shortest forms until all other blocks have their longest.
 */
export function fitBlocks(blocks: readonly TextBlock[], most: number, details: readonly TextBlock[] = []): number[] {
  const all = [...blocks, ...details];
  const forms = all.map(() => 0);
  let used = all.reduce((sum, [shortest]) => sum + countLines(shortest), 0);
  const lengthen = (from: number, to: number) => {
    const longest = Math.max(0, ...all.slice(from, to).map(({ length }) => length));
    for (let form = 1; form < longest; form++)
      for (let index = from; index < to; index++) {
        const [next, current] = [all[index]?.[form], all[index]?.[forms[index] ?? 0]];
        if (next === undefined || current === undefined) continue;
        const more = countLines(next) - countLines(current);
        if (used + more > most) continue;
        forms[index] = form;
        used += more;
      }
  };
  lengthen(0, blocks.length);
  if (blocks.every((block, index) => forms[index] === block.length - 1)) lengthen(blocks.length, all.length);
  return forms;
}

function countLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.split('\n').length, 0);
}
