/** Resolves the names in a question as the command does. A name counts if it exists before or after the change. */
import type { AccessGraph } from '../../access/graph';
import {
  askedCapabilities,
  requireMatchingGroups,
  requireIdentity,
  QuestionError,
  UnknownNameError,
  type AskedCapabilities,
} from '../../access/names';
import type { Model, PageNode } from './model';
import { type PageSide } from './labels';

/** Returns the capabilities on each side. A role or a capability of one side only means the same on the other. */
export function askedOnSides({ sides }: Model, text: string): readonly AskedCapabilities[] {
  const { found, problem } = onSides(sides, ({ graph }) => askedCapabilities(graph, text));
  const known = found.findLast((asked) => asked !== undefined);
  if (known === undefined) throw problem ?? new UnknownNameError();
  return found.map((asked) => asked ?? known);
}

/** Returns the identity or the group with a name. After the change comes first. */
export function nodeNamed(model: Model, what: 'identity' | 'group', text: string): PageNode {
  const { found, problem } = onSides(model.sides, ({ name, graph }) => {
    const { key } = what === 'identity' ? requireIdentity(graph.identities, text) : requireGroup(graph, text);
    return model.find(name, what, key);
  });
  const node = found.findLast((one) => one !== undefined);
  if (node === undefined) throw problem ?? new UnknownNameError();
  return node;
}

function requireGroup(graph: AccessGraph, text: string) {
  const [group, ...others] = requireMatchingGroups(graph, text);
  if (group !== undefined && others.length === 0) return group;
  throw new QuestionError(`The question requires one group. ${JSON.stringify(text)} matches several.`);
}

/** Returns the result on each side, and the problem of the last side where the name is unknown. */
function onSides<T>(sides: readonly PageSide[], find: (side: PageSide) => T) {
  let problem: UnknownNameError | undefined;
  const found = sides.map((side) => {
    try {
      return find(side);
    } catch (error) {
      if (!(error instanceof UnknownNameError)) throw error;
      problem = error;
      return undefined;
    }
  });
  return { found, problem };
}
