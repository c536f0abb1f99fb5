/** Pages and orders of lists: L3 to L6 of the contract. */
import type { Values } from '../../../model/api';
import { requireCode, requireSame, requireThat } from '../http/difference';
import { textMember } from '../http/answer';
import type { Kit, ListedPage, QueryParameters } from '../session/kit';
import { mayDiffer, type RulesById, unused } from './rule';
import { all, part } from './sources';

/** Returns one page of identities in the crowd. */
async function crowdPage(kit: Kit, query: QueryParameters = {}): Promise<ListedPage> {
  const { group } = await kit.crowd();
  return kit.page('identities', { 'uidp.children_of': group, ...query });
}

async function requireCount(kit: Kit, count: number, query?: QueryParameters): Promise<void> {
  const { answer, items } = await crowdPage(kit, query);
  requireSame(items.length, count, 'the number of results', answer);
}

function requireFirstMembers({ answer, items }: ListedPage): void {
  const names = ['member 000', 'member 001', 'member 002'];
  const found = items.map(({ name }) => name);
  requireSame(found, names, 'the first page', answer);
}

const sorted = <T extends string | number>(values: readonly T[]): T[] =>
  [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));

/** A text of a time has 0, 3, 6 or 9 decimals (contract V3): the order of texts is another one. */
const getTime = (object: Values): number => Date.parse(String(object['createTime']));

export const pages: RulesById = {
  L3: {
    says: 'A page holds 50 results by default and 200 at most.',
    relies: ['client'],
    published: all('groups', 'identities'),
    ifDifferent: 'The client follows the pages of any size. A list costs more requests.',
    cases: {
      'a page holds 50 results by default, and as many as requested': async (kit) => {
        await requireCount(kit, 50);
        await requireCount(kit, 2, { page_size: 2 });
        await requireCount(kit, 200, { page_size: 200 });
      },
      'a larger page_size is served as 200, and 0 as the default': mayDiffer(async (kit) => {
        await requireCount(kit, 200, { page_size: 201 });
        await requireCount(kit, 50, { page_size: 0 });
      }),
      'a negative page_size or skip is INVALID_ARGUMENT': mayDiffer(async (kit) => {
        for (const field of ['page_size', 'skip'])
          await kit.fails('INVALID_ARGUMENT', 'GET', 'roles', {
            ...{ query: { 'uidp.children_of': kit.group, [field]: -1 }, field },
          });
      }),
    },
  },
  L4: {
    says: 'The response holds the collection, nextPageToken (absent or empty on the last page), totalCount as decimal text and skipped.',
    relies: ['client', 'provider'],
    published: part('In the files, skipped accumulates. Here it is the echo of skip.', 'groups', 'identities'),
    ifDifferent: 'A list without nextPageToken counts as complete. A totalCount that is too low is a warning.',
    cases: {
      'only the last page has no nextPageToken': async (kit) => {
        const { answer: first } = await crowdPage(kit, { page_size: 150 });
        const page_token = textMember(first, 'nextPageToken');
        requireThat(page_token !== '', 'the first page has a nextPageToken', first);
        const { answer, items } = await crowdPage(kit, { page_size: 150, page_token });
        requireSame([items.length, answer.json['nextPageToken'] ?? ''], [51, ''], 'the last page', answer);
      },
      'totalCount is the number of results as decimal text': async (kit) => {
        const { answer } = await crowdPage(kit, { page_size: 1 });
        requireSame(answer.json['totalCount'], '201', 'totalCount', answer);
      },
      'skip skips results, and skipped repeats it': async (kit) => {
        const whole = await crowdPage(kit, { page_size: 20, order_by: 'name' });
        const { answer, uids } = await crowdPage(kit, { page_size: 5, skip: 10, order_by: 'name' });
        requireSame(uids, whole.uids.slice(10, 15), 'the results after the skipped ones', whole.answer, answer);
        requireSame(answer.json['skipped'], 10, 'skipped', answer);
      },
    },
  },
  L5: {
    says: 'order_by is a field, optionally followed by desc, and applies to the whole chain of pages. The default order is uid.',
    relies: ['client', 'provider'],
    published: all('groups', 'invites', 'associations'),
    ifDifferent: 'A list that changes during a read may lack objects. The client reads it again if the count differs.',
    cases: {
      'the order holds across pages, in both directions': async (kit) => {
        for (const order_by of ['name', 'name desc', 'created_at desc', 'createTime', 'create_time asc']) {
          const first = await crowdPage(kit, { page_size: 120, order_by });
          const page_token = textMember(first.answer, 'nextPageToken');
          const second = await crowdPage(kit, { page_size: 120, order_by, page_token });
          const getValue = (item: Values) => (order_by.startsWith('name') ? String(item['name']) : getTime(item));
          const found = [...first.items, ...second.items].map(getValue);
          const expected = order_by.endsWith('desc') ? sorted(found).toReversed() : sorted(found);
          requireSame(found, expected, `the order ${order_by}`, first.answer, second.answer);
        }
      },
      'the default order is uid': async (kit) => {
        const { answer, uids } = await crowdPage(kit, { page_size: 200 });
        requireSame(uids, sorted(uids), 'the order', answer);
      },
      'invites are ordered by created_at desc': unused(async (kit) => {
        const group = await kit.subgroup('a');
        for (let made = 0; made < 3; made++) await kit.make('groupInvites', {}, group).then(() => kit.sleep(5));
        const { answer, items } = await kit.page('groupInvites', { 'uidp.children_of': group });
        const times = items.map(getTime);
        requireSame(times, sorted(times).toReversed(), 'the order', answer);
      }),
      'an unknown field is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        kit.fails('INVALID_ARGUMENT', 'GET', 'roles', { query: { order_by: 'no_such_field' }, field: 'order_by' }),
      ),
    },
  },
  L6: {
    says: 'A page token is valid for three days. An expired one, or one of another order, starts the query again, or is INVALID_ARGUMENT.',
    relies: ['client', 'provider'],
    published: part('The files state the three days, and that another order invalidates a token.', 'groups'),
    ifDifferent: 'The client restarts the chain, drops repeated uids and compares their number with totalCount.',
    cases: {
      'a chain of pages has every object once': async (kit) => {
        const { uids, group } = await kit.crowd();
        const found = await kit.list('identities', { 'uidp.children_of': group, page_size: 60 });
        const { answer } = await crowdPage(kit, { page_size: 60 });
        requireSame(sorted(found.map(({ uid }) => String(uid))), sorted(uids), 'the uids of all pages', answer);
      },
      'a foreign page token starts the query again or is INVALID_ARGUMENT': async (kit) => {
        const { group } = await kit.crowd();
        const query = { 'uidp.children_of': group, page_size: 3, order_by: 'name', page_token: 'bm9uc2Vuc2U' };
        const answer = await kit.send('GET', 'identities', { query });
        if (answer.code === 'OK') requireFirstMembers(await crowdPage(kit, query));
        else requireCode(answer, 'INVALID_ARGUMENT');
      },
      'another order_by within a chain starts the query again': mayDiffer(async (kit) => {
        const { answer } = await crowdPage(kit, { page_size: 3, order_by: 'name desc' });
        const page_token = textMember(answer, 'nextPageToken');
        requireFirstMembers(await crowdPage(kit, { page_size: 3, order_by: 'name', page_token }));
      }),
    },
  },
};
