/** Deleting: D1 to D5 of the contract. */
import { isObject } from '../../../model/api';
import { NotTried, requireCode, requireSame, requireThat } from '../http/difference';
import { getDetail } from '../http/answer';
import { type Case, mayDiffer, type RulesById, type Run, unused } from './rule';
import { makeBinding, MISSING, patch, requireUndeletable } from './requirements';
import { all, part } from './sources';

const SIMPLE = ['identities', 'roles', 'groupInvites'] as const;
const CHILDREN = ['identities', 'roles', 'accountAssociations', 'groupInvites'] as const;

const fullGroup = (collection: (typeof CHILDREN)[number]): [string, Case] => [
  `a group with objects of ${collection} is RESOURCE_NOT_EMPTY`,
  mayDiffer(async (kit) => {
    const group = await kit.subgroup(`full ${collection.toLowerCase()}`);
    await kit.make(collection, {}, group);
    await requireUndeletable(kit, `groups/${group}`, 'RESOURCE_NOT_EMPTY');
  }),
];

const bound =
  (collection: 'roles' | 'identities'): Run =>
  async (kit) => {
    const { uid, roleUid, identityUid } = await makeBinding(kit);
    const target = `${collection}/${collection === 'roles' ? roleUid : identityUid}`;
    await requireUndeletable(kit, target, 'RESOURCE_IN_USE');
    await kit.ok('DELETE', `roleBindings/${uid}`);
    await kit.ok('DELETE', target);
  };

export const deleting: RulesById = {
  D1: {
    says: 'The response to a delete has an empty body, or {}.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'bindings'),
    ifDifferent: 'The client reports an invalid response, and Terraform keeps the object in its state.',
    cases: {
      'a delete succeeds with an empty body': async (kit) => {
        for (const collection of SIMPLE) {
          const answer = await kit.ok('DELETE', `${collection}/${await kit.makeUid(collection)}`);
          requireThat(['', '{}'].includes(answer.text.trim()), 'the body is empty', answer);
        }
      },
    },
  },
  D2: {
    says: 'Deleting an absent object is NOT_FOUND. For role bindings and account associations it succeeds.',
    relies: ['client', 'provider'],
    published: part('The files state the two kinds that succeed.', 'bindings', 'associations'),
    ifDifferent: 'The provider treats both as success.',
    cases: {
      'an absent identity is NOT_FOUND': async (kit) => {
        for (const collection of SIMPLE)
          await kit.fails('NOT_FOUND', 'DELETE', `${collection}/${kit.group}/${MISSING}`);
      },
      'an absent role binding and account association succeed': unused(async (kit) => {
        await kit.ok('DELETE', `roleBindings/${kit.group}/${MISSING}`);
        await kit.ok('DELETE', `accountAssociations/${await kit.subgroup('empty')}`);
      }),
    },
  },
  D3: {
    says: 'A group that still contains objects cannot be deleted: FAILED_PRECONDITION with RESOURCE_NOT_EMPTY.',
    relies: ['provider'],
    published: part('The files state that such a deletion fails. They do not state the error.', 'groups'),
    ifDifferent: 'The deletion of a group deletes everything in it, or the provider cannot name what is in it.',
    cases: {
      'a group with a child group is RESOURCE_NOT_EMPTY': async (kit) => {
        await kit.subgroup('parent/child');
        const target = `groups/${await kit.subgroup('parent')}`;
        const [{ description }, answer] = await requireUndeletable(kit, target, 'RESOURCE_NOT_EMPTY');
        requireSame(description, 'cannot delete group with child groups', 'the description', answer);
        await kit.ok('GET', target);
      },
      ...Object.fromEntries(CHILDREN.map(fullGroup)),
      'a group with a role binding is RESOURCE_NOT_EMPTY': mayDiffer(async (kit) => {
        const group = await kit.subgroup('full bindings');
        await kit.make('roleBindings', { identityUid: await kit.makeUid('identities') }, group);
        await requireUndeletable(kit, `groups/${group}`, 'RESOURCE_NOT_EMPTY');
      }),
      'an empty group can be deleted': async (kit) => {
        const target = `groups/${await kit.subgroup('short lived')}`;
        await kit.ok('DELETE', target);
        await kit.fails('NOT_FOUND', 'GET', target);
      },
    },
  },
  D4: {
    says: 'A role or an identity with a binding cannot be deleted: FAILED_PRECONDITION with RESOURCE_IN_USE.',
    relies: ['provider'],
    published: all('roles'),
    ifDifferent: 'A role binding without its role or its identity is left behind.',
    cases: {
      'a bound object of roles is RESOURCE_IN_USE': bound('roles'),
      'a bound object of identities is RESOURCE_IN_USE': mayDiffer(bound('identities')),
    },
  },
  D5: {
    says: 'Built-in roles cannot be changed or deleted: PERMISSION_DENIED.',
    relies: [],
    published: part('The files state that they cannot be deleted. They do not state the error.', 'roles'),
    ifDifferent: 'The provider never manages a built-in role.',
    cases: {
      'a change of a built-in role is PERMISSION_DENIED': async (kit) => {
        // A mask that names no field can change nothing, even at a service that permits it.
        const answer = await patch(kit, `roles/${await kit.builtInUid('viewer')}`, {}, 'no_such_field');
        if (answer.code === 'INVALID_ARGUMENT' && isObject(getDetail(answer, 'BadRequest')))
          throw new NotTried('the service checks the mask first, and another mask could change the role');
        requireCode(answer, 'PERMISSION_DENIED');
      },
    },
  },
};
