import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argumentReference, attributeReference } from '../../../src/cli/reference/attributes';
import { importPath, resourceTypeScript } from '../../../src/cli/reference/examples';
import { GUIDES, guidePages } from '../../../src/cli/reference/guide-pages';
import { terraformPages } from '../../../src/cli/reference/terraform-pages';
import { parseObjectPath } from '../../../src/client/find/object-path';
import type { Schema } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { declarations } from '../../../src/model/kinds';
import { exactlyOneOf, message, string } from '../../../src/model/schema';

const folder = join(__dirname, '../../../docs');
const pages = terraformPages();
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?!\.\.)([^)#]+\.md)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);

test('the pages are up to date; if not, run `npm run docs`', () => {
  const folders = new Set([...pages.keys()].map(dirname).filter((name) => name !== '.'));
  const files = [...folders].flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`));
  expect(['index.md', ...files].sort()).toEqual([...pages.keys()].sort());
  for (const [path, text] of pages) expect([path, readFileSync(join(folder, path), 'utf8')]).toEqual([path, text]);
});

test('a page of a resource shows the changes that replace it, although the attribute alone does not; a data source has none', () => {
  expect(pages.get('resources/identity.md')).toContain(
    '`service_principal`; a switch to another one forces replacement.',
  );
  expect(pages.get('data-sources/identity.md')).not.toContain('Exactly one of');
  expect(pages.get('resources/group_invite.md')).toContain('Another key forces replacement.');
});

test('everything that the provider offers has a page, and the index links to each', () => {
  const { resources, dataSources, listResources, ephemeralResources, functions } = createProvider();
  const types = (offered: object = {}, folder = '', prefix = ''): string[] =>
    Object.keys(offered).map((type) => `${folder}/${type.replace(prefix, '')}.md`);
  const expected = [
    ...types(resources, 'resources', 'platform_'),
    ...types(dataSources, 'data-sources', 'platform_'),
    ...types(listResources, 'list-resources', 'platform_'),
    ...types(ephemeralResources, 'ephemeral-resources', 'platform_'),
    ...types(functions, 'functions'),
  ];
  expect(expected.length).toBeGreaterThan(20);
  expect([...pages.keys()].sort()).toEqual(['index.md', ...expected].sort());
  const linked = linksIn(pages.get('index.md') ?? '').filter((path) => path.includes('/'));
  const guides = ['guides/kinds.md', 'guides/provider.md'];
  expect([...new Set(linked)].sort()).toEqual([...expected, ...guides].sort());
});

describe('the Terraform registry', () => {
  const guides = guidePages();
  const all = new Map([...pages, ...guides]);

  test('has the linked pages as guides, which are up to date; if not, run `npm run docs`', () => {
    expect(readdirSync(join(folder, 'guides')).sort()).toEqual([...GUIDES].sort());
    for (const [path, text] of guides) expect([path, readFileSync(join(folder, path), 'utf8')]).toEqual([path, text]);
  });

  test('finds its front matter: a title and a description, and a subcategory except on the start page', () => {
    for (const [path, text] of all) {
      const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
      const keys = [...head.matchAll(/^(\w+):/gm)].map(([, key]) => key);
      const subcategory = path === 'index.md' ? [] : ['subcategory'];
      expect([path, ...keys]).toEqual([path, 'page_title', ...subcategory, 'description']);
    }
  });

  test('can follow each link: to one of its pages, or to a full address', () => {
    const dead = [...all].flatMap(([path, text]) =>
      [...text.replaceAll(/^```[^]*?^```$|`[^`\n]*`/gm, '').matchAll(/\]\((?!https:|#)([^)#]+)/g)]
        .map(([, href = '']) => join(dirname(path), href))
        .filter((target) => !all.has(target))
        .map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('installs the provider of the example from its public address', () => {
    const sources = [...pages.values()].flatMap((text) => [...text.matchAll(/\bsource += "([^"]+)"/g)]);
    expect([...new Set(sources.map(([, source]) => source))]).toEqual(['platform-iac/platform']);
  });
});

test('the page of a type lists every attribute, also nested ones', () => {
  const { resources = {}, dataSources = {}, listResources = {} } = createProvider();
  const kinds = { resources, 'data-sources': dataSources, 'list-resources': listResources };
  const missing = Object.entries(kinds).flatMap(([kind, types]) =>
    Object.entries(types).flatMap(([type, { schema }]) => {
      const text = pages.get(`${kind}/${type.replace('platform_', '')}.md`) ?? '';
      return namesIn(schema.attributes)
        .filter((name) => !text.includes(`\n- \`${name}\` (`))
        .map((name) => `${kind} ${type}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});

test('the path of names on the page of a resource can be imported', () => {
  const managed = declarations.filter(({ terraform }) => terraform !== undefined);
  expect(managed.length).toBeGreaterThan(3);
  const paths = managed.filter(({ kind }) => /^(Identity|Account)/.test(kind)).map(importPath);
  expect(paths).toEqual(['acme/engineering/ci-bot', 'acme/staff', 'acme/engineering']);
  for (const kind of managed) expect(['path', 'references']).toContain(parseObjectPath(kind, importPath(kind)).by);
});

describe('the lists of arguments and attributes', () => {
  const schema: Schema = {
    attributes: {
      uid: { type: 'string', mode: 'computed', description: 'Its uid.' },
      size: { type: 'number', mode: 'optional', default: 3, description: 'Its size.' },
      name: { type: 'string', mode: 'required', requiresReplace: true, description: 'Its name.' },
      key: { type: 'string', mode: 'optional', sensitive: true, writeOnly: true, description: 'Its key.' },
      made: {
        mode: 'optional+computed',
        description: 'How it was made.',
        type: { nesting: 'single', attributes: { by_whom: { type: ['set', 'string'], mode: 'optional' } } },
      },
    },
  };
  const fields = {
    name: string(['required'], 'Its name.', { pattern: '^a+$', maxLength: 5, oneOf: ['a', 'aa'] }),
    made: message(['optional'], '', { byWhom: string(['optional'], '') }, [exactlyOneOf('byWhom')]),
  };

  it('show modes, defaults, secrets, replacement and permitted values', () => {
    expect(argumentReference(schema, { fields })).toBe(
      [
        '## Argument Reference\n',
        '- `name` (String, required, forces replacement) Its name. Matches `^a+$`. At most 5 characters. One of `a`, `aa`.',
        '- `size` (Number, optional) Its size. By default `3`.',
        '- `key` (String, optional, sensitive, write-only: Terraform 1.11 or newer) Its key.',
        '- `made` (Object, optional, otherwise computed) How it was made. See [below](#made).\n',
        '### `made`\n',
        '- `by_whom` (Set of String, optional) \n',
        'Exactly one of `by_whom`.',
      ].join('\n'),
    );
  });

  it('include computed attributes', () => {
    expect(attributeReference(schema, { fields })).toBe(
      '## Attribute Reference\n\nIn addition to the arguments:\n\n- `uid` (String) Its uid.',
    );
  });
});

test('an example in TypeScript declares referenced objects first', () => {
  const binding = declarations.find(({ kind }) => kind === 'RoleBinding');
  const made = [...resourceTypeScript(binding!).matchAll(/new (\w+)\(/g)].map(([, kind]) => kind);
  expect(made).toEqual(['Identity', 'Role', 'RoleBinding']);
});

function namesIn(attributes: Schema['attributes']): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => [
    name,
    ...(typeof type === 'object' && 'nesting' in type ? namesIn(type.attributes) : []),
  ]);
}
