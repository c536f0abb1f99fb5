/**
 * The CPU of short commands, and of the emulator until its first line, compared with an empty `node -e 0`. Code that such a command
 * does not need must not load.
 */
import { timed } from './timed';
import { inMs, median, type Bench, type Row } from './report';

const commands: readonly { readonly args: readonly string[]; readonly accept: number }[] = [
  { args: ['--version'], accept: 3 },
  { args: ['--help'], accept: 3 },
  { args: ['emulator', '--', 'true'], accept: 3 },
];

/** @param executable the built command */
export function commandStart(executable: string, rounds = 15): Bench {
  return {
    name: 'command-start',
    async run() {
      const empty: number[] = [];
      const cpu = commands.map((): number[] => []);
      // In turns, so that other work on the machine affects all alike. The first round fills the file cache.
      for (let round = 0; round <= rounds; round += 1) {
        const base = await timed(process.execPath, ['-e', '0']);
        if (round > 0) empty.push(base.cpu);
        for (const [index, { args }] of commands.entries()) {
          const run = await timed(process.execPath, [executable, ...args]);
          if (round > 0) cpu[index]?.push(run.cpu);
        }
      }
      const base = median(empty);
      return [
        { what: 'empty node -e 0, CPU', value: inMs(1_000 * base) },
        ...commands.map(({ args, accept }, index): Row => {
          const used = median(cpu[index] ?? []);
          return { what: `  platform-iac ${args.join(' ')}`, value: inMs(1_000 * used), ratio: used / base, accept };
        }),
      ];
    },
  };
}
