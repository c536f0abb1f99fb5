import {
  eachImportBlock,
  importBlock,
  importFromCall,
  movedBlock,
  removedBlock,
  wasAtCall,
} from '../../../src/base/text/state-blocks';

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
    const ids = new Map([
      ['a', 'acme/1'],
      ['"b" ${x}', 'acme/2'],
    ]);
    expect(eachImportBlock('platform_group.team', ids)).toBe(
      `import {
  for_each = {
    a             = "acme/1"
    "\\"b\\" $\${x}" = "acme/2"
  }

  to = platform_group.team[each.key]
  id = each.value
}`,
    );
    expect(wasAtCall('x', 'platform_group.a["x"]')).toBe(`x.wasAt('platform_group.a["x"]')`);
    expect(importFromCall('x', 'acme')).toBe(`x.importFrom('acme')`);
  });
});
