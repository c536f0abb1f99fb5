/** Holes in the access of an apply that stops early. */
import { hole, type Hole } from './hole';

export const earlyAccessHoles: readonly Hole[] = [
  hole(
    'the report has no early rows',
    'src/review/report/reported-access.ts',
    'if (rows.length === 0) return {};',
    'if (rows.length >= 0) return {};',
  ),
  hole(
    'each deletion counts as done first',
    'src/review/organization/write-order.ts',
    "if (isReplaced && end.change.actions[0] !== 'delete') return false;",
    'if (isReplaced) return true;',
  ),
];
