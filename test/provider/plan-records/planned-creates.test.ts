import { UNKNOWN } from '../../../src/plugin';
import { createPlannedCreates } from '../../../src/provider/plan-records/planned-creates';
import { isTerraform } from '../../../src/provider/run/session';
import { accountAssociation, group, groupInvite, roleBinding } from '../../../src/model/kinds';

const parent_uid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const same = { parent_uid, name: 'same', description: null };
const terraform = '1.11.4';

describe('a creation', () => {
  it('is a duplicate after another one with the same name in the same group', () => {
    const plan = createPlannedCreates(isTerraform(terraform));
    const groups = [same, { ...same, name: 'other' }, { ...same, parent_uid: null }, { ...same, description: 'twin' }];
    expect(groups.map((attributes) => plan.recordCreate(group, attributes))).toEqual([false, false, false, true]);
  });

  it('of a binding is identified by its group, its identity and its role', () => {
    const plan = createPlannedCreates(isTerraform('1.8.0-rc1'));
    const binding = { group_uid: parent_uid, identity_uid: 'a', role_uid: 'b' };
    const bindings = [binding, { ...binding, role_uid: 'c' }, { ...binding, identity_uid: 'c' }, binding];
    expect(bindings.map((attributes) => plan.recordCreate(roleBinding, attributes))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('of a kind with one object for each group is identified by its group', () => {
    const plan = createPlannedCreates(isTerraform(terraform));
    const names = ['one', 'two'].map((name) => ({ group_uid: parent_uid, name }));
    expect(names.map((attributes) => plan.recordCreate(accountAssociation, attributes))).toEqual([false, true]);
  });

  it('without a part of its key is no duplicate of another one without it', () => {
    const plan = createPlannedCreates(isTerraform(terraform));
    const invites = [null, 'a@b.example', null, 'a@b.example'].map((email) => ({
      group_uid: parent_uid,
      role_uid: 'r',
      email,
    }));
    expect(invites.map((attributes) => plan.recordCreate(groupInvite, attributes))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('is never a duplicate while a part of its key is unknown', () => {
    const plan = createPlannedCreates(isTerraform(terraform));
    const unknown = [
      { ...same, parent_uid: UNKNOWN },
      { ...same, name: UNKNOWN },
    ];
    expect([...unknown, ...unknown].some((attributes) => plan.recordCreate(group, attributes))).toBe(false);
  });

  it('is never a duplicate of an object in the state, which it may replace', () => {
    const plan = createPlannedCreates(isTerraform(terraform));
    plan.recordExisting(group, { ...same, uid: 'u' });
    expect([1, 2].map(() => plan.recordCreate(group, same))).toEqual([false, false]);
  });

  it('is a duplicate if a resource keeps such an object, in either order of the plans', () => {
    const [first, second] = [
      createPlannedCreates(isTerraform(terraform)),
      createPlannedCreates(isTerraform(terraform)),
    ];
    for (const plan of [first, second]) plan.recordExisting(group, { ...same, uid: 'u' });
    expect([first.recordKept(group, same), first.recordCreate(group, same)]).toEqual([false, true]);
    expect([second.recordCreate(group, same), second.recordKept(group, same)]).toEqual([false, true]);
  });

  it('is never a duplicate for a host other than Terraform, which may plan a resource twice', () => {
    const plan = createPlannedCreates(isTerraform('pulumi-terraform-bridge'));
    expect([1, 2].map(() => plan.recordCreate(group, same))).toEqual([false, false]);
  });
});
