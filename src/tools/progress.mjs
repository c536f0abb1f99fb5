/** Shows progress: on a terminal one line that is updated, otherwise plain lines. */
const width = 30;

/** Pause between two lines without a terminal: a person waits at most five seconds for a line. The log of a CI run needs fewer. */
const SILENCE_MS = process.env.CI ? 60_000 : 4000;

/** True if the output is a terminal that can rewrite a line. */
export const isTerminal = process.stdout.isTTY === true && process.env.TERM !== 'dumb';

/**
 * Shows the progress of a download: a bar on a terminal, otherwise a line at each quarter and after each pause.
 *
 * @param {number} total in bytes; 0 if it is unknown
 */
export function progress(what, total, out = process.stderr, silenceMs = SILENCE_MS) {
  let received = 0;
  let shown = -1;
  const megabytes = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MB`;
  const draw = () => {
    const share = total === 0 ? 0 : Math.min(1, received / total);
    if (out.isTTY) {
      const filled = Math.round(share * width);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
      out.write(`\r  ${what} ${bar} ${String(Math.round(share * 100)).padStart(3)}%  ${megabytes(received)}`);
    } else {
      const part = total === 0 ? '' : `${Math.round(share * 100)}% of `;
      out.write(`  ${what} ${part}${megabytes(total || received)}\n`);
    }
  };
  const timer = out.isTTY ? undefined : setInterval(draw, silenceMs);
  return {
    add(bytes) {
      received += bytes;
      const step = total === 0 ? 0 : Math.floor((received / total) * (out.isTTY ? 200 : 4));
      if (step === shown) return;
      shown = step;
      draw();
    },
    end() {
      clearInterval(timer);
      if (out.isTTY) out.write('\n');
    },
  };
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Shows progress and elapsed time while `work` runs: on a terminal in one line, which it removes at the end; elsewhere in a new
 * line every four seconds, or every minute in CI.
 *
 * @param {{ state?: () => string, silenceMs?: number }} options `state` returns the progress in words
 */
export async function during(what, work, { state = () => '', silenceMs = SILENCE_MS } = {}) {
  const start = performance.now();
  if (!isTerminal) return duringInLog(work, () => progressText(what, state(), start), silenceMs);
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % frames.length;
    process.stdout.write(`\r\u001b[2K${frames[frame]} ${progressText(what, state(), start)}`);
  };
  const timer = setInterval(draw, 100);
  draw();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stdout.write('\r\u001b[2K');
  }
}

function progressText(what, state, start) {
  const seconds = Math.floor((performance.now() - start) / 1000);
  return [what, state, `${seconds} s`].filter(Boolean).join('  ');
}

/** Prints a line when nothing was printed for `silenceMs`, also before this work: several short works may follow each other. */
async function duringInLog(work, text, silenceMs) {
  let lines = 0;
  let timer;
  const wait = () => {
    timer = setTimeout(print, Math.max(1, silenceMs - (performance.now() - lastOutput)));
  };
  const print = () => {
    lines++;
    process.stdout.write(`\n  ${text()}`);
    noteOutput();
    wait();
  };
  wait();
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (lines > 0) process.stdout.write('\n');
  }
}

let lastOutput = performance.now();

/** Postpones the next line of progress: something else was printed. */
export function noteOutput() {
  lastOutput = performance.now();
}
