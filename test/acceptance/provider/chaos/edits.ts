/** The edits that users make to a configuration. */
import { accessEdits } from './access-edits';
import { addressEdits } from './address-edits';
import type { Edit } from './editing';
import { objectEdits } from './object-edits';
import { outerEdits } from './outer-edits';

export const edits = {
  nothing: () => true,
  ...objectEdits,
  ...accessEdits,
  ...outerEdits,
  ...addressEdits,
} satisfies Record<string, Edit>;

export type EditName = keyof typeof edits;
