/** Terraform's blocks that change the state and no object, and the calls of the constructs for them. */
import { hclBlock, hclQuoted, Verbatim } from './write-hcl';
import { quoted } from './typescript';

/** Returns a block that moves an object to another address. */
export function movedBlock(from: string, to: string): string {
  return `moved {\n  from = ${from}\n  to   = ${to}\n}`;
}

/** Returns a block that imports an object. */
export function importBlock(to: string, id: string): string {
  return `import {\n  to = ${to}\n  id = ${hclQuoted(id)}\n}`;
}

/** Returns a block that imports the objects of a resource with `for_each`. `ids`: by the keys of its instances. */
export function eachImportBlock(resource: string, ids: ReadonlyMap<string, string>): string {
  const [to, id] = [new Verbatim(`${resource}[each.key]`), new Verbatim('each.value')];
  return hclBlock('import', { for_each: ids }, { to, id });
}

/** Returns a block that removes an object from the state and does not delete it. */
export function removedBlock(from: string): string {
  return `removed {\n  from = ${from}\n  lifecycle {\n    destroy = false\n  }\n}`;
}

/** Returns the call of a construct that was at another path or address. */
export function wasAtCall(construct: string, place: string): string {
  return `${construct}.wasAt(${quoted(place)})`;
}

/** Returns the call of a construct whose object another provider manages. */
export function moveFromIdCall(construct: string, address: string, source: string): string {
  return `${construct}.moveFromId(${quoted(address)}, { source: ${quoted(source)} })`;
}

/** Returns the call that removes the resource at an address from the state and keeps its objects. */
export function unmanageCall(address: string): string {
  return `unmanage(stack, ${quoted(address)});`;
}

/** Returns the call for a construct that is no resource and was at another path. */
export function movedCall(construct: string, place: string): string {
  return `moved(${construct}, ${quoted(place)})`;
}

/** Returns the call of a construct that imports an object. */
export function importFromCall(construct: string, id: string): string {
  return `${construct}.importFrom(${quoted(id)})`;
}
