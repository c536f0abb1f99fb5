import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindTypeFiles } from '../../../src/cli/reference/kind-types';
import { declarations } from '../../../src/model/kinds';
import { bool, list, map, message, messages, string, timestamp, type Declaration } from '../../../src/model/schema';

const folder = join(__dirname, '../../../src/model/kinds/types');

test('the generated types are up to date; otherwise run `npm run docs`', () => {
  const files = kindTypeFiles(declarations);
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

describe('the types of a kind', () => {
  const declaration: Declaration = {
    kind: 'RareThing',
    description: 'Is rare.',
    domain: 'iam',
    collection: 'rareThings',
    capability: 'rare_things',
    operations: ['list', 'get', 'create', 'update'],
    fields: {
      uid: string(['identifier'], 'Its uid.'),
      name: string(['required', 'immutable'], 'Its name, no */ in it.'),
      seal: string(['optional', 'inputOnly', 'sensitive'], 'Its seal.'),
      made: message(['optional'], 'How it was made.', {
        by: string(['required'], 'By whom.'),
        costs: map(['optional'], 'What it cost.', { is: 'integer' }),
      }),
      parts: messages(['outputOnly'], 'Its parts.', { left: bool(['outputOnly'], 'Whether left.') }),
      tags: list(['optional'], 'Its tags.', { is: 'string' }),
      seenTime: timestamp(['outputOnly'], 'When it was seen.'),
    },
    protobuf: { fields: {}, list: {} },
    naturalKey: ['name'],
    filters: { made_by: { matches: 'made', repeated: true, description: 'By one of them.' } },
    examples: { create: {} },
  };
  const text = kindTypeFiles([declaration]).get('rare-thing.ts') ?? '';
  /** Returns the body of an interface. */
  const body = (name: string): string =>
    new RegExp(`export interface ${name} \\{\n(.*?)\n\\}`, 's').exec(text)?.[1] ?? '';

  it('have the descriptions of the declaration', () => {
    expect(body('RareThing')).toContain('  /** Its uid. */\n  readonly uid: string;');
    expect(body('RareThingCreate')).toContain('  /** Its name, no *\\/ in it. */\n  readonly name: string;');
    expect(body('RareThingMade')).toContain('  /** By whom. */\n  readonly by: string;');
    expect(body('RareThingFilters')).toBe(
      '  /** By one of them. */\n  readonly madeBy?: string | readonly string[] | undefined;',
    );
  });

  it('of a response omit input-only fields and include default values', () => {
    expect(body('RareThing').match(/readonly .*;/g)).toEqual([
      ...['readonly uid: string;', 'readonly name: string;', 'readonly made?: RareThingMade | undefined;'],
      ...['readonly parts: readonly RareThingParts[];', 'readonly tags: readonly string[];'],
      'readonly seenTime?: string | undefined;',
    ]);
  });

  it('of a create contain only inputs, and of an update only mutable fields', () => {
    const optional = ['seal?: string', 'made?: RareThingMade', 'tags?: readonly string[]'];
    const written = optional.map((one) => `readonly ${one} | undefined;`);
    expect(body('RareThingCreate').match(/readonly .*;/g)).toEqual(['readonly name: string;', ...written]);
    expect(body('RareThingUpdate').match(/readonly .*;/g)).toEqual(written);
  });

  it('are `never` for unsupported operations', () => {
    const readOnly = kindTypeFiles([{ ...declaration, operations: ['list', 'get'] }]).get('rare-thing.ts') ?? '';
    expect(readOnly).toContain('readonly create: never;');
    expect(readOnly).not.toContain('interface RareThingCreate');
  });

  it('contain the order fields of lists', () => {
    expect(text).toContain("export type RareThingSortKey = 'uid' | 'name' | 'seenTime';");
  });
});
