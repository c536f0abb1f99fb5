/** Prints the moves between two versions of stacks, as blocks and as calls of constructs. */
import type { AddressMove, AddressMoves, AddressRow } from '../review';
import { importBlock, importFromCall, movedBlock, removedBlock, wasAtCall } from '../text/state-blocks';
import { quoted } from '../text/typescript';
import { counted } from '../text/words';

export function movesAsText(found: AddressMoves): string {
  const { moves, gone, made } = found;
  const list = (title: string, rows: readonly AddressRow[]) =>
    rows.length === 0 ? [] : [`${title}\n${rows.map((row) => `  ${rowText(row)}`).join('\n')}`];
  const calls = movesAsCalls(found).trimEnd();
  const sections = [
    ...(moves.length === 0
      ? ['No address of an object has changed.']
      : [
          `The address of ${counted(moves.length, 'object')} changes. Add these blocks:`,
          movesAsBlocks(found).trimEnd(),
        ]),
    ...(calls === '' ? [] : [`Or with constructs:`, calls]),
    ...list('No match. The next apply deletes:', gone),
    ...list(gone.length > 0 ? 'No match. The next apply creates:' : 'New objects:', made),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns the blocks; those for several stacks each with the name of its stack. */
export function movesAsBlocks({ moves }: AddressMoves): string {
  const blocks = moves.flatMap(({ from, to }) => {
    if (from.stack === to.stack) return [{ stack: to.stack, text: movedBlock(from.address, to.address) }];
    return [
      { stack: from.stack, text: removedBlock(from.address) },
      { stack: to.stack, text: from.uid === undefined ? missingUid(from, to) : importBlock(to.address, from.uid) },
    ];
  });
  const stacks = [...new Set(blocks.map(({ stack }) => stack))];
  return stacks
    .map((stack) => {
      const texts = blocks.filter((one) => one.stack === stack).map(({ text }) => `${text}\n`);
      return [...(stacks.length > 1 ? [`# Stack ${stack}\n`] : []), ...texts].join('\n');
    })
    .join('\n');
}

/** Returns the calls, the first of each moved tree only: a call also moves everything in the scope of its construct. */
export function movesAsCalls({ moves }: AddressMoves): string {
  const calls: { readonly was: string; readonly is: string; readonly line: string }[] = [];
  const inOneStack = moves.filter(({ from, to }) => from.stack === to.stack);
  for (const { from, to } of [...inOneStack].sort((one, other) => depth(one) - depth(other))) {
    const [was, is] = [inStack(from.construct) ?? from.address, inStack(to.construct)];
    const isCovered = calls.some(
      (call) => is !== undefined && is.startsWith(`${call.is}/`) && was === `${call.was}${is.slice(call.is.length)}`,
    );
    if (!isCovered) calls.push({ was, is: is ?? '', line: withPlace(wasAtCall('x', was), to) });
  }
  const imports = moves.flatMap(({ from, to }) =>
    from.stack === to.stack || from.uid === undefined ? [] : [withPlace(importFromCall('x', from.uid), to)],
  );
  return [...calls.map(({ line }) => line), ...imports].map((line) => `${line}\n`).join('');
}

function depth({ to }: AddressMove): number {
  return to.construct?.split('/').length ?? 0;
}

/** Returns the path of a construct without its stack. */
function inStack(construct: string | undefined): string | undefined {
  return construct?.slice(construct.indexOf('/') + 1);
}

function withPlace(call: string, { construct, address, source }: AddressRow): string {
  const line = source === undefined ? '' : `, ${source.file}:${source.line}`;
  return `${call}; // x is ${construct ?? address}${line}`;
}

function missingUid(from: AddressRow, to: AddressRow): string {
  return `# ${to.address} needs an import block with the uid of ${from.address}. Pass the state of ${from.stack} with --since.`;
}

function rowText({ address, kind, name, stack }: AddressRow): string {
  return `${address} (${kind} ${quoted(name)}, stack ${stack})`;
}
