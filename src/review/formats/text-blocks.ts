/** Fits the parts of a text report into a number of lines. Each part has shorter forms, and none is left out. */

/** A part of a text, from its shortest form to its longest. */
export type TextBlock = readonly [readonly string[], ...(readonly string[])[]];

/** Returns a form of each block, in their order: each as long as fits into `most` lines, and earlier blocks first. */
export function fitBlocks(blocks: readonly TextBlock[], most: number): (readonly string[])[] {
  const chosen: (readonly string[])[] = blocks.map(([shortest]) => shortest);
  let used = chosen.reduce((sum, lines) => sum + countLines(lines), 0);
  const longest = Math.max(0, ...blocks.map(({ length }) => length));
  for (let form = 1; form < longest; form++)
    blocks.forEach((block, index) => {
      const [next, current] = [block[form], chosen[index]];
      if (next === undefined || current === undefined) return;
      const more = countLines(next) - countLines(current);
      if (used + more > most) return;
      chosen[index] = next;
      used += more;
    });
  return chosen;
}

function countLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.split('\n').length, 0);
}
