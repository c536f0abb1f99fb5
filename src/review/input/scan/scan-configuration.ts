/**
 * Scans the configuration of a plan for code whose result can differ between a review plan and the apply, or that reads the machine
 * of the plan. Pure functions, and regular files of the modules, are known. Everything else is a place.
 */
import { type HclBlock, type HclBodyTree, readHclBody, readHclTree } from '../../../text/hcl-tree';
import { readJsonText } from '../../../approval/grammar';
import { type Checkout, noCheckout } from './checkout';
import { readJsonBody } from './json-body';
import { readModuleScope } from './module-scope';
import { type Found, type PlaceKind, scanBody } from './scan-code';

/** The files of a module. */
export interface ScannedModule {
  /** The address of the module without keys; empty for the root module. */
  readonly module: string;
  /** The folder of the module, relative to that of the root module. */
  readonly dir: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

export interface ScannedPlace {
  /** The file, the block, and the function or the value. */
  readonly place: string;
  /** A sentence without its final period. */
  readonly why: string;
  /** True if the place matters in every plan. Others matter if the plan leaves a value open that decides access. */
  readonly isAlways: boolean;
}

const REASONS: Readonly<Record<PlaceKind, string>> = {
  varies: 'It can have another result when the plan is applied',
  machine: 'It can read anything on the machine into the plan',
  program: 'It runs a program with the token of the plan or the apply',
};

/** Returns the places of all modules. @param checkout the files that expressions can read; by default none */
export function scanConfiguration(modules: readonly ScannedModule[], checkout: Checkout = noCheckout): ScannedPlace[] {
  return modules.flatMap(({ module, dir, files }) => {
    const places: ScannedPlace[] = [];
    const read = files.flatMap(({ name, text }) => {
      const file = module === '' ? name : `${module}/${name}`;
      try {
        return [{ file, body: name.endsWith('.json') ? readJson(text) : readHclBody(readHclTree(text)) }];
      } catch (error) {
        places.push({ place: file, why: `It cannot be read: ${(error as Error).message}`, isAlways: true });
        return [];
      }
    });
    const scope = readModuleScope(
      dir,
      read.map(({ body }) => body),
    );
    for (const { file, body } of read)
      for (const { blocks, around } of byBlock(body)) {
        const found: Found = (kind, what) =>
          places.push({
            place: [file, around, what].filter((part) => part !== '').join(': '),
            why: REASONS[kind],
            isAlways: kind !== 'varies',
          });
        for (const block of blocks.blocks) findPrograms(block, found);
        scanBody(blocks, scope, { checkout, found });
      }
    return unique(places);
  });
}

function readJson(text: string): HclBodyTree {
  const { value, ambiguities } = readJsonText(text);
  const [first] = ambiguities;
  if (first !== undefined) throw new Error(`it contains ${first.what}`);
  return readJsonBody(value);
}

/** Returns the blocks of a body one by one, so that each place has the name of its block. */
function byBlock({
  blocks,
  arguments: list,
}: HclBodyTree): { readonly blocks: HclBodyTree; readonly around: string }[] {
  return [
    { blocks: { arguments: list, blocks: [] }, around: '' },
    ...blocks.map((block) => ({
      blocks: { arguments: [], blocks: [block] },
      around: [block.type, ...block.labels].join('.'),
    })),
  ];
}

/** Finds programs that the JSON of the plan does not show when they run. */
function findPrograms({ type, labels, body }: HclBlock, found: Found): void {
  if (type === 'data' && labels[0] === 'external') found('program', 'a data source "external"');
  if (type !== 'removed') return;
  for (const block of body.blocks)
    if (block.type === 'provisioner') found('program', `a provisioner "${block.labels.join(' ')}"`);
}

function unique(places: readonly ScannedPlace[]): ScannedPlace[] {
  return [...new Map(places.map((one) => [JSON.stringify(one), one])).values()];
}
