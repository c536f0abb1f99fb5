import { DiagError, UNKNOWN, isUnknown, list, schema } from '../../../src/plugin';
import { startHost, type Host, type ResourceInstance } from '../../../src/plugin/testing';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';

let fixture: Fixture;
let host: Host;
let thing: ResourceInstance;

beforeEach(async () => {
  fixture = createFixture();
  host = await startHost(fixture.provider);
  thing = host.resource('fixture_thing');
});

test('creating plans defaults, and unknown for what the provider decides', async () => {
  const { action, planned } = await thing.plan({ name: 'a', settings: { mode: 'fast' } });
  expect(action).toBe('create');
  expect(planned).toMatchObject({ name: 'a', size: 1, enabled: false, text: null, password: null });
  expect([planned!['id'], planned!['note'], planned!['status']].every(isUnknown)).toBe(true);
  expect(planned!['settings']).toEqual({ mode: 'fast', level: 3, token: UNKNOWN });
});

test('after an apply the next plan is empty, with everything set', async () => {
  const config = {
    name: 'a',
    ratio: { decimal: '0.1234567890123456789' },
    tags: { team: 'x', 'a.b': '' },
    zones: ['z', 'a', 'z'],
    members: ['b', 'a', 'b'],
    document: '{ "a": 1 }',
    code: 'abc',
    secret: 's',
    password: 'p',
    settings: { mode: 'fast' },
    disks: [{ gb: 1 }, { gb: 2, type: 'ssd' }],
    rules: [{ port: 80 }, { port: 443, protocol: 'udp' }],
    users: { ann: { role: 'admin' }, '': { role: 'x' } },
    step: [{ run: 'one', env: [{ key: 'k' }] }, { run: 'two' }],
    label: [{ text: 'l' }],
    window: { from: 1 },
    limits: { cpu: 2 },
    quota: { disk: { most: 5 } },
  };
  await thing.apply(config);
  expect(await thing.plan(config)).toMatchObject({ action: 'no-op' });
  expect((await thing.apply(config)).action).toBe('no-op');
  expect(thing.state).toMatchObject({ id: 'thing-1', document: '{ "a": 1 }', code: 'abc', password: null });
});

test('changing one attribute makes only volatile computed values unknown', async () => {
  await thing.apply({ name: 'a', rules: [{ port: 80 }] });
  const { action, planned } = await thing.plan({ name: 'b', rules: [{ port: 80 }] });
  expect(action).toBe('update');
  expect(planned).toMatchObject({ id: 'thing-1', name: 'b', status: { phase: 'ready', since: 7 } });
  expect(planned!['rules']).toEqual(thing.state!['rules']);
  expect(isUnknown(planned!['revision'])).toBe(true);
});

test('a new element of a set has computed values of its own, the others keep theirs', async () => {
  await thing.apply({ name: 'a', rules: [{ port: 80 }] });
  const { planned } = await thing.plan({ name: 'a', rules: [{ port: 22 }, { port: 80 }] });
  const rules = planned!['rules'] as { port: number; rule_id: unknown }[];
  expect(isUnknown(rules.find(({ port }) => port === 22)!.rule_id)).toBe(true);
  expect(rules.find(({ port }) => port === 80)!.rule_id).toBe('rule_id-of-thing-1-0');
});

test('an attribute that requires replacement says so, also inside a list and when its new value is unknown', async () => {
  await thing.apply({ name: 'a', region: 'eu', disks: [{ gb: 1, type: 'hdd' }] });
  expect(await thing.plan({ name: 'a', region: 'us', disks: [{ gb: 1, type: 'ssd' }] })).toMatchObject({
    action: 'replace',
    requiresReplace: ['disks.0.type', 'region'],
  });
  expect(await thing.plan({ name: 'a', region: UNKNOWN, disks: [{ gb: 1, type: 'hdd' }] })).toMatchObject({
    action: 'replace',
    requiresReplace: ['region'],
  });
});

test('replacement may depend on the change', async () => {
  await thing.apply({ name: 'a', grow_only: 5 });
  expect((await thing.plan({ name: 'a', grow_only: 6 })).action).toBe('update');
  expect((await thing.plan({ name: 'a', grow_only: 4 })).action).toBe('replace');
  expect((await thing.plan({ name: 'a' })).action).toBe('replace');
});

test('a replacement destroys and creates, and the object gets a new identity', async () => {
  await thing.apply({ name: 'a', region: 'eu' });
  await thing.apply({ name: 'a', region: 'us' });
  expect(thing.state).toMatchObject({ id: 'thing-2', region: 'us', revision: 1 });
  expect(fixture.calls.filter((call) => !call.startsWith('read'))).toEqual([
    'create thing-1',
    'delete thing-1',
    'create thing-2',
  ]);
});

