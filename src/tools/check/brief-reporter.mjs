/**
 * A reporter for Jest that prints progress, each failure in full, and at the end the time of each project and of the longest files.
 * Jest's own reporter prints a line for each of several hundred files.
 */
import { relative } from 'node:path';
import { during, isTerminal } from '../progress.mjs';
import { red, say } from '../say.mjs';

const LONGEST = 10;

export default class BriefReporter {
  #files = [];
  #failed = 0;
  #end = () => undefined;
  #shown;

  onRunStart({ numTotalTestSuites }) {
    const state = () => {
      const done = `${this.#files.length} of ${numTotalTestSuites} files`;
      return this.#failed > 0 ? `${done}, ${this.#failed} failed` : done;
    };
    say(`Running ${numTotalTestSuites} test files`);
    this.#shown = during('Tests', () => new Promise((resolve) => (this.#end = resolve)), { state });
  }

  onTestResult({ path, context: { config } }, result) {
    const file = relative(config.rootDir, path);
    const project = config.displayName.name;
    const { numPassingTests, numFailingTests, numPendingTests, perfStats, failureMessage } = result;
    const tests = numPassingTests + numFailingTests + numPendingTests;
    this.#files.push({ file, project, tests, seconds: (perfStats.end - perfStats.start) / 1000 });
    if (!failureMessage) return;
    this.#failed++;
    const printed = (result.console ?? []).map(({ message }) => message);
    say(
      [`${isTerminal ? '\r\u001b[2K' : '\n'}${red('FAIL')} ${project} ${file}`, ...printed, failureMessage].join('\n'),
    );
  }

  async onRunComplete() {
    this.#end();
    await this.#shown;
    say('\nProject      Files   Tests   Seconds, all files');
    for (const name of new Set(this.#files.map(({ project }) => project)))
      say(
        row(
          name,
          this.#files.filter(({ project }) => project === name),
        ),
      );
    say('\nLongest files');
    const longest = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, LONGEST);
    for (const { file, seconds } of longest) say(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}

function row(project, files) {
  const sum = (property) => files.reduce((total, file) => total + file[property], 0);
  const cells = [
    String(files.length).padStart(5),
    String(sum('tests')).padStart(7),
    sum('seconds').toFixed(1).padStart(8),
  ];
  return `${project.padEnd(12)} ${cells.join(' ')}`;
}
