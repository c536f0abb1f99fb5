/**
 * Hashes the code inside of a saved plan. A plan's JSON shows constants and references, but no functions, local values and
 * connections: programs with different commands can look the same there. The files that the code reads count with their contents.
 */
import { onceFor } from '../../../base/cache/once-for';
import type { HclArgument, HclBlock, HclBodyTree, HclNode } from '../../../base/text/hcl-tree';
import { inModule, readModuleBodies } from '../scan/module-bodies';
import { readModuleScope } from '../scan/module-scope';
import { isMark } from '../scan/paths';
import { readsOf } from '../scan/read-files';
import { hashOf } from './hash';
import type { SavedModule } from './saved-plan';

type Code = HclBlock | HclArgument;

interface UsedCode {
  readonly module: string;
  readonly code: readonly Code[];
}

export interface SavedCode {
  /**
   * Returns the SHA-256 of the blocks at an address, with every local value, argument and output that they use; `undefined`
   * without such a block.
   *
   * @param counts returns true for the arguments and inner blocks that count; by default all of them
   */
  hashAt(address: string, counts?: (part: Code) => boolean): string | undefined;
  /**
   * Returns the SHA-256 of code of a module, with everything that it uses.
   *
   * @param reading the code with the arguments that decide which files it reads; by default the same
   */
  hashCode(module: string, code: readonly Code[], reading?: readonly Code[]): string;
}

/** The kinds of blocks whose addresses begin with another word than their type, and those whose addresses have none. */
const WORDS: Readonly<Record<string, string>> = { resource: '', variable: 'var' };

export const readSavedCode = onceFor((saved: readonly SavedModule[]): SavedCode => {
  const found = new Map<string, Code[]>();
  const add = (address: string, code: Code) => found.set(address, [...(found.get(address) ?? []), code]);
  const modules = new Map(saved.map((part) => [part.module, part]));
  for (const part of saved)
    for (const { body } of readModuleBodies(part).read)
      for (const block of body.blocks)
        if (block.type === 'locals')
          for (const argument of block.body.arguments) add(inModule(part.module, `local.${argument.name}`), argument);
        else add(inModule(part.module, addressOf(block)), block);

  /** Adds the code that the code of a module uses. */
  function follow(module: string, code: readonly Code[], used: Map<string, UsedCode>): void {
    for (const name of code.flatMap(getValues).flatMap(referencesIn)) {
      const [root = '', second = ''] = name.split('.');
      if (root === 'var' && module !== '') {
        const [, parent = '', call = ''] = /^(?:(.*)\.)?(module\.[^.]+)$/.exec(module) ?? [];
        const calls = (found.get(inModule(parent, call)) ?? []).filter((block) => 'body' in block);
        const own = calls.flatMap(({ body }) => body.arguments.filter((argument) => argument.name === second));
        take(inModule(module, name), parent, own, used);
      }
      const outputs = `${inModule(module, name)}.output.`;
      for (const [address, definition] of found)
        if (root === 'module' ? address.startsWith(outputs) : address === inModule(module, name))
          take(address, root === 'module' ? inModule(module, name) : module, definition, used);
    }
  }
  function take(address: string, module: string, code: readonly Code[], used: Map<string, UsedCode>): void {
    const key = `${module} ${address}`;
    if (used.has(key)) return;
    used.set(key, { module, code });
    follow(module, code, used);
  }
  const scopeOf = onceFor((part: SavedModule) => {
    const bodies = readModuleBodies(part).read.map(({ body }) => body);
    return readModuleScope(part.dir, bodies);
  });
  /** Returns the files that code reads, with their hashes. */
  function readsIn({ module, code }: UsedCode): ReturnType<typeof readsOf> {
    const part = modules.get(module);
    const body = {
      arguments: code.filter((one) => 'value' in one),
      blocks: code.filter((one) => 'body' in one),
    };
    return part === undefined ? [] : readsOf(body, scopeOf(part), part);
  }
  function hashCode(module: string, code: readonly Code[], reading = code): string {
    const used = new Map<string, UsedCode>();
    follow(module, code, used);
    const sorted = [...used].sort(([one], [other]) => (one < other ? -1 : 1));
    const reads = [{ module, code: reading }, ...sorted.map(([, one]) => one)].flatMap(readsIn);
    return hashOf(
      code,
      sorted.map(([key, one]) => [key, one.code]),
      ...(reads.length === 0 ? [] : [reads]),
    );
  }

  return {
    hashCode,
    hashAt(address, counts = () => true) {
      const code = found.get(address);
      const [module] = /^(?:module\.[^.]+\.)*(?=[^.]+\.)/.exec(address) ?? [''];
      return (
        code &&
        hashCode(
          module.replace(/\.$/, ''),
          code.map((one) => onlyWith(one, counts)),
          code.map((one) => onlyWith(one, (part) => counts(part) || ('name' in part && part.name === 'for_each'))),
        )
      );
    },
  };
});

function addressOf({ type, labels, body }: HclBlock): string {
  const alias = type === 'provider' ? body.arguments.find(({ name }) => name === 'alias')?.value : undefined;
  const [text] = alias?.[0]?.is === 'text' ? alias[0].pieces : [];
  const names = [Object.hasOwn(WORDS, type) ? WORDS[type] : type, ...labels, typeof text === 'string' ? text : ''];
  return names.filter((name) => name !== '').join('.');
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

/** Returns `local.a`, `var.b` and `module.c` for each such reference. */
function referencesIn(nodes: readonly HclNode[]): string[] {
  const visible = nodes.filter(({ is }) => is !== 'newline');
  return visible.flatMap((node, index) => {
    const inner = innerNodes(node).flatMap(referencesIn);
    const [dot, name] = [visible[index + 1], visible[index + 2]];
    if (node.is !== 'word' || !['local', 'var', 'module'].includes(node.text)) return inner;
    return isMark(dot, '.') && name?.is === 'word' ? [`${node.text}.${name.text}`, ...inner] : inner;
  });
}
