/** Pages and orders of lists: L3 to L6 of the contract. */
import { type Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import { type Answer, textIn } from '../http/answer';
import type { Rule } from './rule';
import type { Kit } from '../session/kit';
import { itemsOf, listedUids, requireCode, uidOf } from './requirements';
import { all, part } from './sources';

type Query = readonly (readonly [string, string])[];

/** Returns one page of identities in the crowd. */
async function crowdPage(kit: Kit, query: Query): Promise<{ answer: Answer; items: readonly Values[] }> {
  const { group } = await kit.crowd();
  const answer = await kit.ok('GET', kit.path('identities'), { query: [['uidp.children_of', group], ...query] });
  return { answer, items: itemsOf(answer, 'identities') };
}

const sorted = <T extends string | number>(values: readonly T[]): T[] =>
  [...values].sort((one, other) => (one < other ? -1 : Number(one > other)));

/** A text of a time has 0, 3, 6 or 9 decimals (contract V3): the order of texts is another one. */
const timeOf = (object: Values): number => Date.parse(String(object['createTime']));

export const pages: readonly Rule[] = [
  {
    id: 'L3',
    says: 'A page holds 50 results by default and 200 at most.',
    relies: ['client'],
    published: all('groups', 'identities'),
    ifDifferent: 'The client follows the pages of any size. A list costs more requests.',
    cases: [
      {
        says: 'a page holds 50 results by default, and as many as requested',
        run: async (kit) => {
          const byDefault = await crowdPage(kit, []);
          requireSame(byDefault.items.length, 50, 'the default number of results', byDefault.answer);
          const two = await crowdPage(kit, [['page_size', '2']]);
          requireSame(two.items.length, 2, 'the number of results', two.answer);
          const most = await crowdPage(kit, [['page_size', '200']]);
          requireSame(most.items.length, 200, 'the number of results', most.answer);
        },
      },
      {
        says: 'a larger page_size is served as 200, and 0 as the default',
        mayDiffer: true,
        run: async (kit) => {
          const larger = await crowdPage(kit, [['page_size', '201']]);
          requireSame(larger.items.length, 200, 'the number of results', larger.answer);
          const zero = await crowdPage(kit, [['page_size', '0']]);
          requireSame(zero.items.length, 50, 'the number of results', zero.answer);
        },
      },
      {
        says: 'a negative page_size or skip is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          for (const name of ['page_size', 'skip'])
            requireCode(
              await kit.send('GET', kit.path('roles'), {
                query: [
                  ['uidp.children_of', kit.group],
                  [name, '-1'],
                ],
              }),
              'INVALID_ARGUMENT',
              name,
            );
        },
      },
    ],
  },
  {
    id: 'L4',
    says: 'The response holds the collection, nextPageToken (absent or empty on the last page), totalCount as decimal text and skipped.',
    relies: ['client', 'provider'],
    published: part(
      'The files state that skipped accumulates over the pages. It is the echo of skip here.',
      'groups',
      'identities',
    ),
    ifDifferent:
      'A list without nextPageToken counts as complete. A lower totalCount than the number of results is a warning.',
    cases: [
      {
        says: 'only the last page has no nextPageToken',
        run: async (kit) => {
          const first = await crowdPage(kit, [['page_size', '150']]);
          const token = first.answer.json['nextPageToken'];
          requireThat(typeof token === 'string' && token !== '', 'the first page has a nextPageToken', first.answer);
          const last = await crowdPage(kit, [
            ['page_size', '150'],
            ['page_token', token],
          ]);
          requireSame(
            [last.items.length, last.answer.json['nextPageToken'] ?? ''],
            [51, ''],
            'the last page',
            last.answer,
          );
        },
      },
      {
        says: 'totalCount is the number of results as decimal text',
        run: async (kit) => {
          const { answer } = await crowdPage(kit, [['page_size', '1']]);
          requireSame(answer.json['totalCount'], '201', 'totalCount', answer);
        },
      },
      {
        says: 'skip skips results, and skipped repeats it',
        run: async (kit) => {
          const whole = await crowdPage(kit, [
            ['page_size', '20'],
            ['order_by', 'name'],
          ]);
          const { answer, items } = await crowdPage(kit, [
            ['page_size', '5'],
            ['skip', '10'],
            ['order_by', 'name'],
          ]);
          requireSame(
            items.map(uidOf),
            whole.items.slice(10, 15).map(uidOf),
            'the results after the skipped ones',
            whole.answer,
            answer,
          );
          requireSame(answer.json['skipped'], 10, 'skipped', answer);
        },
      },
    ],
  },
  {
    id: 'L5',
    says: 'order_by is a field, optionally followed by desc, and applies to the whole chain of pages. The default order is uid.',
    relies: ['client', 'provider'],
    published: all('groups', 'invites', 'associations'),
    ifDifferent: 'A list that changes during a read may lack objects. The client reads it again if the count differs.',
    cases: [
      {
        says: 'the order holds across pages, in both directions',
        run: async (kit) => {
          for (const order of ['name', 'name desc', 'created_at desc', 'createTime', 'create_time asc']) {
            const first = await crowdPage(kit, [
              ['page_size', '120'],
              ['order_by', order],
            ]);
            const next = textIn(first.answer, 'nextPageToken');
            const second = await crowdPage(kit, [
              ['page_size', '120'],
              ['order_by', order],
              ['page_token', next],
            ]);
            const valueOf = (item: Values) => (order.startsWith('name') ? String(item['name']) : timeOf(item));
            const found = [...first.items, ...second.items].map(valueOf);
            const expected = order.endsWith('desc') ? sorted(found).toReversed() : sorted(found);
            requireSame(found, expected, `the order ${order}`, first.answer, second.answer);
          }
        },
      },
      {
        says: 'the default order is uid',
        run: async (kit) => {
          const { answer, items } = await crowdPage(kit, [['page_size', '200']]);
          requireSame(items.map(uidOf), sorted(items.map(uidOf)), 'the order', answer);
        },
      },
      {
        says: 'invites are ordered by created_at desc',
        relies: [],
        run: async (kit) => {
          const group = await kit.subgroup('a');
          for (let made = 0; made < 3; made++) await kit.make('groupInvites', {}, group).then(() => kit.sleep(5));
          const answer = await kit.ok('GET', kit.path('groupInvites'), { query: [['uidp.children_of', group]] });
          const times = itemsOf(answer, 'groupInvites').map(timeOf);
          requireSame(times, sorted(times).toReversed(), 'the order', answer);
        },
      },
      {
        says: 'an unknown field is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) =>
          requireCode(
            await kit.send('GET', kit.path('roles'), { query: [['order_by', 'no_such_field']] }),
            'INVALID_ARGUMENT',
            'order_by',
          ),
      },
    ],
  },
  {
    id: 'L6',
    says: 'A page token is valid for three days. An expired one, or one of another order, starts the query again, or is INVALID_ARGUMENT.',
    relies: ['client', 'provider'],
    published: part('The files state the three days, and that another order invalidates a token.', 'groups'),
    ifDifferent: 'The client restarts the chain, drops repeated uids and compares their number with totalCount.',
    cases: [
      {
        says: 'a chain of pages has every object once',
        run: async (kit) => {
          const { uids, group } = await kit.crowd();
          const found = await listedUids(kit, 'identities', [
            ['uidp.children_of', group],
            ['page_size', '60'],
          ]);
          const { answer } = await crowdPage(kit, [['page_size', '60']]);
          requireSame(sorted(found), sorted(uids), 'the uids of all pages', answer);
        },
      },
      {
        says: 'a foreign page token starts the query again or is INVALID_ARGUMENT',
        run: async (kit) => {
          const { group } = await kit.crowd();
          const answer = await kit.send('GET', kit.path('identities'), {
            query: [
              ['uidp.children_of', group],
              ['page_size', '3'],
              ['order_by', 'name'],
              ['page_token', 'bm9uc2Vuc2U'],
            ],
          });
          if (answer.code === 'OK')
            requireSame(
              itemsOf(answer, 'identities').map(({ name }) => name),
              ['member 000', 'member 001', 'member 002'],
              'the first page',
              answer,
            );
          else requireCode(answer, 'INVALID_ARGUMENT');
        },
      },
      {
        says: 'another order_by within a chain starts the query again',
        mayDiffer: true,
        run: async (kit) => {
          const first = await crowdPage(kit, [
            ['page_size', '3'],
            ['order_by', 'name desc'],
          ]);
          const { answer, items } = await crowdPage(kit, [
            ['page_size', '3'],
            ['order_by', 'name'],
            ['page_token', String(first.answer.json['nextPageToken'])],
          ]);
          requireSame(
            items.map(({ name }) => name),
            ['member 000', 'member 001', 'member 002'],
            'the first page',
            answer,
          );
        },
      },
    ],
  },
];
