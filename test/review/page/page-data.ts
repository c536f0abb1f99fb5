/** Creates the data of pages without a plan, and reads the data of a page. */
import { gunzipSync } from 'node:zlib';
import { accessData, createAccessGraph, type AccessInput } from '../../../src/access/graph';
import type { PageData } from '../../../src/review/page/data';

/** Returns the data of one organization, or of one before and after a change. */
export function dataOf(...organizations: readonly [AccessInput, AccessInput?]): PageData {
  const [before, after] = organizations.map((organization = {}) => accessData(createAccessGraph(organization)));
  const rest = {
    title: [],
    lead: [],
    sources: [],
    configuration: 'review.config.json',
    unknownRoles: [],
    problems: [],
    objects: [],
  };
  if (before === undefined) throw new Error('Cannot create a page without an organization.');
  return after === undefined ? { ...rest, after: before } : { ...rest, before, after };
}

/** Returns the data that a page contains. */
export function dataIn(html: string): PageData {
  return JSON.parse(gunzipSync(Buffer.from(compressedIn(html), 'base64')).toString()) as PageData;
}

/** Returns the content of the element with the data. */
export function compressedIn(html: string): string {
  const [, text] = /<script type="text\/plain" id="data">([^<]*)<\/script>/.exec(html) ?? [];
  if (text === undefined) throw new Error('The page contains no data.');
  return text;
}

/** Returns the page with its data as JSON, for assertions about its text. */
export function decompressed(html: string): string {
  return html.replace(compressedIn(html), () => JSON.stringify(dataIn(html)));
}