test('a semantically equal value is no change and keeps the prior value', async () => {
  await thing.apply({ name: 'a', document: '{"a": 1}', code: 'abc' });
  expect((await thing.plan({ name: 'a', document: '{ "a" : 1 }', code: 'ABC' })).action).toBe('no-op');
  const { planned } = await thing.plan({ name: 'b', document: '{ "a" : 1 }', code: 'xyz' });
  expect(planned).toMatchObject({ document: '{"a": 1}', code: 'xyz' });
});

test('taking an optional and computed value out of the configuration keeps it, an optional one becomes null', async () => {
  await thing.apply({ name: 'a', note: 'mine', text: 'x' });
  expect((await thing.plan({ name: 'a', text: 'x' })).action).toBe('no-op');
  expect((await thing.plan({ name: 'a', note: 'mine' })).planned).toMatchObject({ text: null, note: 'mine' });
});

test('a default comes back when the value is taken out', async () => {
  await thing.apply({ name: 'a', size: 9, enabled: true });
  expect(await thing.plan({ name: 'a' })).toMatchObject({ action: 'update', planned: { size: 1, enabled: false } });
});

test('a changed write-only value alone is no change; its version is', async () => {
  await thing.apply({ name: 'a', password: 'one', password_version: 1 });
  expect((await thing.plan({ name: 'a', password: 'two', password_version: 1 })).action).toBe('no-op');
  await thing.apply({ name: 'a', password: 'two', password_version: 2 });
  expect(fixture.passwords).toEqual(['one', 'two']);
  expect(JSON.stringify(thing.state)).not.toContain('two');
});

test('unknown values in the configuration stay unknown in the plan, and may turn out as they were', async () => {
  await thing.apply({ name: 'a', tags: { team: 'x' }, zones: ['a'] });
  const { planned } = await thing.plan({ name: UNKNOWN, tags: { team: UNKNOWN }, zones: UNKNOWN, step: UNKNOWN });
  expect(planned).toMatchObject({ name: UNKNOWN, tags: { team: UNKNOWN }, zones: UNKNOWN, step: UNKNOWN });
});

test('planning twice gives the same bytes', async () => {
  await thing.apply({ name: 'a' });
  const plans = await Promise.all([
    thing.plan({ name: 'b', tags: { b: '1', a: '2' } }),
    thing.plan({ tags: { a: '2', b: '1' }, name: 'b' }),
  ]);
  expect(plans[0]).toEqual(plans[1]);
});

test('modifyPlan may set computed values, ask for replacement, warn and refuse', async () => {
  fixture.override.modifyPlan = ({ plan, prior, replace, diags, action }) => {
    if (plan === null || action === 'delete') return;
    plan.note = `note for ${String(plan.name)}`;
    if (prior !== null && plan.text === 'other') replace(['text']);
    if (plan.text === 'bad') diags.error('No', 'This is refused.', ['text']);
  };
  await thing.apply({ name: 'a' });
  expect(thing.state).toMatchObject({ note: 'note for a' });
  expect(await thing.plan({ name: 'a', text: 'other' })).toMatchObject({
    action: 'replace',
    requiresReplace: ['text'],
  });
  await expect(thing.plan({ name: 'a', text: 'bad' })).rejects.toMatchObject({
    diagnostics: [{ severity: 'error', summary: 'No', detail: 'This is refused.', path: ['text'] }],
  });
});

test('modifyPlan sees a deletion and can refuse it', async () => {
  await thing.apply({ name: 'a' });
  fixture.override.modifyPlan = ({ action, prior }) => {
    if (action === 'delete') throw new DiagError('Protected', `"${String(prior?.name)}" is protected.`);
  };
  await expect(thing.destroy()).rejects.toThrow('Protected: "a" is protected.');
  expect(fixture.things.size).toBe(1);
});

test('what modifyPlan does to its plan leaves the prior state and the defaults alone', async () => {
  await thing.apply({ name: 'a', document: '{}', disks: [{ gb: 1 }] });
  const before = structuredClone(thing.state);
  fixture.override.modifyPlan = ({ plan }) => {
    for (const disk of (plan?.disks as { gb: number }[] | null) ?? []) disk.gb = 99;
  };
  await expect(thing.plan({ name: 'a', document: '{}', disks: [{ gb: 1 }] })).rejects.toThrow('configured as 1');
  expect(thing.state).toEqual(before);
});

test('a default is the same for every plan, even if modifyPlan mutates one plan', async () => {
  const note = fixture.provider.resources!['fixture_note']!;
  const listed = {
    ...note,
    schema: schema({ attributes: { zones: list('string', { mode: 'optional+computed', default: ['a'] }) } }),
    modifyPlan: ({ plan }: { plan: Record<string, unknown> | null }) => void (plan?.['zones'] as string[]).push('b'),
  };
  const other = await startHost({ ...fixture.provider, resources: { fixture_note: listed } });
  const zones = async (): Promise<unknown> => (await other.resource('fixture_note').plan({})).planned!['zones'];
  expect([await zones(), await zones()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
