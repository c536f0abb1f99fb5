import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { importBlock, importFromCall, literal, movedBlock, removedBlock, wasAtCall } from '../../src/text/state-blocks';
import { anyCharacter } from '../support/any-text';

describe('the blocks and calls of a move', () => {
  it('name addresses as Terraform does', () => {
    expect(movedBlock('platform_group.a["x"]', 'platform_group.b')).toBe(
      'moved {\n  from = platform_group.a["x"]\n  to   = platform_group.b\n}',
    );
    expect(removedBlock('platform_group.a')).toBe(
      'removed {\n  from = platform_group.a\n  lifecycle {\n    destroy = false\n  }\n}',
    );
    expect(importBlock('platform_group.a', 'acme/${x}"')).toBe(
      'import {\n  to = platform_group.a\n  id = "acme/$${x}\\""\n}',
    );
    expect(wasAtCall('x', 'platform_group.a["x"]')).toBe(`x.wasAt('platform_group.a["x"]')`);
    expect(importFromCall('x', 'acme')).toBe(`x.importFrom('acme')`);
  });

  it('contain any text as one literal', () => {
    fc.assert(
      // The literal is evaluated, as a program that contains it would.
      fc.property(fc.string({ unit: anyCharacter }), (text) => expect(runInNewContext(literal(text))).toBe(text)),
    );
  });
});
