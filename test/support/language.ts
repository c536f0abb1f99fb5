import ts from 'typescript';

/** A sentence that breaks a rule of plain language. */
export interface Slip {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

interface Text {
  readonly kind: 'comment' | 'string' | 'summary' | 'heading' | 'prose';
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

/** The slips in a source file: in its strings, comments and test titles. */
export function slipsInSource(file: string, source: string): readonly Slip[] {
  return textsOfSource(file, source).flatMap(slipsOf);
}

/** The slips in a Markdown file. Code blocks are not read. */
export function slipsInMarkdown(source: string): readonly Slip[] {
  return textsOfMarkdown(source).flatMap(slipsOf);
}

function slipsOf({ kind, line, text }: Text): readonly Slip[] {
  const words = withoutQuotations(text);
  const rules = phrases.flatMap(([phrase, plain]) => {
    const found = phrase.exec(words);
    return found === null ? [] : [`"${found[0]}": ${plain}`];
  });
  if (kind === 'comment' && /^(?:What|Whether|Of|Who|How)\b/.test(words)) rules.push('a comment begins with a clause');
  if (kind === 'heading' && /^(?:What|Whether|Of|Who|How|When|Where|Why|Which|If)\b|\?$/.test(words)) {
    rules.push('a heading is a question or half a sentence');
  }
  if (kind === 'string' && sentencesOf(words).some((sentence) => wordsIn(sentence) > MESSAGE_WORDS)) {
    rules.push(`a sentence has more than ${MESSAGE_WORDS} words`);
  }
  if (kind === 'summary' && wordsIn(words) > SUMMARY_WORDS) {
    rules.push(`a diagnostic summary has more than ${SUMMARY_WORDS} words`);
  }
  return rules.map((rule) => ({ line, rule, text }));
}

function textsOfSource(file: string, source: string): readonly Text[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const lineAt = (position: number) => parsed.getLineAndCharacterOfPosition(position).line + 1;
  const texts: Text[] = [];
  const literals: ts.Node[] = [];

  const visit = (node: ts.Node, insideText: boolean): void => {
    if (isLiteral(node)) literals.push(node);
    const text = insideText ? undefined : textOf(node);
    if (text?.includes(' ')) texts.push({ kind: 'string', line: lineAt(node.getStart(parsed)), text });
    const summary = summaryIn(node);
    if (summary !== undefined) texts.push({ kind: 'summary', line: lineAt(node.getStart(parsed)), text: summary });
    ts.forEachChild(node, (child) => {
      visit(child, text !== undefined && !ts.isTemplateSpan(node) && textOf(child) !== undefined);
    });
  };
  visit(parsed, false);

  return [...texts, ...commentsIn(blank(source, literals, parsed), lineAt)];
}

function isLiteral(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateLiteralToken(node);
}

/** Returns the text of a literal, a template, or several of them joined by `+`. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const sides = [textOf(node.left), textOf(node.right)];
  return sides.every((side) => side === undefined) ? undefined : sides.map((side) => side ?? PLACEHOLDER).join('');
}

/** Returns the summary of a diagnostic. An object without details is something else: a route of OpenAPI has one, too. */
function summaryIn(node: ts.Node): string | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const valueOf = (name: string) =>
    node.properties.find(
      (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name,
    );
  const summary = valueOf('summary');
  if (!['severity', 'detail', 'message'].some((name) => valueOf(name) !== undefined)) return undefined;
  return summary !== undefined && ts.isPropertyAssignment(summary) ? textOf(summary.initializer) : undefined;
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

function textsOfMarkdown(source: string): readonly Text[] {
  const prose = source.replaceAll(/^(\s*)(```+|~~~+)[^]*?^\1\2/gm, (block) => block.replaceAll(/[^\n]/g, ''));
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

function withoutQuotations(text: string): string {
  return text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, PLACEHOLDER);
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n/);
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}◦]/u.test(word)).length;
}
