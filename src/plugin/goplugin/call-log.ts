/** Logs the calls of Terraform, with the field names that Terraform uses. */
import type { LeveledLog } from './log';

let requestCount = 0;

/** Runs the work of a call. At the level trace, logs its begin and its end. */
export async function logged<T>(name: string, log: LeveledLog, work: () => Promise<T>): Promise<T> {
  if (!log.enabled('trace')) return work();
  requestCount += 1;
  const fields = { tf_rpc: name, tf_req_id: `${process.pid}-${requestCount}` };
  const started = performance.now();
  log.trace('Received request', fields);
  try {
    return await work();
  } finally {
    log.trace('Served request', { ...fields, tf_req_duration_ms: Math.round(performance.now() - started) });
  }
}
