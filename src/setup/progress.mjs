const width = 30;

/**
 * How far a download is: a bar that moves on a terminal, otherwise a line at each quarter.
 *
 * @param {number} total in bytes; 0 when it is not known
 */
export function progress(what, total, out = process.stderr) {
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
      out.write(`  ${what} ${Math.round(share * 100)}% of ${megabytes(total)}\n`);
    }
  };
  return {
    add(bytes) {
      received += bytes;
      const step = total === 0 ? 0 : Math.floor((received / total) * (out.isTTY ? 200 : 4));
      if (step === shown) return;
      shown = step;
      draw();
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
