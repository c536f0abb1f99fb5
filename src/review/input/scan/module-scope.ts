/** The names that the files of a module declare, as far as the scan of its expressions needs them. */
import { isOurProvider } from '../../../model/api';
import type { HclBlock, HclBodyTree, HclNode } from '../../../base/text/hcl-tree';

export interface ModuleScope {
  /** The folder of the module, relative to that of the root module. */
  readonly folder: string;
  readonly locals: ReadonlyMap<string, readonly HclNode[]>;
  /** The first names of references that a module can have: types of resources, and names of iterators. */
  readonly roots: ReadonlySet<string>;
  /** The variables whose value can be another one at apply: `var.secret`. The engine accepts them in write-only arguments and provider blocks. */
  readonly ephemeral: ReadonlySet<string>;
  /** The names of this provider in the module, and that of the provider that is a part of every engine. */
  readonly ownProviders: ReadonlySet<string>;
}

/** Names with a meaning of their own in every expression. Nothing else may have them. */
export const RESERVED: readonly string[] = [
  ...['action', 'count', 'data', 'each', 'ephemeral', 'local', 'module', 'path', 'provider', 'resource', 'self'],
  ...['terraform', 'tofu', 'var'],
];

/** The first names that every expression can have. Others, such as `ephemeral`, are not proved. */
const ROOTS = ['count', 'data', 'each', 'local', 'module', 'path', 'resource', 'self', 'terraform', 'var'];

/** The provider with `terraform_data`, whose functions are pure. */
const ENGINE_PROVIDER = 'terraform';

/** Returns the names that the bodies of a module's files declare. */
export function readModuleScope(folder: string, bodies: readonly HclBodyTree[]): ModuleScope {
  const top = bodies.flatMap(({ blocks }) => blocks);
  const ofType = (type: string) => top.filter((block) => block.type === type);
  const locals = ofType('locals').flatMap(({ body }) => body.arguments);
  return {
    folder,
    locals: new Map(locals.map(({ name, value }) => [name, value])),
    roots: new Set([...ROOTS, ...ofType('resource').flatMap(({ labels }) => labels.slice(0, 1))]),
    ephemeral: new Set(
      ofType('variable').flatMap((block) => (isEphemeral(block) ? block.labels.map((name) => `var.${name}`) : [])),
    ),
    ownProviders: ownProviders(ofType('terraform')),
  };
}

function isEphemeral({ body }: HclBlock): boolean {
  const { value } = body.arguments.find(({ name }) => name === 'ephemeral') ?? {};
  const [word, ...others] = value ?? [{ is: 'word', text: 'false' } as const];
  return others.length > 0 || word?.is !== 'word' || word.text !== 'false';
}

function ownProviders(blocks: readonly HclBlock[]): ReadonlySet<string> {
  const required = blocks
    .flatMap(({ body }) => body.blocks.filter(({ type }) => type === 'required_providers'))
    .flatMap(({ body }) => body.arguments);
  // Files of overrides can require a name twice.
  const isOurs = (name: string) =>
    required.every((argument) => argument.name !== name || textsIn(argument.value).some(isOurProvider));
  const names = required.flatMap(({ name }) => (isOurs(name) ? [name] : []));
  return new Set([...names, ...(isOurs(ENGINE_PROVIDER) ? [ENGINE_PROVIDER] : [])]);
}

function textsIn(nodes: readonly HclNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.is === 'group') return textsIn(node.nodes);
    return node.is === 'text' ? node.pieces.filter((piece) => typeof piece === 'string') : [];
  });
}
