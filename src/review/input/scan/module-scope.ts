/** The names that the files of a module declare, as far as the scan of its expressions needs them. */
import { isOurProvider, PROVIDER_NAME } from '../../../api';
import type { HclBlock, HclBodyTree, HclNode } from '../../../text/hcl-tree';

export interface ModuleScope {
  /** The folder of the module, relative to that of the root module. */
  readonly folder: string;
  readonly locals: ReadonlyMap<string, readonly HclNode[]>;
  /** The first names of references that a module can have: types of resources, and names of iterators. */
  readonly roots: ReadonlySet<string>;
  /** The variables whose value can be another one at apply. */
  readonly ephemeral: ReadonlySet<string>;
  /** True if the module requires this provider under its name, so that its functions are ours. */
  readonly hasOurFunctions: boolean;
}

/** Names with a meaning of their own in every expression. Nothing else may have them. */
export const RESERVED: readonly string[] = [
  ...['action', 'count', 'data', 'each', 'ephemeral', 'local', 'module', 'path', 'provider', 'resource', 'self'],
  ...['terraform', 'tofu', 'var'],
];

/** The first names that every expression can have. Others, such as `ephemeral`, are not proved. */
const ROOTS = ['count', 'data', 'each', 'local', 'module', 'path', 'resource', 'self', 'terraform', 'var'];

/** Returns the names that the bodies of a module's files declare. */
export function readModuleScope(folder: string, bodies: readonly HclBodyTree[]): ModuleScope {
  const top = bodies.flatMap(({ blocks }) => blocks);
  const ofType = (type: string) => top.filter((block) => block.type === type);
  const locals = ofType('locals').flatMap(({ body }) => body.arguments);
  return {
    folder,
    locals: new Map(locals.map(({ name, value }) => [name, value])),
    roots: new Set([...ROOTS, ...ofType('resource').flatMap(({ labels }) => labels.slice(0, 1))]),
    ephemeral: new Set(ofType('variable').flatMap((block) => (isEphemeral(block) ? block.labels : []))),
    hasOurFunctions: ofType('terraform').some(requiresOurs),
  };
}

function isEphemeral({ body }: HclBlock): boolean {
  const { value } = body.arguments.find(({ name }) => name === 'ephemeral') ?? {};
  const [word, ...others] = value ?? [{ is: 'word', text: 'false' } as const];
  return others.length > 0 || word?.is !== 'word' || word.text !== 'false';
}

function requiresOurs({ body }: HclBlock): boolean {
  const required = body.blocks.filter(({ type }) => type === 'required_providers');
  return required.some(({ body: { arguments: list } }) =>
    list.some(({ name, value }) => name === PROVIDER_NAME && textsIn(value).some(isOurProvider)),
  );
}

function textsIn(nodes: readonly HclNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.is === 'group') return textsIn(node.nodes);
    return node.is === 'text' ? node.pieces.filter((piece) => typeof piece === 'string') : [];
  });
}
