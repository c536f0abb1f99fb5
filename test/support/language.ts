import ts from 'typescript';

/** A sentence that breaks a rule of plain language. */
export interface Slip {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

interface Text {
  readonly kind: 'comment' | 'string' | 'summary' | 'heading' | 'prose' | 'help';
  readonly line: number;
  readonly text: string;
}

const MESSAGE_WORDS = 30;
const SUMMARY_WORDS = 8;
/** Takes the place of `${…}` in a template: one word. */
const PLACEHOLDER = '◦';

/** Phrases that have a plain equivalent, with that equivalent. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:so)?ever\b/i, 'anyone who, users who'],
  [/\bwhatever\b/i, 'any'],
  [/\bwhose \w+(?: \w+)? (?:it|they) (?:is|are|was|were)\b/i, 'the … of'],
  [/\bwhat\b[^.;:]{1,60}\b(?:comes?|came) to\b/i, 'the result of, the effect of'],
  [/\b(?:un)?told\b/i, 'reported'],
  [/\btells? of\b/i, 'reports, shows'],
  [/\bsays that\b/i, 'reports, shows'],
  [/\bst(?:ands?|ood|anding) (?:for|in)\b/i, 'represents, manages, is in'],
  [/\bl(?:ies|ay|ie) in\b/i, 'is in, is stored in'],
  [/\bgo(?:es)? by\b/i, 'is identified by'],
  [/\bt(?:akes?|ook|aken|aking) (?:\S+ ){1,3}for (?:an?|the|what|one|another|granted|something|it)\b/i, 'treats as'],
  [/\b(?:comes?|came) (?:to more|by)\b/i, 'gains, escalates to'],
  [/\banew\b|\bma(?:de|kes?|king) (?:\S+ )?again\b/i, 'recreated'],
  [/\bany ?more\b(?! than)|\bno more\b(?! than)/i, 'no longer'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/\bfor sure\b/i, 'is unknown, cannot be determined'],
  [/\b(?:of|by|in) which\b/i, 'split into two sentences'],
  [/\bas (?:it is|they are)\b/i, 'current, unchanged'],
  [/\b(?:is|are|was|were) (?:not )?there\b|\bthere (?:is|are|was|were) none\b/i, 'exists, not found'],
  [/\bg(?:ives?|ave|iven|iving) up\b/i, 'releases, stops'],
  [/\bin the way\b(?! (?:that|in))/i, 'conflicts, blocks'],
  [/\b(?:by|of) (?:itself|themselves)\b/i, 'automatically, alone'],
  [/\bfor good\b/i, 'permanently'],
  [/\bat once\b/i, 'immediately, together'],
  [/\bbeside\b/i, 'in addition to, next to'],
  [/\bsuch as (?:are|is)\b|\bthe like\b/i, 'for example'],
  [/\b(?:has|have|had|wants?|wanted) it that\b/i, 'requires'],
  [/\bwho(?:m)? (?:applies|apply|applied|asks?|asked)\b/i, 'the applying identity, the caller'],
  [/\b(?:un)?judg(?:e|es|ed|ing)\b/i, 'evaluated, inconclusive'],
  [/\bnot understood\b/i, 'usage error'],
  [/\bdetours?\b|\bways? to (?:the )?rights\b/i, 'privilege escalation paths'],
  [/\brights over rights\b/i, 'permission to change permissions'],
  [/\bspell(?:s|ed|ings?)?\b/i, 'representation, normalized value'],
];

/** The beginning of a clause instead of a sentence. */
const clause = /^(?:What|Whether|Of|Who|Whom|Whose|How|Where|Which|Why)\b/;

/** Functions, classes and methods with a parameter `summary`, and its index. */
export type SummaryParameters = ReadonlyMap<string, number>;

/**
 * Returns the slips in a source file: in its strings, comments and test titles.
 *
 * @param exported the exported functions of other files that take the summary of a diagnostic
 */
export function slipsInSource(file: string, source: string, exported: SummaryParameters = new Map()): readonly Slip[] {
  return textsOfSource(file, source, exported).flatMap(slipsOf);
}

/** Returns the slips in a Markdown file. Ignores code blocks. */
export function slipsInMarkdown(source: string): readonly Slip[] {
  return textsOfMarkdown(source).flatMap(slipsOf);
}

/** Returns the slips in the comments of a shell script or a YAML file. */
export function slipsInHashComments(source: string): readonly Slip[] {
  const comments = source.matchAll(/(?<=^|\s)#(?!!)[^\n]*(?:\n[^\S\n]*#[^\n]*)*/g);
  return [...comments].flatMap(({ 0: comment, index }) => {
    const text = comment.replaceAll(/\s*(?:^|\n\s*)#\s*/g, ' ').trim();
    return slipsOf({ kind: 'comment', line: source.slice(0, index).split('\n').length, text });
  });
}

/** Returns the slips in the output of `--help`. */
export function slipsInHelp(help: string): readonly Slip[] {
  return textsOfHelp(help).flatMap(slipsOf);
}

/** Returns the exported functions, the classes and the methods of a source file that take the summary of a diagnostic. */
export function exportedSummaryParameters(file: string, source: string): SummaryParameters {
  // Most files do not contain the word, and parsing takes most of the time.
  if (!/\bsummary\b/.test(source)) return new Map();
  const parsed = parse(file, source);
  return summaryParametersIn(parsed, (statement) => ts.canHaveModifiers(statement) && isExported(statement));
}

function slipsOf({ kind, line, text }: Text): readonly Slip[] {
  const words = withoutQuotations(text);
  const rules = phrases.flatMap(([phrase, plain]) => {
    const found = phrase.exec(words);
    return found === null ? [] : [`"${found[0]}": ${plain}`];
  });
  if (kind === 'comment' && clause.test(words)) rules.push('a comment begins with a clause');
  if (kind === 'help' && (clause.test(words) || /^[a-z]/.test(words))) {
    rules.push('a text of the help does not begin with a capitalized verb or noun');
  }
  if (kind === 'heading' && /^(?:What|Whether|Of|Who|How|When|Where|Why|Which|If)\b|\?$/.test(words)) {
    rules.push('a heading is a question or half a sentence');
  }
  if (
    (kind === 'string' || kind === 'help') &&
    sentencesOf(words).some((sentence) => wordsIn(sentence) > MESSAGE_WORDS)
  ) {
    rules.push(`a sentence has more than ${MESSAGE_WORDS} words`);
  }
  if (kind === 'summary' && wordsIn(words) > SUMMARY_WORDS) {
    rules.push(`a diagnostic summary has more than ${SUMMARY_WORDS} words`);
  }
  return rules.map((rule) => ({ line, rule, text }));
}

function textsOfSource(file: string, source: string, exported: SummaryParameters): readonly Text[] {
  const parsed = parse(file, source);
  const parameters = new Map([...exported, ...summaryParametersIn(parsed, () => true)]);
  const lineAt = (position: number) => parsed.getLineAndCharacterOfPosition(position).line + 1;
  const texts: Text[] = [];
  const literals: ts.Node[] = [];
  const variables = new Map<string, ts.Expression>();

  const visit = (node: ts.Node, insideText: boolean): void => {
    if (isLiteral(node)) literals.push(node);
    const text = insideText ? undefined : toText(node);
    if (text?.includes(' ')) texts.push({ kind: 'string', line: lineAt(node.getStart(parsed)), text });
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined)
      variables.set(node.name.getText(parsed), node.initializer);
    for (const summary of summariesIn(node, parameters, variables))
      texts.push({ kind: 'summary', line: lineAt(node.getStart(parsed)), text: summary });
    ts.forEachChild(node, (child) => {
      visit(child, text !== undefined && !ts.isTemplateSpan(node) && toText(child) !== undefined);
    });
  };
  visit(parsed, false);

  return [...texts, ...commentsIn(blank(source, literals, parsed), lineAt)];
}

/** Comments are read from the text: the parser need not read those of JSDoc. */
function parse(file: string, source: string): ts.SourceFile {
  return ts.createSourceFile(file, source, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}

function isLiteral(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateLiteralToken(node);
}

/** Returns the text of a literal, a template, or several of them joined by `+`. */
function toText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const sides = [toText(node.left), toText(node.right)];
  return sides.every((side) => side === undefined) ? undefined : sides.map((side) => side ?? PLACEHOLDER).join('');
}

/** Returns the possible summaries of a diagnostic: of an object, or of a call that takes one, also as a variable. */
function summariesIn(
  node: ts.Node,
  parameters: SummaryParameters,
  variables: ReadonlyMap<string, ts.Expression>,
): readonly string[] {
  const given = ts.isObjectLiteralExpression(node) ? summaryOfObject(node) : summaryOfCall(node, parameters);
  const summary = given !== undefined && ts.isIdentifier(given) ? variables.get(given.text) : given;
  return summary === undefined ? [] : alternativesOf(summary);
}

/** Returns the summary of an object. An object without details is something else: a route of OpenAPI has one, too. */
function summaryOfObject(node: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const toValue = (name: string) =>
    node.properties.find(
      (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name,
    );
  const summary = toValue('summary');
  if (!['severity', 'detail', 'message'].some((name) => toValue(name) !== undefined)) return undefined;
  return summary !== undefined && ts.isPropertyAssignment(summary) ? summary.initializer : undefined;
}

function summaryOfCall(node: ts.Node, parameters: SummaryParameters): ts.Expression | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const name = calledName(node.expression);
  const index = name === undefined ? undefined : parameters.get(name);
  return index === undefined ? undefined : node.arguments?.[index];
}

/** Returns the name of a function or class, or `.error` for `diags.error`. Other objects have methods of these names, too. */
function calledName(called: ts.Expression): string | undefined {
  if (ts.isIdentifier(called)) return called.text;
  if (!ts.isPropertyAccessExpression(called)) return undefined;
  const { expression: object, name } = called;
  const holder = ts.isPropertyAccessExpression(object) ? object.name : object;
  return ts.isIdentifier(holder) && /^diag/.test(holder.text) ? `.${name.text}` : undefined;
}

/** Returns the text, or both texts of a condition. */
function alternativesOf(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return alternativesOf(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(alternativesOf);
  return [toText(node) ?? []].flat();
}

function summaryParametersIn(parsed: ts.SourceFile, isRead: (statement: ts.Node) => boolean): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string | undefined, parameters: readonly ts.ParameterDeclaration[]) => {
    const index = parameters.findIndex(({ name: one }) => ts.isIdentifier(one) && one.text === 'summary');
    if (name !== undefined && index >= 0) found.set(name, index);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node)) add(node.name?.text, node.parameters);
    else if (ts.isClassDeclaration(node)) {
      for (const member of node.members)
        if (ts.isConstructorDeclaration(member)) add(node.name?.text, member.parameters);
    } else if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) add(`.${node.name.text}`, node.parameters);
    else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const value = node.initializer;
      if (value !== undefined && ts.isArrowFunction(value)) add(node.name.text, value.parameters);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of parsed.statements) if (isRead(statement)) visit(statement);
  return found;
}

