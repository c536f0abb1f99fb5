/** One line of the benchmark's table. */
export interface Row {
  readonly what: string;
  /** As printed, with its unit. */
  readonly value: string;
  /** The ratio that the budget of the project is stated in, where it has one. */
  readonly ratio?: number;
  readonly accept?: number;
  readonly goal?: number;
}

/** A benchmark: it runs alone and reports its findings. */
export interface Bench {
  readonly name: string;
  /** Takes minutes, and has figures of its own: left out unless it is asked for. */
  readonly onlyByName?: true;
  run(): Promise<readonly Row[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const inMs = (value: number): string => `${value.toFixed(1)} ms`;
export const inMb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.value,
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)}×`,
    row.accept === undefined ? '' : `≤ ${row.accept}×`,
    row.goal === undefined ? '' : `${row.goal}×`,
    verdict(row),
  ]);
  const lines = [['', 'measured', 'ratio', 'accept', 'goal', ''], ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict({ ratio, accept, goal }: Row): string {
  if (ratio === undefined || accept === undefined) return '';
  if (goal !== undefined && ratio <= goal) return 'goal reached';
  return ratio <= accept ? 'accepted' : 'OVER BUDGET';
}
