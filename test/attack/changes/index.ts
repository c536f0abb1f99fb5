/** All kinds of changes of a configuration, for the real engine. A new kind of attack is a row of one of these tables. */
import type { ChangeKind } from '../drawn-change';
import { honestHcl } from './honest-hcl';
import { imports, metaArguments, moves, removals } from './blocks';
import { expressions } from './expressions';
import { honest } from './honest';
import { outsiders } from './outsiders';
import { programs } from './programs';

export const changeKinds: readonly ChangeKind[] = [
  ...honest,
  ...honestHcl,
  ...expressions.map((kind) => ({ weight: 2, ...kind })),
  ...metaArguments,
  ...moves,
  ...removals,
  ...imports,
  ...outsiders,
  ...programs,
];
