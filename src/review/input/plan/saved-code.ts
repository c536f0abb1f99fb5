/**
 * Hashes the code inside of a saved plan. A plan's JSON shows constants and references, but no functions, local values and
 * connections: programs with different commands can look the same there. The files that the code reads count with their contents.
 */
import { onceFor } from '../../../base/cache/once-for';
import type { HclArgument, HclBlock, HclBodyTree, HclNode } from '../../../base/text/hcl-tree';
import { resourceArguments } from '../../../model/approval/grammar';
import { inModule, readModuleBodies, type ScannedModule as SavedModule } from '../scan/module-bodies';
import { readModuleScope } from '../scan/module-scope';
import type { FoundPlace, ScannedPlace } from '../scan/scan-configuration';
import { readSteps } from '../scan/open-values';
import { isMark } from '../scan/paths';
import { getReads } from '../scan/read-files';
import { hashValues } from './hash';
import type { TerraformPlan } from './plan';

type Code = HclBlock | HclArgument;

interface UsedCode {
  readonly module: string;
  readonly code: readonly Code[];
}

interface HashedCode {
  readonly counts?: (part: Code) => boolean;
  readonly isProgram?: boolean;
}

export interface SavedCode {
  /**
   * Returns the SHA-256 of the blocks at an address, with every local value, argument and output that they use; `undefined`
   * without such a block.
   *
   * @param how `counts` returns true for the arguments and inner blocks that count; by default all of them. `isProgram` is false for
   *   code whose values the plan shows: the arguments of other objects that it uses do not count
   */
  hashAt(address: string, how?: HashedCode): string | undefined;
  /** Returns the SHA-256 of the blocks that contain a path of a document in JSON syntax; `undefined` without such a block. */
  hashAtPath(module: string, path: readonly (string | number)[]): string | undefined;
  /**
   * Returns the SHA-256 of code of a module that runs as a program, with everything that it uses.
   *
   * @param reading the code with the arguments that decide which files it reads; by default the same
   */
  hashCode(module: string, code: readonly Code[], reading?: readonly Code[]): string;
}

/** The first words of references to values that have no block of an object. */
const NAMES: readonly string[] = ['local', 'var'];

/** The kinds of blocks whose addresses begin with another word than their type, and those whose addresses have none. */
const WORDS: Readonly<Record<string, string>> = { resource: '', variable: 'var', locals: 'local' };

export const readSavedCode = onceFor((saved: readonly SavedModule[]): SavedCode => {
  const found = new Map<string, Code[]>();
  const add = (address: string, code: Code) => found.set(address, [...(found.get(address) ?? []), code]);
  const modules = new Map(saved.map((part) => [part.module, part]));
  for (const part of saved)
    for (const { body } of readModuleBodies(part).read)
      for (const block of body.blocks)
        if (block.type === 'locals')
          for (const argument of block.body.arguments) add(inModule(part.module, `local.${argument.name}`), argument);
        else
          for (const named of [block, ...findCheckReads(block)]) add(inModule(part.module, getAddress(named)), named);

  /** Adds the code that the code of a module uses. */
  function follow(module: string, code: readonly Code[], used: Map<string, UsedCode>, isProgram: boolean): void {
    for (const [root = '', second = '', ...steps] of code.flatMap(getValues).flatMap(referencesIn)) {
      const name = `${root}.${second}`;
      if (root === 'var' && module !== '') {
        const [, parent = '', call = ''] = /^(?:(.*)\.)?(module\.[^.]+)$/.exec(module) ?? [];
        const calls = (found.get(inModule(parent, call)) ?? []).filter((block) => 'body' in block);
        const own = calls.flatMap(({ body }) => body.arguments.filter((argument) => argument.name === second));
        take(inModule(module, name), parent, own);
      }
      const outputs = `${inModule(module, name)}.output.`;
      if (root === 'module') {
        for (const [address, definition] of found)
          if (address.startsWith(outputs)) take(address, inModule(module, name), definition);
      } else if (NAMES.includes(root)) take(inModule(module, name), module, found.get(inModule(module, name)) ?? []);
      else if (isProgram) {
        const [type, address, attribute] =
          root === 'data' ? [second, `${name}.${steps[0] ?? ''}`, steps[1]] : [root, name, steps[0]];
        const blocks = found.get(inModule(module, address)) ?? [];
        take(`${inModule(module, address)}.${attribute ?? ''}`, module, blocks.flatMap(getParts(type, attribute)));
      }
    }
    function take(address: string, inside: string, definition: readonly Code[]): void {
      const key = `${inside} ${address}`;
      if (definition.length === 0 || used.has(key)) return;
      used.set(key, { module: inside, code: definition });
      follow(inside, definition, used, isProgram);
    }
  }
  const getScope = onceFor((part: SavedModule) => {
    const bodies = readModuleBodies(part).read.map(({ body }) => body);
    return readModuleScope(part.dir, bodies);
  });
  /** Returns the files that code reads, with their hashes. */
  function readsIn({ module, code }: UsedCode): ReturnType<typeof getReads> {
    const part = modules.get(module);
    const body = {
      arguments: code.filter((one) => 'value' in one),
      blocks: code.filter((one) => 'body' in one),
    };
    return part === undefined ? [] : getReads(body, getScope(part), part);
  }
  function hashCode(module: string, code: readonly Code[], reading = code, isProgram = true): string {
    const used = new Map<string, UsedCode>();
    follow(module, code, used, isProgram);
    const sorted = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
    const reads = [{ module, code: reading }, ...sorted.map(([, one]) => one)].flatMap(readsIn);
    return hashValues(
      code,
      sorted.map(([key, one]) => [key, one.code]),
      ...(reads.length === 0 ? [] : [reads]),
    );
  }

  function hashAt(address: string, { counts = () => true, isProgram = true }: HashedCode = {}): string | undefined {
    const code = found.get(address);
    const [module] = /^(?:module\.[^.]+\.)*(?=[^.]+\.)/.exec(address) ?? [''];
    return (
      code &&
      hashCode(
        module.replace(/\.$/, ''),
        code.map((one) => onlyWith(one, counts)),
        code.map((one) => onlyWith(one, (part) => counts(part) || ('name' in part && part.name === 'for_each'))),
        isProgram,
      )
    );
  }

  return {
    ...{ hashCode, hashAt },
    hashAtPath(module, [type = '', ...path]) {
      const labels = path.filter((step) => typeof step === 'string');
      const addresses = [2, 1, 0].map((count) => nameBlock(String(type), labels.slice(0, count)));
      const address = addresses.map((one) => inModule(module, one)).find((text) => found.has(text));
      return address === undefined ? undefined : hashAt(address);
    },
  };
});

