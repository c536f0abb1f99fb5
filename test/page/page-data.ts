/** Creates the data of pages without a plan. */
import { accessData, createAccessGraph, type AccessInput } from '../../src/access';
import type { PageData } from '../../src/page/data';

/** Returns the data of one organization, or of one before and after a change. */
export function dataOf(...organizations: readonly [AccessInput, AccessInput?]): PageData {
  const [before, after] = organizations.map((one = {}) => accessData(createAccessGraph(one)));
  const rest = { title: '', lead: '', sources: [], unknownRoles: [], problems: [], objects: [] };
  if (before === undefined) throw new Error('Cannot create a page without an organization.');
  return after === undefined ? { ...rest, after: before } : { ...rest, before, after };
}
