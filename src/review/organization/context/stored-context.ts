/** Stores the context in a file next to its plans. The file is external input. */
import { isUid, type Values } from '../../../model/api';
import { declarations, group, identity, role } from '../../../model/kinds';
import {
  CONTEXT_VERSION,
  onlyNames,
  type ContainedGrant,
  type DescribedObject,
  type PlanContext,
} from './plan-context';
import { DocumentPlace, PlanError } from '../../input/plan/document';
import { parseDocument } from '../../input/plan/parse-document';

const howToMake = 'Create one with "platform-iac plan --json-out DIR".';
const kinds: ReadonlySet<string> = new Set(declarations.map(({ kind }) => kind));

/** Returns true if {@link formatContext} wrote the text. */
export function isStoredContext(text: string): boolean {
  return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"names"\s*:/.test(text);
}

/** Returns the text of the file. */
export function formatContext(context: PlanContext): string {
  return `${JSON.stringify(context, undefined, 2)}\n`;
}

/**
 * Reads the text of a stored context.
 *
 * @param name the file, for messages
 * @throws PlanError if the text is not a context, or has another version
 */
export function parseContext(text: string, name: string): PlanContext {
  const root = new DocumentPlace(parseDocument(text, name, howToMake), name, {
    whole: 'a context of "platform-iac plan --json-out"',
  });
  const version = root.at('version').value;
  if (version !== CONTEXT_VERSION)
    throw new PlanError(`Cannot read ${name}: its version is not ${CONTEXT_VERSION}. ${howToMake}`);
  return {
    version: CONTEXT_VERSION,
    names: root
      .at('names')
      .list()
      .map((place) => described(place, [group.kind, identity.kind]))
      .map(({ kind, values }) => ({ kind, values: onlyNames(values) })),
    roles: root
      .at('roles')
      .list()
      .map((place) => described(place, [role.kind])),
    keys: root
      .at('keys')
      .list()
      .map((lookup) => ({
        kind: kindIn(lookup),
        parent: lookup.at('parent').isAbsent() ? null : uidIn(lookup, 'parent'),
        key: valuesIn(lookup, 'key'),
        found: lookup.at('found').list().map(existing),
      })),
    contents: root
      .at('contents')
      .list()
      .map((contents) => ({
        group: uidIn(contents, 'group'),
        kind: kindIn(contents),
        count: countIn(contents),
        objects: contents
          .at('objects')
          .list()
          .map((object) => {
            const label = object.at('name').optionalText();
            const grant = object.at('grant');
            return {
              ...{ uid: uidIn(object, 'uid'), ...(label !== undefined && { name: label }) },
              ...(!object.at('values').isAbsent() && { values: valuesIn(object, 'values') }),
              ...(!grant.isAbsent() && { grant: grantIn(grant) }),
            };
          }),
      })),
    grants: root
      .at('grants')
      .list()
      .map((through) => ({
        ...{ kind: kindIn(through), uid: uidIn(through, 'uid') },
        grants: through
          .at('grants')
          .list()
          .map((grant) => ({ kind: kindIn(grant), uid: uidIn(grant, 'uid') })),
      })),
    unread: root
      .at('unread')
      .list()
      .map((sentence) => sentence.text()),
  };
}

function described(place: DocumentPlace, allowed: readonly string[]): DescribedObject {
  uidIn(place.at('values'), 'uid');
  const kind = kindIn(place);
  if (!allowed.includes(kind)) place.at('kind').wrong(allowed.join(' or '));
  return { kind, values: valuesIn(place, 'values') };
}

function grantIn(place: DocumentPlace): ContainedGrant {
  return {
    ...{ identity: onlyNames(valuesIn(place, 'identity')), role: place.at('role').text() },
    ...(place.at('isOwner').value === true && { isOwner: true }),
  };
}

function existing(place: DocumentPlace): Values {
  uidIn(place, 'uid');
  place.boundedValue();
  return place.object();
}

function valuesIn(place: DocumentPlace, name: string): Values {
  const values = place.at(name);
  values.boundedValue();
  return values.object();
}

function kindIn(place: DocumentPlace): string {
  const kind = place.at('kind');
  return kinds.has(kind.text()) ? kind.text() : kind.wrong('a kind of object');
}

function uidIn(place: DocumentPlace, name: string): string {
  const uid = place.at(name);
  return isUid(uid.value) ? uid.value : uid.wrong('a uid');
}

function countIn(place: DocumentPlace): number {
  const { value } = place.at('count');
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : place.at('count').wrong('a count');
}
