/**
 * Lists what an apply runs or evaluates that only the configuration inside of the saved plan shows: provisioners of `removed` blocks,
 * ephemeral resources and functions of other providers.
 */
import { groupEntries } from '../../../access/graph/paths';
import type { HclArgument, HclBlock, HclBodyTree, HclNode } from '../../../base/text/hcl-tree';
import { inModule, readModuleBodies } from '../scan/module-bodies';
import { readModuleScope } from '../scan/module-scope';
import { readFunctionName } from '../scan/paths';
import { splitAddress } from './configuration';
import type { Execution } from './execution';
import { hashValues } from './hash';
import type { TerraformPlan } from './plan';
import { innerNodes, readSavedCode, type SavedCode, getValues } from './saved-code';

/** The code of a module, and what hashes it. */
interface Module {
  readonly module: string;
  readonly blocks: readonly HclBlock[];
  readonly bodies: readonly HclBodyTree[];
  readonly code: SavedCode;
}

/** Represents a configuration that the saved plan does not show. */
const HIDDEN: Execution = part('the hidden configuration', []);

export function savedExecutions({
  saved,
  scanned,
  changes = [],
}: Pick<TerraformPlan, 'saved' | 'scanned' | 'changes'>): Execution[] {
  if (saved === undefined) return scanned === undefined ? [] : [HIDDEN];
  const deleted = changes.flatMap(({ address, fate }) => (fate?.old === 'gone' ? [splitAddress(address).block] : []));
  const code = readSavedCode(saved);
  return saved.flatMap((files) => {
    const { read, unread } = readModuleBodies(files);
    const bodies = read.map(({ body }) => body);
    const module = { module: files.module, bodies, blocks: bodies.flatMap(({ blocks }) => blocks), code };
    return [
      ...removedProvisioners(module, deleted),
      ...ephemeralResources(module),
      ...functions(module),
      // An unreadable file can contain anything, so its text counts.
      ...unread.map(({ file, text }) => part(file, [text])),
    ];
  });
}

function part(address: string, hashed: readonly unknown[]): Execution {
  return { kind: 'part', address, type: 'part', actions: [], sha256: hashValues(...hashed) };
}

/** Returns the provisioners that run when the plan deletes an object without a block of its own. */
function removedProvisioners({ module, blocks, code }: Module, deleted: readonly string[]): Execution[] {
  const removed = blocks.filter(({ type }) => type === 'removed');
  return removed.flatMap((block): Execution[] => {
    const programs = block.body.blocks.filter(({ type }) => type === 'provisioner');
    if (programs.length === 0) return [];
    const from = block.body.arguments.filter(({ name }) => name === 'from').map(({ value }) => getName(value));
    const names = from.map((name) => inModule(module, splitAddress(name).block));
    const isUsed =
      names.length === 0 || deleted.some((text) => names.some((name) => `${text}.`.startsWith(`${name}.`)));
    if (!isUsed) return [];
    return [
      {
        ...{ kind: 'provisioner', address: names[0] ?? inModule(module, 'removed'), actions: ['delete'] },
        type: [...new Set(programs.flatMap(({ labels }) => labels))].join(', '),
        ...{ sha256: code.hashCode(module, [block]), isProgram: true },
        ...(programs.flatMap(getValues).some(isExpression) && { isOpen: true }),
      },
    ];
  });
}

/** Returns the address in an argument, without keys of instances. */
function getName(nodes: readonly HclNode[]): string {
  return nodes
    .map((node) => {
      if (node.is === 'word' || node.is === 'mark') return node.text;
      return node.is === 'text'
        ? node.pieces.map((piece) => (typeof piece === 'string' ? piece : getName(piece))).join('')
        : '';
    })
    .join('');
}

/** Returns true for anything but texts without templates, and lists of them. */
function isExpression(nodes: readonly HclNode[]): boolean {
  return nodes.some((node) => {
    if (node.is === 'text') return node.pieces.some((piece) => typeof piece !== 'string');
    return node.is === 'group'
      ? node.open !== '[' || isExpression(node.nodes)
      : node.is !== 'newline' && node.is !== 'mark';
  });
}

function ephemeralResources({ module, blocks, code }: Module): Execution[] {
  return blocks
    .filter(({ type }) => type === 'ephemeral')
    .map((block) => ({
      ...{ kind: 'ephemeral', address: inModule(module, ['ephemeral', ...block.labels].join('.')) },
      ...{ type: block.labels[0] ?? '', actions: [], sha256: code.hashCode(module, [block]), isOpen: true },
    }));
}

/** Returns the functions of other providers, each with the hash of the arguments that call it. */
function functions({ module, bodies, code }: Module): Execution[] {
  const { ownProviders } = readModuleScope('', bodies);
  const found = groupEntries(
    bodies.flatMap(getArguments).flatMap((argument) => {
      const names = functionsIn(argument.value).filter((name) => !ownProviders.has(name.split('::')[1] ?? ''));
      return names.map((name) => [name, argument] as const);
    }),
  );
  return [...found].map(([name, calls]) => ({
    ...{ kind: 'function', address: inModule(module, name), type: name, actions: [] },
    ...{ sha256: code.hashCode(module, calls), isOpen: true },
  }));
}

function getArguments({ arguments: list, blocks }: HclBodyTree): HclArgument[] {
  return [...list, ...blocks.flatMap(({ body }) => getArguments(body))];
}

function functionsIn(nodes: readonly HclNode[]): string[] {
  return nodes
    .flatMap((node, index) => [
      ...(node.is === 'word' && node.text === 'provider' ? [readFunctionName(nodes, index).name] : []),
      ...innerNodes(node).flatMap(functionsIn),
    ])
    .filter((name) => name.includes('::'));
}
