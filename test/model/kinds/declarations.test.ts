import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, isKnownCapability, snakeCase } from '../../../src/model/api';
import { getDeclaration, declarations, resourceSettings } from '../../../src/model/kinds';

import {
  behaves,
  checkFields,
  identifierField,
  isInput,
  kindInWords,
  listPath,
  offers,
  updatableFields,
  type Fields,
  type Rule,
} from '../../../src/model/schema';

const sentence = /^[A-Z`].*[.`]$/s;

/** Every set of fields of a kind: its own, and those of the messages within. */
function levels(
  fields: Fields,
  rules: readonly Rule[] = [],
  path = '',
): { path: string; fields: Fields; rules: readonly Rule[] }[] {
  return [
    { path, fields, rules },
    ...Object.entries(fields).flatMap(([name, { type }]) => {
      const inner = type.is === 'list' ? type.of : type;
      return inner.is === 'message' ? levels(inner.fields, inner.rules, `${path}${name}.`) : [];
    }),
  ];
}

interface Classified {
  readonly path: string;
  readonly decides: boolean | undefined;
}

/** Every attribute that a person can set. A member of a message has the class of the message unless it has its own. */
function getKnownAttributes(fields: Fields, path = '', ofMessage?: boolean): Classified[] {
  return Object.entries(fields)
    .filter(([, field]) => isInput(field))
    .flatMap(([name, { type, decidesAccess: decides = ofMessage }]) =>
      type.is === 'message'
        ? getKnownAttributes(type.fields, `${path}${name}.`, decides)
        : [{ path: `${path}${name}`, decides }],
    );
}

describe.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'the declaration of %s',
  (kind, declaration) => {
    const all = levels(declaration.fields, declaration.rules);

    it('is in a file of its own name', () => {
      const file = `src/model/kinds/${kindInWords(declaration).replaceAll(' ', '-')}.ts`;
      expect(existsSync(join(__dirname, '../../..', file)) ? file : `missing: ${file}`).toBe(file);
      expect(getDeclaration(kind)).toBe(declaration);
    });

    it('describes itself and every field in sentences', () => {
      const said = all.flatMap(({ path, fields }) =>
        Object.entries(fields).map(([name, { description }]) => [`${path}${name}`, description]),
      );
      const more = [
        ['kind', declaration.description],
        ...Object.entries(declaration.filters).map(([name, { description }]) => [name, description]),
      ];
      expect(
        [...said, ...more, ['parent', declaration.parent?.description ?? 'None.']].filter(
          ([, text]) => !sentence.test(text!),
        ),
      ).toEqual([]);
    });

    it('states of each attribute that a person can set if it decides access', () => {
      const all = { ...declaration.fields, ...declaration.terraform?.fields, ...resourceSettings(declaration) };
      expect(getKnownAttributes(all).filter(({ decides }) => decides === undefined)).toEqual([]);
    });

    it('has names that survive both representations', () => {
      const names = all.flatMap(({ fields }) => Object.keys(fields));
      expect(names.filter((name) => camelCase(snakeCase(name)) !== name && snakeCase(name) !== name)).toEqual([]);
      expect(snakeCase(declaration.terraform?.type ?? 'none')).toBe(declaration.terraform?.type ?? 'none');
    });

    it('gives each field one of the behaviors that say who sets it', () => {
      const unclear = all.flatMap(({ path, fields }) =>
        Object.entries(fields)
          .filter(
            ([, field]) =>
              ['required', 'optional', 'outputOnly', 'identifier'].filter((word) => behaves(field, word as 'required'))
                .length !== 1,
          )
          .map(([name]) => `${path}${name}`),
      );
      expect(unclear).toEqual([]);
      expect(behaves(declaration.fields[identifierField(declaration)]!, 'identifier')).toBe(true);
    });

    it('refers only to fields and kinds that there are', () => {
      const names = Object.keys(declaration.fields);
      const unknownInRules = all.flatMap(({ fields, rules }) =>
        rules.flatMap((rule) => rule.fields).filter((name) => !(name in fields)),
      );
      const matched = Object.values(declaration.filters).map(({ matches }) => matches);
      const kinds = all.flatMap(({ fields }) =>
        Object.values(fields).flatMap(({ type }) => (type.is === 'string' && type.refersTo ? [type.refersTo] : [])),
      );
      expect(unknownInRules).toEqual([]);
      expect(declaration.naturalKey.filter((name) => !names.includes(name))).toEqual([]);
      expect(Object.keys(declaration.examples.create).filter((name) => !names.includes(name))).toEqual([]);
      expect(matched.filter((name) => !names.includes(name) && !['parent', 'relationshipType'].includes(name))).toEqual(
        [],
      );
      expect(kinds.map((name) => getDeclaration(name).kind)).toEqual(kinds);
      const kept = Object.values(declaration.fields).flatMap(({ from }) =>
        from === undefined ? [] : [from.split('.')[0]!],
      );
      expect(kept.filter((name) => !names.includes(name))).toEqual([]);
    });

    it('has an example that is valid but for what it refers to, and an update of it that changes something', () => {
      const own = Object.fromEntries(
        Object.entries(declaration.fields).filter(
          ([, { type }]) => type.is !== 'string' || type.refersTo === undefined,
        ),
      );
      expect(checkFields(own, declaration.rules ?? [], declaration.examples.create)).toEqual([]);
      if (declaration.examples.update === undefined) return;
      const changeable = Object.fromEntries(updatableFields(declaration));
      expect(checkFields(changeable, [], declaration.examples.update, { complete: false })).toEqual([]);
      expect({ ...declaration.examples.create, ...declaration.examples.update }).not.toEqual(
        declaration.examples.create,
      );
    });

    it('can be updated, created and deleted only as far as it says', () => {
      expect(offers(declaration, 'update')).toBe(
        offers(declaration, 'update') && updatableFields(declaration).length > 0,
      );
      expect(offers(declaration, 'create')).toBe(declaration.parent !== undefined && offers(declaration, 'create'));
    });

    it('has a capability for each of its operations', () => {
      const verbs = declaration.operations.map((operation) => (operation === 'get' ? 'list' : operation));
      expect(
        verbs.map((verb) => `${declaration.capability}.${verb}`).filter((name) => !isKnownCapability(name)),
      ).toEqual([]);
    });
  },
);

describe('the declarations', () => {
  it('have names of their own', () => {
    for (const of of [
      ({ kind }: (typeof declarations)[number]) => kind,
      ({ collection }: (typeof declarations)[number]) => collection,
      ({ terraform }: (typeof declarations)[number]) => terraform?.type,
    ]) {
      const taken = declarations.map(of).filter((value) => value !== undefined);
      expect(new Set(taken).size).toBe(taken.length);
    }
  });

  it('come after what they refer to', () => {
    const seen = new Set<string>();
    for (const { kind, fields } of declarations) {
      for (const { type } of Object.values(fields)) {
        if (type.is === 'string' && type.refersTo !== undefined) expect([...seen]).toContain(type.refersTo);
      }
      seen.add(kind);
    }
  });

  it('say where their objects are', () => {
    expect(declarations.map((declaration) => listPath(declaration))).toEqual(
      expect.arrayContaining([
        '/iam/v2beta1/groups',
        '/iam/v2beta1/identities',
        '/iam/v2beta1/roles',
        '/iam/v2beta1/roleBindings',
      ]),
    );
  });

  it('know no other kind', () => {
    expect(() => getDeclaration('Nonsense')).toThrow(new TypeError('There is no kind "Nonsense".'));
  });
});
