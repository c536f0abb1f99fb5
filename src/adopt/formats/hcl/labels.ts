/** The labels of resources: snake case from the names of objects, without collisions. */
import { kindInWords, type Declaration } from '../../../model/schema';
import { shortHash } from '../../../base/text/terraform-name';
import type { AdoptedGroup, AdoptedObject, Target } from '../../organization/model';

/** Returns a text as a label: `CI bot` is `ci_bot`. Returns an empty text without any letter or digit. */
export function getLabel(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** Gives labels that are unique among those of one type. */
export class Labels {
  private readonly taken: Set<string>;

  /** `taken`: types and labels of a project that exists, `platform_group.payments`. */
  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /**
   * Returns the first free label of the candidates; if none is free, the last one with a hash of `identity`, which identifies the
   * object. `word` precedes a digit.
   */
  take(type: string, candidates: readonly string[], word: string, identity: string): string {
    const valid = candidates.map((candidate) =>
      /^[a-z]/.test(candidate) ? candidate : `${word}_${candidate}`.replace(/_$/, ''),
    );
    for (const label of valid) if (this.claim(type, label)) return label;
    const hashed = `${valid.at(-1) ?? word}_${shortHash(identity)}`;
    this.claim(type, hashed);
    return hashed;
  }

  private claim(type: string, label: string): boolean {
    const address = `${type}.${label}`;
    if (this.taken.has(address)) return false;
    this.taken.add(address);
    return true;
  }
}

/** Returns the word for a kind in labels. */
export function kindLabel(declaration: Declaration): string {
  return getLabel(kindInWords(declaration));
}

/**
 * Returns the label of an object in its group: its name, or the values that identify it there, `deployer_editor`. `isShared`: objects
 * of several groups have the label, so it contains no person.
 */
export function ownLabel(object: AdoptedObject, { isShared = false } = {}): string {
  const { declaration, name, values, references, group } = object;
  if (name !== '') return getLabel(name);
  const parts = declaration.naturalKey.map((field) => {
    const target = references[field];
    if (target !== undefined) return isShared && target.is === 'person' ? '' : getLabel(targetLabel(target, group));
    const value = values[field];
    return typeof value === 'string' ? getLabel(value.split('@')[0] ?? '') : '';
  });
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? kindLabel(declaration) : known.join('_');
}

function targetLabel(target: Target, group: AdoptedGroup): string {
  switch (target.is) {
    case 'adopted': {
      const { object } = target;
      const isNear = object.group === group || object.group.group === undefined;
      return isNear ? object.name : `${object.group.name}_${object.name}`;
    }
    case 'builtIn':
      return target.name;
    case 'person':
      return personLabel(target.subject);
    case 'other':
      return target.name ?? '';
  }
}

/** Returns the label of a person: the part of an e-mail address before the at sign. */
export function personLabel(subject: string): string {
  const [local = ''] = subject.split('@');
  const label = getLabel(local);
  return label.length <= 40 ? label : '';
}
