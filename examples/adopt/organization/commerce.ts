import { AccountAssociation, Team, Trust, type IGroup } from 'cdktf-provider-platform';
import { person, team } from './shared';

/** Declares the group commerce and everything in it. */
export function addCommerce(acme: IGroup) {
  const commerce = new Team(acme, 'commerce', {
    description: 'Sells.',
    people: { owner: [person('ada')] },
    groups: {
      catalog: team({ name: 'catalog', description: 'Knows what there is to buy.', owner: 'alan', repository: 7001 }),
      checkout: team({ name: 'checkout', description: 'Takes orders.', owner: 'barbara', repository: 7002 }),
      payments: {
        description: 'Takes the money.',
        roles: {
          releaser: { description: 'Publishes images.', capabilities: ['repo.create', 'repo.update', 'tag.create'] },
        },
        people: { owner: [person('edsger')], editor: [person('tony')] },
        identities: {
          deployer: {
            assumedBy: Trust.gitHubActions({
              repository: 'acme/payments',
              branch: 'main',
              ids: { owner: 1234, repository: 7003 },
            }),
            roles: ['editor', 'releaser'],
          },
          settlement: {
            description: 'Settles with the bank at night.',
            assumedBy: Trust.awsRole({ account: '123456789012', role: 'settlement', roleId: 'AROA0123456789ABCDEFG' }),
            roles: ['viewer'],
          },
        },
        groups: { cards: {}, invoices: { grants: [{ role: 'editor', identity: 'payments/settlement' }] } },
      },
      search: team({ name: 'search', owner: 'donald', repository: 7004 }),
      shipping: team({ name: 'shipping', description: 'Brings it home.', owner: 'frances', repository: 7005 }),
    },
  });
  new AccountAssociation(commerce.group('payments'), 'clouds', {
    name: 'clouds',
    description: 'Where the money is counted.',
    amazon: { account: '123456789012' },
  });
  return commerce;
}
