/** Lists and their filters: L1, L2 and L7 to L9 of the contract. */
import { NotTried, requireOffered, requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { itemsOf, listedUids, requireCode, uidOf } from './requirements';
import { all, part } from './sources';

type Query = readonly (readonly [string, string])[];

export const lists: readonly Rule[] = [
  {
    id: 'L1',
    says: 'Every list takes the filters uidp.*, page_size, page_token, order_by and skip, in snake_case or lowerCamelCase.',
    relies: ['client', 'provider', 'review'],
    published: all('filter', 'groups', 'identities'),
    ifDifferent: 'A refresh or a look-up sees the wrong objects.',
    cases: [
      {
        says: 'the filters select by the place of an object',
        run: async (kit) => {
          const [a, b] = [await kit.subgroup('a'), await kit.subgroup('a/b')];
          const [inA = '', inB = ''] = (await Promise.all([kit.make('roles', {}, a), kit.make('roles', {}, b)])).map(
            uidOf,
          );
          const cases: readonly (readonly [Query, boolean, boolean])[] = [
            [[['uidp.children_of', a]], true, false],
            [[['uidp.descendants_of', a]], true, true],
            [[['uidp.children_of', b]], false, true],
            [
              [
                ['uidp.ids', inA],
                ['uidp.ids', inB],
              ],
              true,
              true,
            ],
            [[['uidp.ids', inB]], false, true],
            [
              [
                ['uidp.childrenOf', a],
                ['pageSize', '200'],
              ],
              true,
              false,
            ],
          ];
          for (const [query, hasA, hasB] of cases) {
            const answer = await kit.ok('GET', kit.path('roles'), { query });
            const found = itemsOf(answer, 'roles').map(uidOf);
            requireSame([found.includes(inA), found.includes(inB)], [hasA, hasB], 'the selection', answer);
            requireThat(
              found.every((uid) => uid.startsWith(kit.group)),
              'the list has only objects of the place',
              answer,
            );
          }
        },
      },
      {
        says: 'ancestors_of and in_root select groups',
        relies: ['client'],
        run: async (kit) => {
          const b = await kit.subgroup('a/b');
          const above = await listedUids(kit, 'groups', [['uidp.ancestors_of', b]]);
          const answer = await kit.ok('GET', kit.path('groups'), {
            query: [
              ['uidp.in_root', 'true'],
              ['page_size', '200'],
            ],
          });
          requireThat(
            above.includes(kit.group) && !above.includes(b),
            'the groups above a group are its ancestors',
            answer,
          );
          requireThat(
            itemsOf(answer, 'groups').every((item) => !uidOf(item).includes('/')),
            'in_root selects root groups',
            answer,
          );
        },
      },
    ],
  },
  {
    id: 'L2',
    says: 'A service silently ignores an unknown query parameter.',
    relies: [],
    ifDifferent: 'The client builds every query from the declarations, and sends no unknown parameter.',
    cases: [
      {
        says: 'an unknown parameter changes nothing',
        run: async (kit) => {
          const { uid } = await kit.make('roles');
          const answer = await kit.ok('GET', kit.path('roles'), {
            query: [
              ['uidp.ids', String(uid)],
              ['no_such_parameter', 'x'],
            ],
          });
          requireSame(itemsOf(answer, 'roles').map(uidOf), [uid], 'the list', answer);
        },
      },
    ],
  },
  {
    id: 'L7',
    says: 'Filters compare exactly. A parameter for one value that is given twice is INVALID_ARGUMENT. An empty one counts as absent.',
    relies: ['client', 'provider', 'review'],
    published: all('groups', 'identities', 'roles'),
    ifDifferent: 'A look-up by name finds other objects. The client compares the names itself.',
    cases: [
      {
        says: 'name selects exactly that name',
        run: async (kit) => {
          const name = kit.name();
          const { uid } = await kit.make('roles', { name: `${name} exact` });
          for (const [value, expected] of [
            [`${name} exact`, [uid]],
            [name, []],
            [`${name} exac_`, []],
          ] as const) {
            const answer = await kit.ok('GET', kit.path('roles'), {
              query: [
                ['uidp.children_of', kit.group],
                ['name', value],
              ],
            });
            requireSame(itemsOf(answer, 'roles').map(uidOf), expected, `the list with the name ${value}`, answer);
          }
        },
      },
      {
        says: 'a repeated parameter is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) =>
          requireCode(
            await kit.send('GET', kit.path('roles'), {
              query: [
                ['name', 'a'],
                ['name', 'b'],
              ],
            }),
            'INVALID_ARGUMENT',
          ),
      },
      {
        says: 'an empty parameter counts as absent',
        mayDiffer: true,
        run: async (kit) => {
          const { uid } = await kit.make('roles');
          const answer = await kit.ok('GET', kit.path('roles'), {
            query: [
              ['uidp.ids', String(uid)],
              ['name', ''],
            ],
          });
          requireSame(itemsOf(answer, 'roles').map(uidOf), [uid], 'the list', answer);
        },
      },
    ],
  },
  {
    id: 'L8',
    says: 'A list contains only what the caller may see. It is never denied. A uidp filter hides the built-in roles.',
    relies: ['client', 'provider', 'review'],
    published: part(
      'The files state that lists are unscoped. They do not state the built-in roles.',
      'permissions',
      'groups',
    ),
    ifDifferent: 'A denied list is an error. Roles are looked up by name.',
    cases: [
      {
        says: 'a list contains only what the caller may see, and is not denied',
        run: async (kit) => {
          const [group, other] = [await kit.subgroup('a'), await kit.subgroup('c')];
          const [inside = '', outside = ''] = (
            await Promise.all([kit.make('roles', {}, group), kit.make('roles', {}, other)])
          ).map(uidOf);
          const caller = await kit.assume(['roles.list', 'groups.list'], group);
          const answer = await kit.ok('GET', kit.path('roles'), {
            caller,
            query: [
              ['uidp.descendants_of', kit.group],
              ['page_size', '200'],
            ],
          });
          const found = itemsOf(answer, 'roles').map(uidOf);
          requireSame(
            [found.includes(inside), found.includes(outside)],
            [true, false],
            'the roles of both groups in the list',
            answer,
          );
          const hidden = await kit.ok('GET', kit.path('identities'), {
            caller,
            query: [['uidp.descendants_of', kit.group]],
          });
          requireSame(itemsOf(hidden, 'identities'), [], 'the list of a kind that the caller may not see', hidden);
        },
      },
      {
        says: 'built-in roles are found by name and in the root, and not by a group',
        run: async (kit) => {
          const queries: readonly (readonly [Query, boolean])[] = [
            [[['name', 'viewer']], true],
            [
              [
                ['uidp.in_root', 'true'],
                ['page_size', '200'],
              ],
              true,
            ],
            [
              [
                ['uidp.descendants_of', kit.group],
                ['page_size', '200'],
              ],
              false,
            ],
          ];
          for (const [query, isListed] of queries) {
            const answer = await kit.ok('GET', kit.path('roles'), { query });
            const isFound = itemsOf(answer, 'roles').some(
              (role) => role['name'] === 'viewer' && !uidOf(role).includes('/'),
            );
            requireSame(isFound, isListed, 'viewer in the list', answer);
          }
        },
      },
    ],
  },
  {
    id: 'L9',
    says: 'A kind may have no list: its path is then NOT_FOUND or one object.',
    relies: ['client', 'provider', 'review'],
    ifDifferent: 'The client reads the list of v1, and reports what it could not check.',
    cases: [
      {
        says: 'each kind has a list',
        run: async (kit) => {
          const without: string[] = [];
          for (const collection of [
            'groups',
            'identities',
            'roles',
            'roleBindings',
            'identityProviders',
            'accountAssociations',
            'groupInvites',
            'externalGroupRoleMappings',
          ] as const) {
            const answer = await kit.send('GET', kit.path(collection), {
              query: [
                ['page_size', '1'],
                ['uidp.descendants_of', kit.group],
              ],
            });
            requireThat(answer.status < 500 || answer.status === 501, 'a list succeeds or is not offered', answer);
            const isList =
              answer.code === 'OK' &&
              !('uid' in answer.json) &&
              (Array.isArray(answer.json[collection]) || answer.json[collection] === undefined);
            if (!isList) without.push(collection);
          }
          if (without.length > 0) throw new NotTried(`not offered: lists of ${without.join(', ')}`);
          requireOffered(await kit.send('GET', kit.path('groups')), 'the list of groups');
        },
      },
    ],
  },
];
