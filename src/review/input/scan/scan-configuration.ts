/**
 * Scans the configuration of a plan for code whose result can differ between a review plan and the apply, or that reads the machine
 * of the plan. Pure functions, and regular files of the modules, are known. Everything else is a place.
 */
import type { HclArgument, HclBlock, HclBodyTree } from '../../../base/text/hcl-tree';
import { type Checkout, noCheckout } from './checkout';
import { readModuleBodies, type ScannedModule } from './module-bodies';
import { readModuleScope } from './module-scope';
import { type ReportPlace, type PlaceKind, scanBody } from './scan-code';

export interface ScannedPlace {
  /** The file, the block, and the function or the value. */
  readonly place: string;
  /** A sentence without its final period. */
  readonly why: string;
  /** True if the place matters in every plan. Others matter if the plan leaves a value open that decides access. */
  readonly isAlways: boolean;
  /** The SHA-256 of its code, with everything that it uses. */
  readonly sha256?: string | undefined;
}

/** A place with its code. */
export interface FoundPlace extends ScannedPlace {
  /** The address of the module without keys; empty for the root module. */
  readonly module: string;
  readonly code: readonly (HclBlock | HclArgument)[];
}

const REASONS: Readonly<Record<PlaceKind, string>> = {
  varies: 'It can have another result when the plan is applied',
  machine: 'It can read anything on the machine into the plan',
  program: 'It runs a program with the token of the plan or the apply',
  service: 'The apply can have another value, and so write to another service',
  setting: 'The apply can have another value, and so use another identity or other settings',
  missing: 'The file does not exist when the plan is created, so the report does not contain its hash',
};

/** Returns the places of all modules. @param checkout the files that expressions can read; by default none */
export function scanConfiguration(modules: readonly ScannedModule[], checkout: Checkout = noCheckout): FoundPlace[] {
  return modules.flatMap((module) => {
    const { read, unread } = readModuleBodies(module);
    const places = unread.map(({ file, text, why }): FoundPlace => {
      const code: HclArgument = { name: file, value: [{ is: 'text', pieces: [text], isQuoted: false }] };
      return { place: file, why: `It cannot be read: ${why}`, isAlways: true, module: module.module, code: [code] };
    });
    const scope = readModuleScope(
      module.dir,
      read.map(({ body }) => body),
    );
    for (const { file, body } of read)
      for (const { blocks, around } of byBlock(body)) {
        const found: ReportPlace = (kind, what) =>
          places.push({
            place: [file, around, what].filter((part) => part !== '').join(': '),
            why: REASONS[kind],
            isAlways: kind !== 'varies',
            ...{ module: module.module, code: [...blocks.blocks, ...blocks.arguments] },
          });
        for (const block of blocks.blocks) findPrograms(block, found);
        scanBody(blocks, scope, { checkout, found });
      }
    return unique(places);
  });
}

/** Returns the blocks of a body one by one, and each local value, so that each place has the name of its block and its own code. */
function byBlock({
  blocks,
  arguments: list,
}: HclBodyTree): { readonly blocks: HclBodyTree; readonly around: string }[] {
  return [
    { blocks: { arguments: list, blocks: [] }, around: '' },
    ...blocks.flatMap((block) => {
      const parts =
        block.type === 'locals' && block.body.blocks.length === 0
          ? block.body.arguments.map((argument) => ({ ...block, body: { arguments: [argument], blocks: [] } }))
          : [block];
      const around = [block.type, ...block.labels].join('.');
      return parts.map((part) => ({ blocks: { arguments: [], blocks: [part] }, around }));
    }),
  ];
}

/** Finds programs that the JSON of the plan does not show when they run. */
function findPrograms({ type, labels, body }: HclBlock, found: ReportPlace): void {
  if (type === 'data' && labels[0] === 'external') found('program', 'a data source "external"');
  if (type === 'check') for (const block of body.blocks) findPrograms(block, found);
  if (type !== 'removed') return;
  for (const block of body.blocks)
    if (block.type === 'provisioner') found('program', `a provisioner "${block.labels.join(' ')}"`);
}

/** Returns each place once, with the code of all its appearances. */
function unique(places: readonly FoundPlace[]): FoundPlace[] {
  const found = new Map<string, FoundPlace>();
  for (const place of places) {
    const key = JSON.stringify([place.place, place.why]);
    const { code = [] } = found.get(key) ?? {};
    found.set(key, { ...place, code: [...new Set([...code, ...place.code])] });
  }
  return [...found.values()];
}
