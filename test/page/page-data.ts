/** Pages of organizations that no plan has made. */
import { accessData, createAccessGraph, type AccessInput } from '../../src/access';
import type { PageData } from '../../src/page/data';

/** Before and after, or one as it is. */
export function dataOf(...organizations: readonly [AccessInput, AccessInput?]): PageData {
  const [before, after] = organizations.map((one = {}) => accessData(createAccessGraph(one)));
  const rest = { title: '', lead: '', sources: [], unknownRoles: [], problems: [], objects: [] };
  if (before === undefined) throw new Error('There is no organization.');
  return after === undefined ? { ...rest, after: before } : { ...rest, before, after };
}
