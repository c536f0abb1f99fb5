/** The steps of `npm run check`: each prints its seconds at its end, and a table lists all of them. */
import { isTerminal } from '../progress.mjs';
import { dim, red, Refusal, say } from '../say.mjs';

/**
 * @returns the recorder of one run. It prints the message of a step that throws a Refusal, counts the step as failed,
 * and continues.
 */
export function createSteps() {
  const started = performance.now();
  const finished = [];

  /** Runs one step. Resolves to its result, or to undefined if the step has failed. */
  async function record(title, work) {
    const start = performance.now();
    const end = (failed) => {
      const seconds = (performance.now() - start) / 1000;
      finished.push({ title, seconds, failed });
      const result = `${seconds.toFixed(1)} s`;
      say(`${isTerminal ? '\r\u001b[2K' : ''}${title} … ${failed ? red(`failed after ${result}`) : dim(result)}`);
    };
    try {
      const result = await work();
      end(false);
      return result;
    } catch (error) {
      end(true);
      if (!(error instanceof Refusal)) throw error;
      say(error.message);
      return undefined;
    }
  }

  return {
    record,
    hasFailed: () => finished.some(({ failed }) => failed),

    /** Runs the steps of each lane in sequence, and the lanes in parallel. `lanes` contains lists of [title, work]. */
    async inLanes(lanes) {
      const runLane = async (lane) => {
        for (const [title, work] of lane) await record(title, work);
      };
      await Promise.all(lanes.map(runLane));
    },

    /** The seconds of each step, and of the whole run. */
    table() {
      const total = { title: 'Total', seconds: (performance.now() - started) / 1000, failed: false };
      const rows = [...finished, total];
      const width = Math.max(...rows.map(({ title }) => title.length));
      return rows
        .map(({ title, seconds, failed }) => {
          const result = `${title.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`;
          return failed ? red(`${result}  failed`) : result;
        })
        .join('\n');
    },
  };
}