/** Returns the hash of the code at an address as a fact, or nothing if the input does not contain it. */
export function codeFact({ saved }: Pick<TerraformPlan, 'saved'>, address: string, how?: HashedCode): string[] {
  const code = saved && readSavedCode(saved).hashAt(address, how);
  return code === undefined ? [] : [code];
}

/** Returns places with the hashes of their code. */
export function hashPlaces(modules: readonly SavedModule[], places: readonly FoundPlace[]): ScannedPlace[] {
  const saved = readSavedCode(modules);
  return places.map(({ module, code, ...place }) => ({ ...place, sha256: saved.hashCode(module, code) }));
}

/**
 * Returns the parts of a block that decide the value of an attribute: its argument; for an attribute that the block does not set, the whole
 * block. The service decides such attributes of this provider.
 */
function getParts(type: string, attribute: string | undefined) {
  return (code: Code): readonly Code[] => {
    if (!('body' in code) || attribute === undefined) return [code];
    const { arguments: list, blocks } = code.body;
    const own = [
      ...list.filter(({ name }) => name === attribute),
      ...blocks.filter((block) => block.type === attribute),
    ];
    return own.length > 0 || resourceArguments(type) !== undefined ? own : [code];
  };
}

/** Returns the data sources inside of a check, whose addresses do not contain its name. */
function findCheckReads({ type, body }: HclBlock): readonly HclBlock[] {
  return type === 'check' ? body.blocks.filter((block) => block.type === 'data') : [];
}

function getAddress({ type, labels, body }: HclBlock): string {
  const alias = type === 'provider' ? body.arguments.find(({ name }) => name === 'alias')?.value : undefined;
  const [text] = alias?.[0]?.is === 'text' ? alias[0].pieces : [];
  return nameBlock(type, [...labels, typeof text === 'string' ? text : '']);
}

function nameBlock(type: string, labels: readonly string[]): string {
  return [Object.hasOwn(WORDS, type) ? WORDS[type] : type, ...labels].filter((name) => name !== '').join('.');
}

function onlyWith(code: Code, counts: (part: Code) => boolean): Code {
  if (!('body' in code)) return code;
  const { arguments: list, blocks } = code.body;
  return { ...code, body: { arguments: list.filter(counts), blocks: blocks.filter(counts) } };
}

/** Returns the expressions in a block or an argument. */
export function getValues(code: Code): (readonly HclNode[])[] {
  if (!('body' in code)) return [code.value];
  const visit = ({ arguments: list, blocks }: HclBodyTree): (readonly HclNode[])[] => [
    ...list.map(({ value }) => value),
    ...blocks.flatMap((block) => visit(block.body)),
  ];
  return visit(code.body);
}

/** Returns the nodes inside of brackets and texts. */
export function innerNodes(node: HclNode): (readonly HclNode[])[] {
  if (node.is === 'group') return [node.nodes];
  return node.is === 'text' ? node.pieces.filter((piece) => typeof piece !== 'string') : [];
}

/** Returns the names of each reference: `local.a`, `terraform_data.b.input`. */
function referencesIn(nodes: readonly HclNode[]): string[][] {
  const visible = nodes.filter(({ is }) => is !== 'newline');
  return visible.flatMap((node, index) => {
    const inner = innerNodes(node).flatMap(referencesIn);
    const steps = node.is === 'word' && !isMark(visible[index - 1], '.') ? readSteps(visible.slice(index)) : [];
    return steps.length > 1 ? [steps, ...inner] : inner;
  });
}
