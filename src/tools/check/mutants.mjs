/** Finds the mutants of a source: copies with one small mistake each. */
import ts from 'typescript';

/** @typedef {{ file: string, line: number, what: string, text: string }} Mutant `text` is the whole source with the mistake */

/** @type {Readonly<Record<string, readonly string[]>>} */
const OPERATORS = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '&&': ['||'],
  '||': ['&&'],
};

/** Calls that are replaced by their object, or by another method. */
const METHODS = { filter: undefined, sort: undefined, slice: undefined, trim: undefined, some: 'every', every: 'some' };

/**
 * Returns the mutants of a source, in the order of the text.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Mutant[]}
 */
export function createMutants(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @type {(node: ts.Node, replacement: string, what?: string) => void} */
  const replace = (node, replacement, what = replacement) => {
    const [start, end] = [node.getStart(tree), node.getEnd()];
    const before = source.slice(start, end).replace(/\s+/g, ' ').slice(0, 70);
    mutants.push({
      file,
      line: tree.getLineAndCharacterOfPosition(start).line + 1,
      what: `${before} → ${what.replace(/\s+/g, ' ').slice(0, 70)}`,
      text: source.slice(0, start) + replacement + source.slice(end),
    });
  };
  /** Removes an element of a list with its comma. @type {(nodes: ts.NodeArray<ts.Node>) => void} */
  const removeEach = (nodes) => {
    for (const node of nodes) {
      const rest = nodes.filter((other) => other !== node).map((other) => other.getText(tree));
      const [start, end] = [nodes.pos, nodes.end];
      mutants.push({
        file,
        line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
        what: `${node.getText(tree).replace(/\s+/g, ' ').slice(0, 70)} → (removed)`,
        text: `${source.slice(0, start)}${rest.join(', ')}${source.slice(end)}`,
      });
    }
  };
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    mutate(node);
    ts.forEachChild(node, visit);
  };
  /** @type {(node: ts.Node) => void} */
  const mutate = (node) => {
    const text = node.getText(tree);
    const isRemovable =
      ts.isExpressionStatement(node) ||
      (ts.isIfStatement(node) && node.elseStatement === undefined) ||
      (ts.isReturnStatement(node) && (node.expression?.getText(tree) ?? 'undefined') !== 'undefined') ||
      [ts.SyntaxKind.ContinueStatement, ts.SyntaxKind.BreakStatement, ts.SyntaxKind.ThrowStatement].includes(node.kind);
    if (isRemovable) replace(node, ';', '(removed)');
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
    else if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isForStatement(node) && node.condition !== undefined) negate(node.condition);
    else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(tree);
      for (const other of OPERATORS[operator] ?? []) replace(node.operatorToken, other, `${other} in ${text}`);
      const isLogical = ['&&', '||', '??'].includes(operator);
      for (const side of isLogical ? [node.left, node.right] : []) replace(node, `(${side.getText(tree)})`);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText(tree));
    else if (ts.isNumericLiteral(node)) replace(node, String(Number(node.text.replaceAll('_', '')) + 1));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    else if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent))
      replace(node, node.text === '' ? "'mutant'" : "''");
    else if (ts.isStringLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.initializer === node)
      replace(node, node.text === '' ? "'mutant'" : "''");
    else if (ts.isRegularExpressionLiteral(node)) {
      if (text.startsWith('/^')) replace(node, `/${text.slice(2)}`);
      if (/\$\/[a-z]*$/.test(text)) replace(node, text.replace(/\$(\/[a-z]*)$/, '$1'));
    } else if (ts.isArrayLiteralExpression(node)) removeEach(node.elements);
    else if (ts.isObjectLiteralExpression(node)) removeEach(node.properties);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (!Object.hasOwn(METHODS, name.text)) return;
      const other = METHODS[/** @type {keyof typeof METHODS} */ (name.text)];
      if (other === undefined) replace(node, expression.getText(tree));
      else replace(name, other, `${other} in ${text}`);
    }
  };
  /** @type {(node: ts.Expression) => void} */
  const negate = (node) => replace(node, `!(${node.getText(tree)})`);

  visit(tree);
  return mutants;
}
