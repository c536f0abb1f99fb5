import { importBlockToPaste, movedBlockToPaste } from '../../../src/provider/messages/hcl-blocks';
import { role, roleBinding } from '../../../src/model/kinds';

test('an import block names the type and the uid, and is followed by the call for constructs', () => {
  expect(importBlockToPaste(roleBinding, 'a/b')).toMatch(
    /^import \{\n {2}to *= platform_role_binding\.ADDRESS\n {2}id *= "a\/b"\n\}\n\nWith constructs, if the role binding is x: /,
  );
});

test('a uid from the service cannot end its text or begin an expression', () => {
  const block = importBlockToPaste(role, 'a"\n}\nresource "x" "${evil}"');
  const [hcl = ''] = block.split('\n\n');
  expect(hcl.split('\n')).toHaveLength(4);
  expect(hcl).toContain('$${evil}');
});

test('a moved block names both addresses of the same type', () => {
  expect(movedBlockToPaste(role)).toMatch(
    /^moved \{\n {2}from *= platform_role\.FORMER_ADDRESS\n {2}to *= platform_role\.ADDRESS\n\}/,
  );
});
