import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as constructs from '../../../constructs';
import { apiPages } from '../../../src/cli/reference/api-pages';

jest.setTimeout(60_000);

const docs = join(__dirname, '../../../docs');
const pages = apiPages();
const toText = (path: string): string => pages.get(path) ?? '';

test('the pages in docs/api are up to date; if not, run `npm run docs`', () => {
  const files = readdirSync(join(docs, 'api')).map((file) => join('api', file));
  expect(files.sort()).toEqual([...pages.keys()].sort());
  for (const [path, text] of pages) expect([path, readFileSync(join(docs, path), 'utf8')]).toEqual([path, text]);
});

test('the index lists every class', () => {
  const index = toText('api/README.md');
  expect(Object.keys(constructs).filter((name) => !index.includes(`- [\`${name}\`](`))).toEqual([]);
});

test('the page of a class contains its constructor, functions, properties and props', () => {
  const page = toText('api/group.md');
  expect(page).toMatch(/^# Group\n/);
  expect(page).toContain('### Group.fromUid(scope, id, uid)\n\n```typescript\nGroup.fromUid(scope: Construct,');
  expect(page).toContain('### new Group(scope, id, props)');
  expect(page).toMatch(/^- `parentUid` \(`string`\): /m);
  expect(page).toMatch(/^- `parent` \(`Reference<'Group'> \| Uid`\): .* Default: the scope, if it is a group; /m);
  expect(page).toMatch(/^- `description` \(`string`\): .* Default: no description\.$/m);
  expect(page).toContain('Throws an error');
});

test('the page of an interface contains its methods with every signature, and its classes link to it', () => {
  const page = toText('api/group.md');
  expect(page).toContain(
    'Extends [`PlatformResource`](platform-resource.md).\n\nHas the methods of [`IGroup`](group.md#igroup).',
  );
  expect(page).toContain(
    '### addGroup(id, props)\n\n```typescript\naddGroup(id: string, props?: AddGroupProps): Group;',
  );
  expect(page).toMatch(/### grant\(identity, role, props\)\n\n```typescript\ngrant\(identity: .*\ngrant\(identities: /);
  expect(page).not.toContain('### with(');
});
