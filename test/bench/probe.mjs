/** Loaded into the process that is measured: answers each message with its memory and how late its event loop was. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', () => {
  const ms = (percentile) => delay.percentile(percentile) / 1e6;
  const late = { p50: ms(50), p99: ms(99), 'p99.9': ms(99.9), max: delay.max / 1e6 };
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  process.send({ rss, heap, delay: late });
  delay.reset();
});
// The process ends when its own work does.
process.channel?.unref();
