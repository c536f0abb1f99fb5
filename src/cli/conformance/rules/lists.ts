/** Lists and their filters: L1, L2 and L7 to L9 of the contract. */
import { NotTried, requireSame, requireThat } from '../http/difference';
import { COLLECTIONS, type QueryParameters } from '../session/kit';
import { mayDiffer, relied, type RulesById } from './rule';
import { assumeReader } from './requirements';
import { all, part } from './sources';

const KINDS = Object.entries(COLLECTIONS).flatMap(([name, domain]) => (domain === 'iam' ? [name] : []));

export const lists: RulesById = {
  L1: {
    says: 'Every list takes the filters uidp.*, page_size, page_token, order_by and skip, in snake_case or lowerCamelCase.',
    relies: ['client', 'provider', 'review'],
    published: all('filter', 'groups', 'identities'),
    ifDifferent: 'A refresh or a look-up sees the wrong objects.',
    cases: {
      'the filters select by the place of an object': async (kit) => {
        const [a, b] = [await kit.subgroup('a'), await kit.subgroup('a/b')];
        const [inA, inB] = await Promise.all([kit.makeUid('roles', {}, a), kit.makeUid('roles', {}, b)]);
        const cases: readonly (readonly [QueryParameters, boolean, boolean])[] = [
          [{ 'uidp.children_of': a }, true, false],
          [{ 'uidp.descendants_of': a }, true, true],
          [{ 'uidp.children_of': b }, false, true],
          [{ 'uidp.ids': [inA, inB] }, true, true],
          [{ 'uidp.ids': inB }, false, true],
          [{ 'uidp.childrenOf': a, pageSize: 200 }, true, false],
        ];
        for (const [query, hasA, hasB] of cases) {
          const { answer, uids } = await kit.page('roles', query);
          requireSame([uids.includes(inA), uids.includes(inB)], [hasA, hasB], 'the selection', answer);
          const isThere = uids.every((uid) => uid.startsWith(kit.group));
          requireThat(isThere, 'the list has only objects of the place', answer);
        }
      },
      'ancestors_of and in_root select groups': relied(['client'], async (kit) => {
        const b = await kit.subgroup('a/b');
        const above = await kit.page('groups', { 'uidp.ancestors_of': b });
        const isAbove = above.uids.includes(kit.group) && !above.uids.includes(b);
        requireThat(isAbove, 'the groups above a group are its ancestors', above.answer);
        const { answer, uids } = await kit.page('groups', { 'uidp.in_root': 'true', page_size: 200 });
        const areRoots = uids.every((uid) => !uid.includes('/'));
        requireThat(areRoots, 'in_root selects root groups', answer);
      }),
    },
  },
  L2: {
    says: 'A service silently ignores an unknown query parameter.',
    relies: [],
    ifDifferent: 'The client builds every query from the declarations, and sends no unknown parameter.',
    cases: {
      'an unknown parameter changes nothing': async (kit) => {
        const uid = await kit.makeUid('roles');
        const { answer, uids } = await kit.page('roles', { 'uidp.ids': uid, no_such_parameter: 'x' });
        requireSame(uids, [uid], 'the list', answer);
      },
    },
  },
  L7: {
    says: 'Filters compare exactly. A parameter for one value that is given twice is INVALID_ARGUMENT. An empty one counts as absent.',
    relies: ['client', 'provider', 'review'],
    published: all('groups', 'identities', 'roles'),
    ifDifferent: 'A look-up by name finds other objects. The client compares the names itself.',
    cases: {
      'name selects exactly that name': async (kit) => {
        const prefix = kit.name();
        const uid = await kit.makeUid('roles', { name: `${prefix} exact` });
        for (const name of [`${prefix} exact`, prefix, `${prefix} exac_`]) {
          const { answer, uids } = await kit.page('roles', { 'uidp.children_of': kit.group, name });
          requireSame(uids, name.endsWith('exact') ? [uid] : [], `the list with the name ${name}`, answer);
        }
      },
      'a repeated parameter is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        kit.fails('INVALID_ARGUMENT', 'GET', 'roles', { query: { name: ['a', 'b'] } }),
      ),
      'an empty parameter counts as absent': mayDiffer(async (kit) => {
        const uid = await kit.makeUid('roles');
        const { answer, uids } = await kit.page('roles', { 'uidp.ids': uid, name: '' });
        requireSame(uids, [uid], 'the list', answer);
      }),
    },
  },
  L8: {
    says: 'A list contains only what the caller may see. It is never denied. A uidp filter hides the built-in roles.',
    relies: ['client', 'provider', 'review'],
    published: part('The files state unscoped lists, and nothing of built-in roles.', 'permissions', 'groups'),
    ifDifferent: 'A denied list counts as one whose objects may be hidden. Roles are looked up by name.',
    cases: {
      'a list contains only what the caller may see, and is not denied': async (kit) => {
        const [caller, group] = await assumeReader(kit);
        const other = await kit.subgroup('c');
        const [inside, outside] = await Promise.all([kit.makeUid('roles', {}, group), kit.makeUid('roles', {}, other)]);
        const query = { 'uidp.descendants_of': kit.group, page_size: 200 };
        const { answer, uids } = await kit.page('roles', query, caller);
        const found = [uids.includes(inside), uids.includes(outside)];
        requireSame(found, [true, false], 'the roles of both groups in the list', answer);
        const hidden = await kit.page('identities', query, caller);
        requireSame(hidden.uids, [], 'the list of a kind that the caller may not see', hidden.answer);
      },
      'built-in roles are found by name and in the root, and not by a group': async (kit) => {
        const queries: readonly (readonly [QueryParameters, boolean])[] = [
          [{ name: 'viewer' }, true],
          [{ 'uidp.in_root': 'true', page_size: 200 }, true],
          [{ 'uidp.descendants_of': kit.group, page_size: 200 }, false],
        ];
        for (const [query, isListed] of queries) {
          const { answer, items } = await kit.page('roles', query);
          const isFound = items.some(({ uid, name }) => name === 'viewer' && !String(uid).includes('/'));
          requireSame(isFound, isListed, 'viewer in the list', answer);
        }
      },
    },
  },
  L9: {
    says: 'A kind may have no list: its path is then NOT_FOUND, INVALID_ARGUMENT, PERMISSION_DENIED or one object.',
    relies: ['client', 'provider', 'review'],
    ifDifferent: 'The client reads the list of v1, and reports what it could not check.',
    cases: {
      'each kind has a list': async (kit) => {
        const without: string[] = [];
        for (const kind of KINDS) {
          const query = { page_size: 1, 'uidp.descendants_of': kit.group };
          const answer = await kit.send('GET', kind, { query });
          requireThat(answer.status < 500 || answer.status === 501, 'a list succeeds or is not offered', answer);
          const isList = !('uid' in answer.json) && Array.isArray(answer.json[kind] ?? []);
          if (answer.code !== 'OK' || !isList) without.push(kind);
        }
        if (without.length > 0) throw new NotTried(`not offered: lists of ${without.join(', ')}`);
      },
    },
  },
};
