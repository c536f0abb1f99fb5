// @slow
/** Most objects of a run do not change: the provider returns them in the same bytes that it received. */
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { isWhollyKnown } from '../../../src/plugin/values/types';
import { type Connection, startHost } from '../../../src/plugin/testing';
import { encodeObject } from '../../../src/plugin/server/call';
import { impliedType, type Schema } from '../../../src/plugin/schema/schema';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import { valuesEqual } from '../../../src/plugin/values/normal-form';
import type { Values } from '../../../src/plugin';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';
import { arbitraryType, arbitraryValue } from '../support/arbitrary-values';

let fixture: Fixture;
let connection: Connection;
let schema: Schema;
/** An object as the service has it, its state, and that in bytes that no encoder of ours would write. */
let stored: { readonly state: Values; readonly bytes: { readonly msgpack: Uint8Array } };

beforeEach(async () => {
  fixture = createFixture();
  const host = await startHost(fixture.provider);
  connection = host.connection;
  schema = fixture.provider.resources!['fixture_thing']!.schema;
  const thing = host.resource('fixture_thing');
  await thing.apply({ name: 'a', tags: { b: '1', a: '2' }, members: ['x', 'y'], disks: [{ gb: 1 }] });
  const state = thing.state!;
  const backwards = Object.fromEntries(Object.entries(state).reverse());
  stored = { state, bytes: { msgpack: encode(backwards) } };
  expect(decodeValue(stored.bytes.msgpack, impliedType(schema))).toEqual(state);
  expect(stored.bytes.msgpack).not.toEqual(encodeValue(state, impliedType(schema)));
});

const decoded = (bytes: { readonly msgpack: Uint8Array } | undefined): unknown =>
  decodeValue(bytes!.msgpack, impliedType(schema));

test('an object that is as it was is read in the bytes of its state', async () => {
  const read = await connection.call('ReadResource', { typeName: 'fixture_thing', currentState: stored.bytes });
  expect(read.newState!.msgpack).toEqual(stored.bytes.msgpack);
});

test('a changed object is read with its current values', async () => {
  const read = async () =>
    decoded(
      (await connection.call('ReadResource', { typeName: 'fixture_thing', currentState: stored.bytes })).newState,
    );
  const [id] = fixture.things.keys();
  fixture.things.set(id!, { ...fixture.things.get(id!), tags: { b: '1', a: '3' } });
  expect(await read()).toEqual({ ...stored.state, tags: { b: '1', a: '3' } });
  fixture.things.clear();
  expect(await read()).toBeNull();
});

const config = (changes: Values = {}) => {
  const { attributes } = schema;
  const written = Object.entries({ ...stored.state, ...changes }).map(([name, value]) => [
    name,
    attributes[name]?.mode === 'computed' ? null : value,
  ]);
  return { msgpack: encodeValue(Object.fromEntries(written), impliedType(schema)) };
};

test('a plan without changes is the prior state, in its bytes', async () => {
  const request = {
    typeName: 'fixture_thing',
    priorState: stored.bytes,
    proposedNewState: stored.bytes,
    config: config(),
  };
  const plan = await connection.call('PlanResourceChange', request);
  expect(plan.diagnostics).toEqual([]);
  expect(plan.plannedState!.msgpack).toEqual(stored.bytes.msgpack);
});

test('a plan with a change is what is planned, also where only modifyPlan makes it', async () => {
  const changed = { ...stored.state, text: 'new' };
  const proposedNewState = { msgpack: encodeValue(changed, impliedType(schema)) };
  const request = {
    typeName: 'fixture_thing',
    priorState: stored.bytes,
    proposedNewState,
    config: config({ text: 'new' }),
  };
  expect(decoded((await connection.call('PlanResourceChange', request)).plannedState)).toMatchObject({ text: 'new' });
  fixture.override.modifyPlan = ({ plan }) => {
    if (plan !== null) plan.note = 'another';
  };
  const same = { ...request, proposedNewState: stored.bytes, config: config() };
  expect(decoded((await connection.call('PlanResourceChange', same)).plannedState)).toEqual({
    ...stored.state,
    note: 'another',
  });
});

test('modifyPlan learns whether anything changes', async () => {
  const told: boolean[] = [];
  fixture.override.modifyPlan = ({ isUnchanged }) => void told.push(isUnchanged);
  const request = {
    typeName: 'fixture_thing',
    priorState: stored.bytes,
    proposedNewState: stored.bytes,
    config: config(),
  };
  await connection.call('PlanResourceChange', request);
  const proposedNewState = { msgpack: encodeValue({ ...stored.state, text: 'new' }, impliedType(schema)) };
  await connection.call('PlanResourceChange', { ...request, proposedNewState, config: config({ text: 'new' }) });
  await connection.call('PlanResourceChange', { typeName: 'fixture_thing', proposedNewState, config: config() });
  await connection.call('PlanResourceChange', { typeName: 'fixture_thing', priorState: stored.bytes });
  expect(told).toEqual([true, false, false, false]);
});

test('after any earlier calls, the bytes represent the returned object', () => {
  let asSent = 0;
  const known = arbitraryType.chain((type) =>
    fc.tuple(
      fc.constant(type),
      ...[0, 1].map(() =>
        arbitraryValue(['object', { value: type }]).filter((one) => one !== null && isWhollyKnown(one)),
      ),
    ),
  );
  fc.assert(
    fc.property(known, fc.boolean(), ([attribute, one, other], isSame) => {
      const of: Schema = { attributes: { value: { type: attribute, mode: 'optional' } } };
      const type = impliedType(of);
      const before = (isSame ? one : other) as Values;
      const bytes = { msgpack: encodeValue(before, type), json: new Uint8Array() };
      const told = encodeObject(one as Values, of, { object: before, bytes });
      asSent += told === bytes ? 1 : 0;
      if (!valuesEqual(decodeValue(told.msgpack, type), one, type)) throw new Error('another object');
    }),
    { numRuns: 2_000 },
  );
  expect(asSent).toBeGreaterThan(500);
});

test('what came as JSON goes back as MessagePack', () => {
  const of: Schema = { attributes: { name: { type: 'string', mode: 'optional' } } };
  const bytes = { msgpack: new Uint8Array(), json: Buffer.from('{"name":"a"}') };
  const told = encodeObject({ name: 'a' }, of, { object: { name: 'a' }, bytes });
  expect(decodeValue(told.msgpack, impliedType(of))).toEqual({ name: 'a' });
});
