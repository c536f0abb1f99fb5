/** Exporting a key object of a generated pair as a JWK can hang the process: a pair is generated in its encodings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');

const sources = ['src', 'constructs', 'test', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.[cm]?ts$/.test(file) && !/node_modules|cdktf\.out/.test(file))
    .map((file) => join(folder, file)),
);

test('every call of generateKeyPair asks for both encodings', () => {
  const without = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return (
      text.includes('generateKeyPair') && callsWithoutEncodings(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
    );
  });
  expect(without).toEqual([]);
});

test('a call without an encoding is found', () => {
  const call = (options: string) =>
    callsWithoutEncodings(
      ts.createSourceFile('x.ts', `crypto.generateKeyPairSync('ed25519', ${options})`, ts.ScriptTarget.Latest),
    );
  expect(call("{ publicKeyEncoding: { format: 'jwk' } }")).toBe(true);
  expect(call("{ publicKeyEncoding: { format: 'jwk' }, privateKeyEncoding: { format: 'jwk' } }")).toBe(false);
});

function callsWithoutEncodings(source: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && lacksEncodings(node, source)) || (ts.forEachChild(node, visit) ?? false);
  return visit(source);
}

function lacksEncodings(call: ts.CallExpression, source: ts.SourceFile): boolean {
  const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
  if (!ts.isIdentifier(callee) || !/^generateKeyPair/.test(callee.text)) return false;
  const options = call.getText(source);
  return !['publicKeyEncoding', 'privateKeyEncoding'].every((name) => options.includes(name));
}
