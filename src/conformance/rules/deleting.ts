/** Deleting: D1 to D5 of the contract. */
import { isObject } from '../../api';
import { NotTried, requireSame, requireThat } from '../http/difference';
import { getDetail } from '../http/answer';
import type { Rule } from './rule';
import type { Collection } from '../session/kit';
import { requireCode, requirePrecondition, uidOf } from './requirements';
import { all, part } from './sources';

const MISSING = '0123456789abcdef';
const CHILDREN: readonly Collection[] = ['identities', 'roles', 'accountAssociations', 'groupInvites'];

export const deleting: readonly Rule[] = [
  {
    id: 'D1',
    says: 'The response to a delete has an empty body, or {}.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'bindings'),
    ifDifferent: 'The client reports an invalid response, and Terraform keeps the object in its state.',
    cases: [
      {
        says: 'a delete succeeds with an empty body',
        run: async (kit) => {
          for (const collection of ['identities', 'roles', 'groupInvites'] as const) {
            const answer = await kit.ok('DELETE', kit.path(collection, uidOf(await kit.make(collection))));
            requireThat(['', '{}'].includes(answer.text.trim()), 'the body is empty', answer);
          }
        },
      },
    ],
  },
  {
    id: 'D2',
    says: 'Deleting an absent object is NOT_FOUND. For role bindings and account associations it succeeds.',
    relies: ['client', 'provider'],
    published: part('The files state the two kinds that succeed.', 'bindings', 'associations'),
    ifDifferent: 'The provider treats both as success.',
    cases: [
      {
        says: 'an absent identity is NOT_FOUND',
        run: async (kit) => {
          for (const collection of ['identities', 'roles', 'groupInvites'] as const)
            requireCode(await kit.send('DELETE', kit.path(collection, `${kit.group}/${MISSING}`)), 'NOT_FOUND');
        },
      },
      {
        says: 'an absent role binding and account association succeed',
        relies: [],
        run: async (kit) => {
          await kit.ok('DELETE', kit.path('roleBindings', `${kit.group}/${MISSING}`));
          await kit.ok('DELETE', kit.path('accountAssociations', await kit.subgroup('empty')));
        },
      },
    ],
  },
  {
    id: 'D3',
    says: 'A group that still contains objects cannot be deleted: FAILED_PRECONDITION with RESOURCE_NOT_EMPTY.',
    relies: ['provider'],
    published: part(
      'The files state it of groups, repos and other IAM resources. They do not state the error.',
      'groups',
    ),
    ifDifferent: 'The deletion of a group deletes everything in it, or the provider cannot name what is in it.',
    cases: [
      {
        says: 'a group with a child group is RESOURCE_NOT_EMPTY',
        run: async (kit) => {
          await kit.subgroup('parent/child');
          const group = await kit.subgroup('parent');
          const answer = await kit.send('DELETE', kit.path('groups', group));
          const { description } = requirePrecondition(answer, 'RESOURCE_NOT_EMPTY');
          requireSame(description, 'cannot delete group with child groups', 'the description', answer);
          await kit.ok('GET', kit.path('groups', group));
        },
      },
      ...CHILDREN.map((collection) => ({
        says: `a group with objects of ${collection} is RESOURCE_NOT_EMPTY`,
        mayDiffer: true as const,
        run: async (kit: Parameters<Rule['cases'][number]['run']>[0]) => {
          const group = await kit.subgroup(`full ${collection.toLowerCase()}`);
          await kit.make(collection, {}, group);
          requirePrecondition(await kit.send('DELETE', kit.path('groups', group)), 'RESOURCE_NOT_EMPTY');
        },
      })),
      {
        says: 'a group with a role binding is RESOURCE_NOT_EMPTY',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('full bindings');
          const { uid: identityUid } = await kit.make('identities');
          await kit.make('roleBindings', { identityUid }, group);
          requirePrecondition(await kit.send('DELETE', kit.path('groups', group)), 'RESOURCE_NOT_EMPTY');
        },
      },
      {
        says: 'an empty group can be deleted',
        run: async (kit) => {
          const group = await kit.subgroup('short lived');
          await kit.ok('DELETE', kit.path('groups', group));
          requireCode(await kit.send('GET', kit.path('groups', group)), 'NOT_FOUND');
        },
      },
    ],
  },
  {
    id: 'D4',
    says: 'A role or an identity with a binding cannot be deleted: FAILED_PRECONDITION with RESOURCE_IN_USE.',
    relies: ['provider'],
    published: all('roles'),
    ifDifferent: 'A role binding without its role or its identity is left behind.',
    cases: (['roles', 'identities'] as const).map((collection) => ({
      says: `a bound object of ${collection} is RESOURCE_IN_USE`,
      ...(collection === 'identities' && { mayDiffer: true as const }),
      run: async (kit) => {
        const [role, identity] = await Promise.all([kit.make('roles'), kit.make('identities')]);
        const binding = await kit.make('roleBindings', { identityUid: identity['uid'], roleUid: role['uid'] });
        const path = kit.path(collection, uidOf(collection === 'roles' ? role : identity));
        requirePrecondition(await kit.send('DELETE', path), 'RESOURCE_IN_USE');
        await kit.ok('DELETE', kit.path('roleBindings', uidOf(binding)));
        await kit.ok('DELETE', path);
      },
    })),
  },
  {
    id: 'D5',
    says: 'Built-in roles cannot be changed or deleted: PERMISSION_DENIED.',
    relies: [],
    published: part('The files state that they cannot be deleted. They do not state the error.', 'roles'),
    ifDifferent: 'The provider never manages a built-in role.',
    cases: [
      {
        says: 'a change of a built-in role is PERMISSION_DENIED',
        run: async (kit) => {
          const role = await kit.builtIn('viewer');
          // A mask that names no field can change nothing, even at a service that permits it.
          const answer = await kit.send('PATCH', kit.path('roles', uidOf(role)), {
            query: [['updateMask', 'no_such_field']],
            body: {},
          });
          if (answer.code === 'INVALID_ARGUMENT' && isObject(getDetail(answer, 'BadRequest')))
            throw new NotTried('the service checks the mask first, and another mask could change the role');
          requireCode(answer, 'PERMISSION_DENIED');
        },
      },
    ],
  },
];
