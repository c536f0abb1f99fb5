/** Formats the results of assertions: text for people, JSON, and JUnit XML for CI systems. */
import { sourceLineText } from '../../model/stack';
import { visible } from '../../base/text/visible';
import { counted } from '../../base/text/words';
import type { ReviewedAssertion } from '../report/review-result';
import { createPlainSentence, type Sentence } from './sentences/marked-names';

/** An assertion with its file and line. */
export interface AssertionTest extends ReviewedAssertion {
  readonly file: string;
  readonly line: number;
}

export interface AssertionFormatOptions {
  /** Paths of the groups, identities and roles of the organization. In reasons, they are in quotes. @default those of the results */
  readonly paths?: readonly string[];
}

const VERSION = 1;

const MARKS = { pass: 'ok', fail: 'FAIL', inconclusive: 'INCONCLUSIVE' } as const;

/** Returns one line for each passed assertion. Others also have the file and line, the reason and the chain. */
export function formatAssertionsText(tests: readonly AssertionTest[], options: AssertionFormatOptions = {}): string {
  const sentence = createSentence(tests, options);
  const lines = tests.flatMap((test) => {
    const { name, result, file, line } = test;
    if (result === 'pass') return [`${MARKS[result]}  ${visible(name)}`];
    return [
      `${MARKS[result]}  ${visible(name)}`,
      `    ${visible(file)}:${line}`,
      ...getDetails(test, sentence).map((text) => `    ${visible(text)}`),
    ];
  });
  return `${[...lines, '', summary(tests)].join('\n')}\n`;
}

/** Returns the results as JSON. */
export function formatAssertionsJson(tests: readonly AssertionTest[]): string {
  return `${JSON.stringify({ version: VERSION, tests }, undefined, 2)}\n`;
}

/** Returns JUnit XML: a failed assertion is a `failure`, an inconclusive one an `error`. */
export function formatAssertionsJunit(tests: readonly AssertionTest[], options: AssertionFormatOptions = {}): string {
  const sentence = createSentence(tests, options);
  const counts = `tests="${tests.length}" failures="${count(tests, 'fail')}" errors="${count(tests, 'inconclusive')}"`;
  const cases = tests.map((test) => {
    const { name, result, file, line } = test;
    const start = `    <testcase classname="${xml(file)}" name="${xml(name)}" file="${xml(file)}" line="${line}"`;
    if (result === 'pass') return `${start}/>`;
    const element = result === 'fail' ? 'failure' : 'error';
    const text = [`${file}:${line}`, ...getDetails(test, sentence)].map(xml).join('\n');
    return `${start}>\n      <${element} message="${xml(sentence(test.reason))}">${text}</${element}>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="platform-iac access test" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function createSentence(tests: readonly AssertionTest[], { paths = [] }: AssertionFormatOptions): Sentence {
  const results = tests.map(({ identity, group }) => ({ identity, group }));
  return createPlainSentence({ others: [results, paths.map((path) => ({ path }))] });
}

function xml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function count(tests: readonly AssertionTest[], result: AssertionTest['result']): number {
  return tests.filter((test) => test.result === result).length;
}

function getDetails({ reason, chain, address, plan, source }: AssertionTest, sentence: Sentence): string[] {
  const at = source === undefined ? '' : ` at ${sourceLineText(source)}`;
  return [
    sentence(reason),
    ...(chain === undefined ? [] : [sentence(`by ${chain}`)]),
    ...(address === undefined ? [] : [`${address} (${plan ?? ''})${at}`]),
  ];
}

function summary(tests: readonly AssertionTest[]): string {
  return `${counted(tests.length, 'assertion')}: ${count(tests, 'pass')} passed, ${count(tests, 'fail')} failed, ${count(tests, 'inconclusive')} inconclusive.`;
}
