/** Runs terraform with the misbehaving provider of `fixture/`, each time with its own folder, TMPDIR and ledger. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundlePlugin } from '../../support/bundle-plugin';
import { terraform, type Terraform } from '../../support/terraform';

export interface Probe extends Terraform {
  /** The folder for temporary files of the provider. */
  readonly tmp: string;
  /** Returns the number of events with this name in the ledger. */
  count(event: string): number;
  /** Lets a waiting create complete. */
  go(): void;
  /** Resolves once the ledger contains the event. */
  happened(event: string): Promise<void>;
  /** Returns the processes of the provider that still run after `withinMs`. */
  survivors(withinMs: number): Promise<readonly number[]>;
}

export interface ProbeKit {
  /** Creates a folder with the only resource `probe_thing.it` and these arguments (HCL). */
  create(body?: string, env?: Readonly<Record<string, string>>): Probe;
  remove(): void;
}

export function probeKit(): ProbeKit {
  const bundle = bundlePlugin(join(__dirname, 'fixture/main.ts'), 'probe');
  const cliConfig = join(bundle.folder, 'terraform.rc');
  writeFileSync(
    cliConfig,
    `provider_installation {\n dev_overrides {\n "example.com/test/probe" = "${bundle.folder}"\n }\n}\n`,
  );
  const probes: Terraform[] = [];
  return {
    create(body = '', env = {}) {
      const tf = terraform({ files: { 'main.tf': configuration(body) } });
      probes.push(tf);
      const tmp = env.TMPDIR ?? join(tf.dir, 'tmp');
      const ledger = join(tf.dir, 'ledger');
      mkdirSync(tmp, { recursive: true });
      Object.assign(tf.env, { TMPDIR: tmp, PROBE_LEDGER: ledger, TF_CLI_CONFIG_FILE: cliConfig, ...env });
      const lines = (): string[] => (existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : []);
      const count = (event: string): number => lines().filter((line) => line.startsWith(`${event} `)).length;
      return {
        ...tf,
        tmp,
        count,
        go: () => writeFileSync(`${ledger}.go`, ''),
        async happened(event) {
          for (let waited = 0; count(event) === 0; waited += 20) {
            if (waited > 20_000) throw new Error(`"${event}" never happened: ${lines().join(', ')}`);
            await delay(20);
          }
        },
        async survivors(withinMs) {
          const pids = [...new Set(lines().map((line) => Number(line.split(' ')[1])))];
          for (let waited = 0; waited < withinMs && pids.some(isAlive); waited += 50) await delay(50);
          return pids.filter(isAlive);
        },
      };
    },
    remove() {
      for (const tf of probes) tf.close();
      bundle.remove();
    },
  };
}

function configuration(body: string): string {
  return `terraform {
  required_providers {
    probe = {
      source = "example.com/test/probe"
    }
  }
}

resource "probe_thing" "it" {
  name = "it"
${body}
}
`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended, but is still a zombie, does not count.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
