/** Each member of each cloud of an account association: another value of it is a finding. */
import type { Severity } from '../../../src/review';
import { accountAssociation } from '../../../src/model/kinds';
import { toAttribute } from '../../../src/model/schema';
import { reviewEdit, type EditedObjects } from '../edited-plan';

const organization = (values: object): EditedObjects => ({
  acme: { type: 'group' },
  clouds: { type: 'account_association', in: 'acme', values: { ...values } },
});

const clouds = Object.entries(accountAssociation.fields).flatMap(([cloud, { type }]) =>
  type.is === 'message' ? [[cloud, Object.entries(type.fields)] as const] : [],
);
const members = clouds.flatMap(([cloud, fields]) => fields.map(([member]) => [cloud, member] as const));

/** The attributes of a cloud: the value of each member ends with its suffix. */
function accountOf(cloud: string, suffixes: Readonly<Record<string, string>> = {}): object {
  const fields = clouds.find(([name]) => name === cloud)?.[1] ?? [];
  const values = fields.map(([member, field]) => {
    const text = `${member}${suffixes[member] ?? ''}`;
    return [toAttribute(member, field), field.type.is === 'string' ? text : { key: text }];
  });
  return { [cloud]: Object.fromEntries(values) };
}

function severityOf(before: object, after: object, trustedAccounts: readonly string[]): Severity | undefined {
  const { findings } = reviewEdit(organization(before), organization(after), { configuration: { trustedAccounts } });
  return findings.find(({ id }) => id === 'account-associated')?.severity;
}

test.each(members)('another value of %s.%s is a finding', (cloud, member) => {
  const isClients = member === 'clientIds';
  const [before, after] = [accountOf(cloud), accountOf(cloud, { [member]: '-2' })];
  const ids = members.filter(([one]) => one === cloud).map(([, name]) => name);
  expect(severityOf(before, after, [])).toBe(isClients ? 'medium' : 'high');
  // The other ids of the account are declared, and the new one is not.
  expect(severityOf(before, after, ids)).toBe(isClients ? 'low' : 'high');
  expect(severityOf(before, after, [...ids, `${member}-2`])).toBe('low');
  expect(severityOf(before, before, [])).toBeUndefined();
});

test.each(clouds.map(([cloud]) => cloud))(
  'a new account of %s, and one that is no longer associated, are findings',
  (cloud) => {
    expect(severityOf({}, accountOf(cloud), [])).toBe('high');
    expect(severityOf(accountOf(cloud), { [cloud]: null }, [])).toBe('low');
  },
);

test('the finding repeats no id', () => {
  const { findings } = reviewEdit(organization({}), organization(accountOf('amazon')), {});
  expect(findings.find(({ id }) => id === 'account-associated')?.reason).toMatch(
    /is associated with AWS account account, which trustedAccounts does not declare\.$/,
  );
});
