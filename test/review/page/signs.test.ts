/** The HTML of signs, severities and links: each has a word or a sign in addition to its color. */
import { CHANGE_STATUSES, CHANGE_TEXTS } from '../../../src/review/words/change-texts';
import { declareTextDocument, toHtml } from './text-document';

type Create = (...values: readonly unknown[]) => unknown;
declareTextDocument();
// oxlint-disable-next-line typescript/no-require-imports -- the types of the folder need a browser
const signs = require('../../../src/review/page/signs') as Readonly<Record<string, Create>>;
// oxlint-disable-next-line typescript/no-require-imports -- the types of the folder need a browser
const { answerView } = require('../../../src/review/page/answer-view') as { answerView: Create };
const create = (name: string, ...values: readonly unknown[]) => toHtml(signs[name]?.(...values));

const sign = (tone: string, text: string, word: string) =>
  `<span class="sign ${tone}" title="${word}"><span aria-hidden="true">${text}</span><span class="hidden">${word}</span></span>`;

test.each(CHANGE_STATUSES)('an object that is %s has a sign in its color, and a word for screen readers', (kind) => {
  const { sign: text, tone, word } = CHANGE_TEXTS[kind];
  expect(create('statusSign', kind)).toBe(sign(tone, text, word));
  expect(create('statusWords', kind)).toBe(word);
});

test('an unchanged object has the space of a sign', () => {
  expect([create('statusSign', 'kept'), create('statusWords', 'kept')]).toEqual(['<span class="sign"></span>', '']);
});

test.each([
  ['+', sign('added', '+', 'added')],
  ['-', sign('removed', '-', 'removed')],
  ['~', sign('changed', '~', 'changed')],
  ['', '<span class="sign"><span class="hidden">the same</span></span>'],
])('a row with the sign %j', (text, html) => {
  expect(create('changeSign', text)).toBe(html);
});

test.each([
  ['high', '▲'],
  ['medium', '◆'],
  ['low', '●'],
])('the severity %s has a sign and its word', (severity, text) => {
  expect(create('severityBadge', severity)).toBe(
    `<span class="severity ${severity}"><span aria-hidden="true">${text}</span> ${severity}</span>`,
  );
});

test('a node is a link with its path, else its label, and a path without a node is a name', () => {
  const link = (text: string) => `<a href="#/object/7"><bdi class="name">${text}</bdi></a>`;
  expect(create('nodeLink', { id: 7, path: 'acme', label: 'x' })).toBe(link('acme'));
  expect(create('nodeLink', { id: 7, path: '', label: 'x' })).toBe(link('x'));
  expect(create('nodeLink', { id: 7, path: 'acme', label: 'x' }, 'y')).toBe(link('y'));
  expect(create('pathLink', { id: 7, path: 'acme', label: 'x' }, 'z')).toBe(link('z'));
  expect(create('pathLink', undefined, 'z')).toBe('<bdi class="name">z</bdi>');
});

const line = { file: 'a/main.ts', line: 3 };
const called = { ...line, caller: { file: 'b.ts', line: 4 } };
const code = (text: string) => `<code>${text}</code>`;
test.each<[string, object, string | undefined, string | undefined]>([
  ['nothing', {}, undefined, undefined],
  ['an address', { address: 'x' }, code('x'), 'x'],
  ['an address in a plan', { address: 'x', plan: 'p' }, `${code('x')} in <bdi class="name">p</bdi>`, 'x · p'],
  ['a construct', { construct: 'c' }, `construct ${code('c')}`, 'c'],
  ['a line', { source: line }, code('a/<wbr></wbr>main.ts:3'), 'a/main.ts:3'],
  [
    'a line and its caller',
    { construct: 'c', source: called },
    `construct ${code('c')} · ${code('b.ts:4')} via ${code('a/<wbr></wbr>main.ts:3')}`,
    'c · b.ts:4 via a/main.ts:3',
  ],
])('a declaration with %s', (_, declared, html, text) => {
  expect(create('declarationLine', declared)).toBe(html === undefined ? 'false' : `<p class="declared">${html}</p>`);
  expect(create('declarationTitle', declared)).toBe(String(text));
});

test('a short line has the name of its file, and its folder for a mouse', () => {
  expect(create('renderShortLine', line)).toBe('<code title="a/main.ts:3">main.ts:3</code>');
});

test.each([
  [0, '0 groups'],
  [1, '1 group'],
  [1234, '1,234 groups'],
])('%d is counted as %s', (count, text) => {
  expect(create('countText', count, 'group')).toBe(text);
});

test('a noun can have a plural of its own', () => {
  expect([create('countText', 1, 'person', 'people'), create('countText', 2, 'person', 'people')]).toEqual([
    '1 person',
    '2 people',
  ]);
});

test.each(['Who', 'Where', 'What', 'Whether'])('an empty answer about %s names its limit', (about) => {
  const html = toHtml(
    answerView({ sides: [{ title: 'now' }] }, { about, rows: [], unknown: 0, obtainable: [] }, 'question'),
  );
  expect(html).toContain('. Access outside of the sources of this page is not shown.');
});
