/** Finds loops that spend no step of a budget: each of them could run for an unlimited time. */
import ts from 'typescript';

const METHODS = new Set([
  ...['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'from', 'map'],
  ...['reduce', 'reduceRight', 'replace', 'replaceAll', 'some', 'sort', 'toSorted'],
]);

/** The name of mintings: their `find` is a query, which spends steps. */
const MINTING = 'of';

/** The names of budgets. To pass one on is a step: the callee spends it. */
const BUDGETS = new Set(['budget', 'query', 'whole', 'FIXED']);

/** A reason next to a loop that needs no step. */
const REASON = /\/\/ Bounded: \w+|\* Bounded: \w+/;

/** Returns the lines of loops without a step and without a reason, as `line: text`. */
export function loopsWithoutStep(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, enclosing: ts.Node): void => {
    if (isLoop(node) && !spends(bodyOf(node)) && !hasReason(node, text)) found.push(lineOf(node, source));
    if (isMethodLoop(node) && !spends(enclosing) && !hasReason(node, text)) found.push(lineOf(node, source));
    ts.forEachChild(node, (child) => visit(child, isNamedFunction(child) ? child : enclosing));
  };
  visit(source, source);
  return found;
}

function isLoop(node: ts.Node): node is ts.IterationStatement {
  return ts.isIterationStatement(node, false);
}

/** Returns true if the node calls a function for each element. */
function isMethodLoop(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    METHODS.has(node.expression.name.text) &&
    node.expression.expression.getText() !== MINTING &&
    node.arguments.some((argument) => !ts.isLiteralExpression(argument))
  );
}

/** A callback belongs to the function that passes it. */
function isNamedFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  return ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent);
}

function bodyOf(loop: ts.IterationStatement): ts.Node {
  return loop.statement;
}

/** Returns true if a budget is spent or passed on within the node. */
function spends(node: ts.Node): boolean {
  const isBudget = (each: ts.Node): boolean =>
    (ts.isIdentifier(each) && BUDGETS.has(each.text)) ||
    (ts.isPropertyAccessExpression(each) && BUDGETS.has(each.name.text));
  let isSpent = false;
  const visit = (each: ts.Node): void => {
    if (ts.isCallExpression(each)) {
      const { expression: callee, arguments: given } = each;
      isSpent ||= ts.isPropertyAccessExpression(callee) && callee.name.text === 'spend' && isBudget(callee.expression);
      isSpent ||= given.some(isBudget);
    }
    if (ts.isPropertyAssignment(each) && isBudget(each.name)) isSpent = true;
    if (ts.isShorthandPropertyAssignment(each) && isBudget(each.name)) isSpent = true;
    ts.forEachChild(each, visit);
  };
  visit(node);
  return isSpent;
}

function hasReason(node: ts.Node, text: string): boolean {
  const start = text.lastIndexOf('\n', text.lastIndexOf('\n', node.getStart()) - 1) + 1;
  const end = text.indexOf('\n', node.getEnd());
  return REASON.test(text.slice(start, end < 0 ? text.length : end));
}

function lineOf(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}: ${node.getText().split('\n', 1)[0]?.slice(0, 90) ?? ''}`;
}
