/** Prints the moves between two versions of stacks, as blocks and as calls of constructs. */
import type { AddressMove, AddressMoves, AddressRow } from '../review';
import {
  importBlock,
  importFromCall,
  movedBlock,
  moveFromIdCall,
  removedBlock,
  unmanageCall,
  wasAtCall,
} from '../base/text/state-blocks';
import { quoted } from '../base/text/typescript';
import { counted } from '../base/text/words';

/** Options for the objects of other providers. */
export interface MoveOptions {
  /** True for an engine without moves between types: the objects are imported instead. @default false */
  readonly asImports?: boolean | undefined;
}

export function movesAsText(found: AddressMoves, options: MoveOptions = {}): string {
  const { moves, gone, made } = found;
  const list = (title: string, rows: readonly AddressRow[]) =>
    rows.length === 0 ? [] : [`${title}\n${rows.map((row) => `  ${rowText(row)}`).join('\n')}`];
  const calls = movesAsCalls(found, options).trimEnd();
  const sections = [
    ...(moves.length + gone.length + made.length === 0 ? ['No address of an object has changed.'] : []),
    ...(moves.length === 0
      ? []
      : [
          `The address of ${counted(moves.length, 'object')} changes. Add these blocks:`,
          movesAsBlocks(found, options).trimEnd(),
        ]),
    ...(calls === '' ? [] : [`Or with constructs:`, calls]),
    ...list('No match. The next apply deletes:', gone),
    ...list(gone.length > 0 ? 'No match. The next apply creates:' : 'New objects:', made),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns the blocks; those for several stacks each with the name of its stack. */
export function movesAsBlocks({ moves }: AddressMoves, options: MoveOptions = {}): string {
  const blocks = moves.flatMap(({ from, to }) => {
    if (isMoved({ from, to }, options)) return [{ stack: to.stack, text: movedBlock(from.address, to.address) }];
    return [
      // A removed block names a resource, with all its instances.
      { stack: from.stack, text: removedBlock(withoutKey(from.address)) },
      { stack: to.stack, text: from.uid === undefined ? missingUid(from, to) : importBlock(to.address, from.uid) },
    ];
  });
  const stacks = [...new Set(blocks.map(({ stack }) => stack))];
  return stacks
    .map((stack) => {
      const texts = new Set(blocks.filter((block) => block.stack === stack).map(({ text }) => `${text}\n`));
      return [...(stacks.length > 1 ? [`# Stack ${stack}\n`] : []), ...texts].join('\n');
    })
    .join('\n');
}

/** Returns the calls, the first of each moved tree only: a call also moves everything in the scope of its construct. */
export function movesAsCalls({ moves }: AddressMoves, options: MoveOptions = {}): string {
  const calls: { readonly was: string; readonly is: string; readonly line: string }[] = [];
  const ours = moves.filter(({ from }) => from.provider === undefined);
  const inOneStack = ours.filter((move) => isMoved(move, options));
  for (const { from, to } of [...inOneStack].sort((a, b) => depth(a) - depth(b))) {
    const [before, after] = [inStack(from.construct) ?? from.address, inStack(to.construct)];
    const isCovered = calls.some(
      (call) =>
        after !== undefined &&
        after.startsWith(`${call.is}/`) &&
        before === `${call.was}${after.slice(call.is.length)}`,
    );
    if (!isCovered) calls.push({ was: before, is: after ?? '', line: withPlace(wasAtCall('x', before), to) });
  }
  const taken = moves.flatMap(({ from, to }) =>
    from.provider !== undefined && isMoved({ from, to }, options)
      ? [withPlace(moveFromIdCall('x', from.address, getSource(from.provider)), to)]
      : [],
  );
  const imports = moves.flatMap(({ from, to }) => {
    if (isMoved({ from, to }, options) || from.uid === undefined) return [];
    const call = withPlace(importFromCall('x', from.uid), to);
    return from.provider === undefined ? [call] : [call, unmanageCall(withoutKey(from.address))];
  });
  const lines = new Set([...calls.map(({ line }) => line), ...taken, ...imports]);
  return [...lines].map((line) => `${line}\n`).join('');
}

/** Returns true if Terraform moves the object within its state. */
function isMoved({ from, to }: AddressMove, { asImports = false }: MoveOptions): boolean {
  return from.stack === to.stack && !(asImports && from.provider !== undefined);
}

function withoutKey(address: string): string {
  return address.replace(/\[(?:\d+|"[^"]*")\]$/, '');
}

/** Returns the source of a provider without the host of the engine's own registry. */
function getSource(provider: string): string {
  return provider.replace(/^registry\.(terraform\.io|opentofu\.org)\//, '');
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
