/** Formats lists of capabilities. Capabilities that change access are always named. */
import { EVERY_OTHER_CAPABILITY } from '../../access';
import { isKnownCapability } from '../../api';
import { listed } from '../../text/words';
import { byWeight, isIamWrite } from './access-lines';

/** Returns true if the capability changes access, or if this version does not know what it allows. */
export function isDangerous(capability: string): boolean {
  return isIamWrite(capability) || !isKnownCapability(capability);
}

/**
 * Returns `role_bindings, roles (create, delete), repo.create and 9 more`. Dangerous capabilities come first and are all named. Other
 * capabilities are named until the text has `most` names.
 */
export function capabilitiesText(names: readonly string[], most = 3): string {
  const hasUnknown = names.includes(EVERY_OTHER_CAPABILITY);
  const sorted = byWeight(names.filter((name) => name !== EVERY_OTHER_CAPABILITY));
  const dangerous = dangerousTexts(sorted.filter(isDangerous));
  const others = sorted.filter((name) => !isDangerous(name));
  const room = Math.max(0, most - dangerous.length - (hasUnknown ? 1 : 0));
  const named = others.length <= room + 1 && room > 0 ? others : others.slice(0, room);
  const left = others.length - named.length;
  const text = [...dangerous, ...named].join(', ');
  const parts = [text, left === 0 ? '' : `${left} more`, hasUnknown ? 'all unknown capabilities' : ''];
  return listed(parts.filter((part) => part !== ''));
}

/** Groups kinds with the same verbs: `role_bindings, roles (create, delete)`. */
function dangerousTexts(names: readonly string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const name of names) {
    const [kind, verb] = isIamWrite(name) ? splitAt(name, name.lastIndexOf('.')) : [name, ''];
    kinds.set(kind, [...(kinds.get(kind) ?? []), verb]);
  }
  const kindsOf = new Map<string, string[]>();
  for (const [kind, verbs] of kinds) kindsOf.set(verbs.join(', '), [...(kindsOf.get(verbs.join(', ')) ?? []), kind]);
  return [...kindsOf].flatMap(([verbs, all]) => {
    if (verbs === '') return all;
    if (all.length === 1 && !verbs.includes(',')) return [`${all.join('')}.${verbs}`];
    return [`${all.join(', ')} (${verbs})`];
  });
}

function splitAt(name: string, at: number): [string, string] {
  return [name.slice(0, at), name.slice(at + 1)];
}
