import { closedObject } from '../../../src/emulator/wire/documentation';

test('a closed object requires its first properties, allows the others, and nothing else', () => {
  expect(closedObject({ uid: { type: 'string' } }, { name: { type: 'string' } })).toEqual({
    type: 'object',
    properties: { uid: { type: 'string' }, name: { type: 'string' } },
    required: ['uid'],
    additionalProperties: false,
  });
});

test('without required properties the schema has no empty list of them, which JSON Schema draft 4 forbids', () => {
  expect(closedObject({}, { name: {} })).toEqual({
    type: 'object',
    properties: { name: {} },
    additionalProperties: false,
  });
});
