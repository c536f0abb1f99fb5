/** Constructs are written by hand, for editors to show; here they are held against the declarations they are written from. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultTokenResolver, StringConcat, Tokenization, type TerraformResource, type TerraformStack } from 'cdktf';
import * as constructs from '../../constructs';
import { camelCase, snakeCase } from '../../src/model/api';
import { declarations, providerBlock, resourceSettings, type ProviderField } from '../../src/model/kinds';
import {
  getScopeField,
  isInput,
  kindInWords,
  offers,
  withVersions,
  type Declaration,
  type Field,
  type Fields,
} from '../../src/model/schema';
import { allMembers, documentedIn, firstSentence, type Documented, type Member } from './documented';
import { emptyStack, problemsOf, rootUid } from './synthesized';

type ConstructClass = (new (
  scope: TerraformStack,
  id: string,
  props: object,
) => TerraformResource & { kind: string }) & {
  readonly tfResourceType: string;
};

/** The settings of every kind's resource. */
const ofEach: Fields = Object.fromEntries(
  Object.entries(resourceSettings(declarations[0]!)).filter(([name]) =>
    declarations.every((declaration) => Object.hasOwn(resourceSettings(declaration), name)),
  ),
);

/** The props of all constructs, also those that several share. */
const everywhere = new Map(
  readdirSync('constructs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...documentedIn(join('constructs', path))]),
);

const managed = declarations.filter((kind) => kind.terraform?.type !== undefined && offers(kind, 'create'));

describe.each(managed.map((declaration) => [declaration.kind, declaration] as const))(
  'the construct of %s',
  (kind, declaration) => {
    const file = `constructs/kinds/${kindInWords(declaration).replaceAll(' ', '-')}.ts`;
    const written = existsSync(file) ? documentedIn(join(__dirname, '../..', file)) : new Map<string, Documented>();

    it('is written, and exported for users', () => {
      expect(written.has(kind) ? 'there' : `write class ${kind} in ${file}`).toBe('there');
      expect(kind in constructs ? 'there' : `export ${kind} and ${kind}Props from constructs/index.ts`).toBe('there');
    });

    it('says what the kind is', () => {
      expect(written.get(kind)?.says).toBe(firstSentence(declaration.description));
    });

    it('has the props that the declaration lets a user set, required where it requires them, documented in its words', () => {
      const { parent, fields } = declaration;
      // The group of an object is optional, because a construct in the scope of a group is in that group.
      const scope = getScopeField(fields);
      const holder: Member[] = parent
        ? [expected(parent.name.replace(/Uid$/, ''), scope === undefined, parent.description)]
        : [];
      const found = allMembers(written, `${kind}Props`);
      const settings = Object.entries(resourceSettings(declaration)).filter(([name]) => !Object.hasOwn(ofEach, name));
      const own = expectedMembers({
        ...fields,
        ...declaration.terraform?.fields,
        ...Object.fromEntries(settings),
      }).map((member) => (member.name === scope ? { ...member, optional: true } : member));
      expect(byName(found)).toEqual(byName([...holder, ...own]));
      expect(found.filter(({ optional, hasDefault }) => optional !== hasDefault).map(({ name }) => name)).toEqual([]);
    });

    it('suggests each of its props for a misspelled one', () => {
      const names = allMembers(everywhere, `${kind}Props`).map(({ name }) => name);
      const messages = names.map((name) => `unknown prop \`${name}x\`; did you mean \`${name}\`?`);
      const misspelled = Object.fromEntries(names.map((name) => [`${name}x`, 'x']));
      const construct = constructClass(kind);
      const text = problemsOf(
        (stack) => new construct(stack, 'made', { ...parentProps(declaration), ...misspelled }),
      ).join('\n');
      expect(messages.filter((message) => !text.includes(message))).toEqual([]);
    });

    it('has nested props as declared, in an interface of their own', () => {
      const nested = nestedMessages(declaration.fields, allMembers(written, `${kind}Props`), written);
      for (const { type, fields } of nested) {
        const found = allMembers(written, type);
        expect([type, byName(found)]).toEqual([type, byName(expectedMembers(fields))]);
        expect(
          found.filter(({ optional, hasDefault }) => optional !== hasDefault).map(({ name }) => `${type}.${name}`),
        ).toEqual([]);
      }
      const messages = Object.values(declaration.fields).filter(
        (field) => isInput(field) && field.type.is === 'message',
      );
      expect(nested.length).toBeGreaterThanOrEqual(messages.length);
    });

    it('reads every attribute that stays what it is', () => {
      const stack = emptyStack();
      const made = new (constructClass(kind))(stack, 'made', parentProps(declaration));
      for (const name of readable(declaration)) {
        const read: unknown = (made as unknown as Record<string, unknown>)[name];
        expect([name, resolved(stack, read)]).toEqual([
          name,
          expect.stringContaining(`platform_${declaration.terraform?.type ?? ''}.made.${snakeCase(name)}`),
        ]);
      }
    });

    it('documents what it reads in the words of the declaration', () => {
      const getters = new Map(written.get(kind)?.members.map(({ name, says }) => [name, says]));
      const said = Object.entries({ ...declaration.fields, ...declaration.terraform?.fields }).filter(
        ([name, { notInTerraform }]) => getters.has(name) && notInTerraform === undefined,
      );
      const differing = said.filter(([name, { description }]) => getters.get(name) !== firstSentence(description));
      // A reference is written as an object and read as a uid, which its getter says.
      expect(differing.filter(([, { type }]) => type.is !== 'string' || type.refersTo === undefined)).toEqual([]);
    });

    it('is distinguished from everything else', () => {
      const stack = emptyStack();
      const isKind = (constructs as unknown as Record<string, Record<string, (x: unknown) => boolean>>)[kind]![
        `is${kind}`
      ]!;
      const made = managed.map((other) => new (constructClass(other.kind))(stack, other.kind, parentProps(other)));
      expect(made.filter((one) => isKind(one)).map((one) => one.kind)).toEqual([kind]);
      expect([stack, undefined, null, kind, {}].filter((x) => isKind(x))).toEqual([]);
    });

    it('is known to Terraform, to tests and to its users under the names that the declaration gives', () => {
      const { tfResourceType } = constructClass(kind);
      const made = new (constructClass(kind))(emptyStack(), 'made', parentProps(declaration));
      expect([tfResourceType, made.terraformResourceType, made.kind]).toEqual([
        `platform_${declaration.terraform?.type ?? ''}`,
        `platform_${declaration.terraform?.type ?? ''}`,
        kind,
      ]);
    });
  },
);

describe('the props of every resource', () => {
  const written = documentedIn(join(__dirname, '../../constructs/base/resource-props.ts'));

  it('are the settings that every kind has, documented in their words, and so is what is inside', () => {
    expect(Object.keys(ofEach)).toEqual(['timeouts']);
    expect(byName(allMembers(written, 'ResourceProps'))).toEqual(byName(expectedMembers(ofEach)));
    const nested = nestedMessages(ofEach, allMembers(written, 'ResourceProps'), written);
    expect(nested.map(({ type }) => type)).toEqual(['Timeouts']);
    for (const { type, fields } of nested)
      expect(byName(allMembers(written, type))).toEqual(byName(expectedMembers(fields)));
  });
});

describe('the construct of the provider', () => {
  const members = allMembers(
    documentedIn(join(__dirname, '../../constructs/provider.ts')),
    'PlatformProviderProps',
  ).filter(({ name }) => !['alias', 'install', 'source', 'strictCapabilities'].includes(name));

  it('has the attributes of the block as props, documented in the words of the declaration', () => {
    const declared = Object.entries<ProviderField>(providerBlock).map(([name, { behavior, description }]) =>
      expected(camelCase(name), !behavior.includes('required'), description),
    );
    expect(byName(members)).toEqual(byName(declared));
  });

  it('says of each prop what holds without it', () => {
    const declared = Object.entries<ProviderField>(providerBlock).map(
      ([name, field]) => [camelCase(name), field] as const,
    );
    const source = readFileSync(join(__dirname, '../../constructs/provider.ts'), 'utf8');
    for (const [prop, { environment, default: otherwise }] of declared) {
      const documented = new RegExp(`@default (.*)\\n   \\*/\\n  readonly ${prop}\\?`).exec(source)?.[1];
      const value = typeof otherwise === 'string' ? `'${otherwise}'` : String(otherwise);
      const withVariable = `- ${environment ?? ''} when Terraform runs, or else ${value}`;
      expect([prop, documented]).toEqual([
        prop,
        otherwise === undefined
          ? expect.stringContaining(environment ?? 'no limit')
          : environment === undefined
            ? value
            : withVariable,
      ]);
    }
  });
});

function constructClass(kind: string): ConstructClass {
  return (constructs as unknown as Record<string, ConstructClass>)[kind]!;
}

/** The props that a construct outside of a group cannot do without: its parent, and the group where it gives a role. */
function parentProps({ parent, fields }: Declaration): object {
  const scope = getScopeField(fields);
  return {
    ...(parent && { [parent.name.replace(/Uid$/, '')]: rootUid }),
    ...(scope !== undefined && { [scope]: rootUid }),
  };
}

function expectedMembers(fields: Fields): Member[] {
  return Object.entries(withVersions(fields))
    .filter(([, field]) => isInput(field) && field.notInTerraform === undefined)
    .map(([name, field]) => expected(propName(name, field), !field.behavior.includes('required'), field.description));
}

function expected(name: string, optional: boolean, description: string): Member {
  return { name, optional, says: firstSentence(description), hasDefault: optional, type: '' };
}

/** Names, optionality and first sentences, in one order. */
function byName(members: readonly Member[]): unknown[] {
  return members
    .map(({ name, optional, says }) => ({ name, optional, says }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function nestedMessages(
  fields: Fields,
  members: readonly Member[],
  written: ReadonlyMap<string, Documented>,
): { type: string; fields: Fields }[] {
  return members.flatMap(({ name, type }) => {
    const declared = fields[name]?.type;
    if (declared?.is !== 'message') return [];
    return [{ type, fields: declared.fields }, ...nestedMessages(declared.fields, allMembers(written, type), written)];
  });
}

function readable(declaration: Declaration): string[] {
  const lasting = Object.entries({ ...declaration.fields, ...declaration.terraform?.fields }).filter(
    ([, { type, output, behavior, notInTerraform }]) =>
      !(behavior.includes('outputOnly') && behavior.includes('sensitive')) &&
      type.is !== 'message' &&
      output !== 'volatile' &&
      !behavior.includes('inputOnly') &&
      notInTerraform === undefined,
  );
  return [
    ...(declaration.parent ? [declaration.parent.name] : []),
    ...lasting.map(([name, { nameInTerraform }]) => nameInTerraform ?? name),
  ];
}

function propName(name: string, { type }: Field): string {
  return type.is === 'string' && type.refersTo !== undefined ? name.replace(/Uid$/, '') : name;
}

function resolved(stack: TerraformStack, token: unknown): unknown {
  return Tokenization.resolve(token, { scope: stack, resolver: new DefaultTokenResolver(new StringConcat()) });
}
