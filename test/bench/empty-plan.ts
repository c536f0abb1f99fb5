/**
 * A plan without changes over 1,000 resources of the built provider, against Terraform's built-in `terraform_data` in
 * the same shape: the price of every look at an organization. The API answers after 20 ms. A last plan runs under the
 * profiler and tells where the provider's time goes.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { profileShares } from './profile';
import { inMs, median, type Bench, type Row } from './report';

const counts = { groups: 100, identities: 450, bindings: 450 };
const total = counts.groups + counts.identities + counts.bindings;
const latencyMs = 20;

/** @param executable the built provider */
export function emptyPlan(executable: string, rounds = 5): Bench {
  return {
    name: 'empty-plan',
    async run() {
      const running = await startEmulator();
      const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
      const plain = providerFolder(join(scratch, 'plain'), `exec "${process.execPath}" "${executable}"`);
      const profiles = join(scratch, 'profiles');
      const profiled = providerFolder(
        join(scratch, 'profiled'),
        `exec "${process.execPath}" --cpu-prof --cpu-prof-dir="${profiles}" "${executable}"`,
      );
      const env = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
      const ours = terraform({ files: { 'main.tf': platformConfig(running.rootGroupUid) }, env, timeoutMs: 300_000 });
      const theirs = terraform({ files: { 'main.tf': dataConfig() }, timeoutMs: 300_000 });
      try {
        ours.env.TF_CLI_CONFIG_FILE = plain;
        await Promise.all([ours.apply('-parallelism=20'), theirs.init().then(() => theirs.apply('-parallelism=20'))]);
        await running.faults.add({ effect: 'latency', latencyMs });
        const ourMs: number[] = [];
        const theirMs: number[] = [];
        let requests = 0;
        // In turns, so that other work on the machine weighs on both alike.
        for (let round = 0; round < rounds; round += 1) {
          theirMs.push(await planMs(theirs));
          await running.requestLog.clear();
          ourMs.push(await planMs(ours));
          requests = (await running.requestLog.entries()).length;
        }
        ours.env.TF_CLI_CONFIG_FILE = profiled;
        await planMs(ours);
        return [...summary(median(theirMs), median(ourMs), requests), ...profileShares(profiles)];
      } finally {
        ours.close();
        theirs.close();
        await running.close();
        rmSync(scratch, { recursive: true, force: true });
      }
    },
  };
}

function summary(theirs: number, ours: number, requests: number): readonly Row[] {
  return [
    { what: `terraform_data, ${total} resources`, value: inMs(theirs) },
    {
      what: `platform, ${total} resources, API ${latencyMs} ms`,
      value: inMs(ours),
      ratio: ours / theirs,
      accept: 2.2,
      goal: 1.6,
    },
    { what: 'platform, per resource beyond terraform_data', value: inMs((ours - theirs) / total) },
    { what: 'requests to the API', value: `${requests} (accept 15)` },
  ];
}

async function planMs(tf: Terraform): Promise<number> {
  const from = performance.now();
  const { changed } = await tf.plan();
  if (changed) throw new Error('the plan is not empty');
  return performance.now() - from;
}

/** A folder with a launcher named like the provider; returns the CLI configuration that leads Terraform to it. */
function providerFolder(folder: string, command: string): string {
  mkdirSync(folder);
  const launcher = join(folder, 'terraform-provider-platform');
  writeFileSync(launcher, `#!/bin/sh\n${command}\n`);
  chmodSync(launcher, 0o755);
  const config = join(folder, 'terraform.rc');
  writeFileSync(
    config,
    `provider_installation {\n dev_overrides {\n "platform-iac.internal/npm/platform" = "${folder}"\n }\n}\n`,
  );
  return config;
}

const each = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => write(i)).join('\n');
const groupOf = (index: number): string => `g${index % counts.groups}`;

function platformConfig(root: string): string {
  return `
terraform {
  required_providers {
    platform = {
      source = "platform-iac.internal/npm/platform"
    }
  }
}
data "platform_role" "viewer" {
  name = "viewer"
}
${each(counts.groups, (i) => `resource "platform_group" "g${i}" {\n parent_uid = "${root}"\n name = "g${i}"\n}`)}
${each(
  counts.identities,
  (i) =>
    `resource "platform_identity" "i${i}" {\n group_uid = platform_group.${groupOf(i)}.uid\n name = "i${i}"\n` +
    ` claim_match = {\n issuer = "https://token.actions.githubusercontent.com"\n subject = "repo:a/b${i}:ref:refs/heads/main"\n }\n}`,
)}
${each(
  counts.bindings,
  (i) =>
    `resource "platform_role_binding" "b${i}" {\n group_uid = platform_group.${groupOf(i)}.uid\n` +
    ` identity_uid = platform_identity.i${i}.uid\n role_uid = data.platform_role.viewer.uid\n}`,
)}
`;
}

function dataConfig(): string {
  return `
${each(counts.groups, (i) => `resource "terraform_data" "g${i}" {\n input = "g${i}"\n}`)}
${each(counts.identities, (i) => `resource "terraform_data" "i${i}" {\n input = [terraform_data.${groupOf(i)}.id, "i${i}"]\n}`)}
${each(
  counts.bindings,
  (i) => `resource "terraform_data" "b${i}" {\n input = [terraform_data.${groupOf(i)}.id, terraform_data.i${i}.id]\n}`,
)}
`;
}