function isExported(statement: ts.HasModifiers): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Replaces literals by spaces, so that `//` in a string is not read as a comment. */
function blank(source: string, literals: readonly ts.Node[], parsed: ts.SourceFile): string {
  let text = '';
  let end = 0;
  for (const literal of literals) {
    const start = literal.getStart(parsed);
    text += source.slice(end, start) + source.slice(start, literal.end).replaceAll(/[^\n]/g, ' ');
    end = literal.end;
  }
  return text + source.slice(end);
}

/** Returns each comment as one text. Successive lines of `//` are one comment. */
function commentsIn(source: string, lineAt: (position: number) => number): readonly Text[] {
  const comments = source.matchAll(/\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[^\S\n]*\/\/[^\n]*)*/g);
  return [...comments].map(({ 0: comment, index }) => ({
    kind: 'comment' as const,
    line: lineAt(index),
    text: comment
      .replaceAll(/^\s*(?:\/\*+|\*\/|\*(?!\/)|\/\/)|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

/** Returns the description of each command, argument and option, without line breaks. */
function textsOfHelp(help: string): readonly Text[] {
  const texts: { readonly line: number; text: string }[] = [];
  let isTerm = false;
  help.split('\n').forEach((line, index) => {
    const [, indent = '', term = '', description = ''] = /^( *)(.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    const last = texts.at(-1);
    if (term === '' && description === '') isTerm = false;
    else if (indent.length === 2) texts.push({ line: index + 1, text: description });
    else if (last !== undefined && (indent.length > 2 || isTerm)) last.text += ` ${term}`;
    else if (!/^\w+:/.test(line)) texts.push({ line: index + 1, text: line });
    isTerm = indent.length === 0 && !/^\w+:/.test(line) && term !== '';
  });
  return texts.filter(({ text }) => text !== '').map((text) => ({ kind: 'help', ...text }));
}

function textsOfMarkdown(source: string): readonly Text[] {
  const prose = source.replaceAll(/^([^\S\n]*)(```+|~~~+)[^]*?^\1\2/gm, withoutText);
  let line = 1;
  return prose.split(/(\n\s*\n|\n(?=\s*(?:[-*+#|>]|\d+\.)\s?))/).flatMap((part): readonly Text[] => {
    const start = line + (/^\s*/.exec(part)?.[0].split('\n').length ?? 1) - 1;
    line += part.split('\n').length - 1;
    const text = part.replaceAll(/\s+/g, ' ').trim();
    if (text === '') return [];
    return text.startsWith('#')
      ? [{ kind: 'heading', line: start, text: text.replace(/^#+ */, '') }]
      : [{ kind: 'prose', line: start, text }];
  });
}

/** Removes a block and keeps its lines. */
function withoutText(block: string): string {
  return block.replaceAll(/[^\n]/g, '');
}

function withoutQuotations(text: string): string {
  return text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, PLACEHOLDER);
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n/);
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}◦]/u.test(word)).length;
}
