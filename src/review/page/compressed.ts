/**
 * The data of a page as text: JSON, compressed with gzip, as base64. An organization before and after a change contains most
 * texts twice, and compression makes the page about five times smaller.
 */

/** Returns the JSON value in compressed data. */
export async function decompress(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(text).json();
}

/** Returns false in a browser that cannot decompress, for example Firefox before version 113. */
export function canDecompress(): boolean {
  return 'DecompressionStream' in globalThis;
}
