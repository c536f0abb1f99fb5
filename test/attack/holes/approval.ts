/** Holes in an approval: its writes, its digest, its resumption and its end. */
import { hole, type Hole } from './hole';

const matching = 'src/model/approval/writes/matching.ts';
const digest = 'src/model/approval/report/report-digest.ts';
const file = 'src/model/approval/report/report-file.ts';
const parts = 'src/model/approval/allowed-parts.ts';
const approval = 'src/provider/approval/approval.ts';
const command = 'src/cli/commands/apply.ts';
const compare = 'src/cli/plan/compare-plan.ts';
const github = 'examples/pipelines/github.mjs';

export const approvalHoles: readonly Hole[] = [
  ...['roleUid', 'claimMatch', 'capabilities', 'description'].map((name) =>
    hole(
      `an approved write passes with another ${name}`,
      matching,
      '      compare(name, approvedText, attemptedText);',
      `      if (name !== '${name}') compare(name, approvedText, attemptedText);`,
    ),
  ),
  hole(
    'an approved write passes with further fields',
    matching,
    '      compare(name, approvedText, attemptedText);',
    '      if (approvedText !== undefined) compare(name, approvedText, attemptedText);',
  ),
  hole(
    'an approved write passes in another group',
    matching,
    "compare('parent', approved.parent, attempted.parent);",
    '',
  ),
  hole(
    'an approved write passes for another object',
    matching,
    "if (attempted.action !== 'create') compare('uid', approved.uid, attempted.uid);",
    '',
  ),
  hole(
    'an approved write is used twice',
    'src/model/approval/allowance.ts',
    '.filter((write) => !used.has(write));',
    ';',
  ),
  hole(
    'an update omits approved fields unread',
    approval,
    'if (omitted.size === 0) return true;',
    'if (omitted.size >= 0) return true;',
  ),
  hole(
    'a deletion is not compared with its object',
    approval,
    "if (attempt.action === 'delete') await compareDeleted(attempt, signal);",
    '',
  ),
  hole(
    'every deletion is approved',
    approval,
    'async approve(attempt, signal) {',
    "async approve(attempt, signal) {\n      if (attempt.action === 'delete') return new ApprovedWrite(attempt);",
  ),
  ...['executes', 'effect', 'leastCapabilities', 'proof', 'approvedWrites'].map((part) =>
    hole(
      `the digest has no ${part}`,
      digest,
      "'moves', 'roleChanges', 'lookalikes'",
      `'moves', 'roleChanges', 'lookalikes', '${part}'`,
    ),
  ),
  hole(
    'the digest ignores values',
    digest,
    'part.map(jsonText).sort()',
    'part.map((one) => String(jsonText(one).length)).sort()',
  ),
  hole(
    'readers do not recompute the digest',
    file,
    'if (reportDigest(report) !== digest)',
    'if (digest.length !== 64)',
  ),
  hole(
    'readers do not recompute the checksum',
    file,
    'if (reportChecksum(report) !== checksum)',
    'if (checksum.length !== 64)',
  ),
  hole(
    'a resumption allows further executions',
    parts,
    '...executesBeyond(approved.executes, planned.executes),\n    ...effect',
    '...effect',
  ),
  hole(
    'executions are compared by address',
    parts,
    'if (!planned.actions.every((action) => approved.actions.includes(action))) return false;',
    'if (approved.address === planned.address) return true;',
  ),
  hole(
    'a resumption allows unplanned writes',
    'src/review/report/approval/resume.ts',
    '      .unmatched()\n',
    '      .unmatched()\n      .filter(() => false)\n',
  ),
  hole(
    'the command reads the report again',
    command,
    '[APPROVED_VARIABLE]: copy,\n        [DIGEST_VARIABLE]: report.digest,',
    '[APPROVED_VARIABLE]: resolve(approved),',
  ),
  hole('the command does not compare first', compare, 'if (unlisted.length > 0) {', 'if (unlisted.length > 1_000) {'),
  hole(
    'the command does not compare executions',
    compare,
    'if (beyond.length === 0) return undefined;',
    'if (beyond.length >= 0) return undefined;',
  ),
  hole(
    'the command ignores the digest',
    command,
    'if (digest !== undefined && digest !== report.digest)',
    "if (digest === '')",
  ),
  hole(
    'an approval has no end',
    command,
    'if (age >= 0 && age <= longest) return undefined;',
    'if (age >= 0) return undefined;',
  ),
  hole('the command proves nothing', command, '(flags.proved === true ?', '(flags.proved === undefined ?'),
  hole('a run of GitHub moves back', github, "if (status !== 'ahead')", "if (status === 'diverged')"),
  hole('a run of GitHub applies again', github, "if (conclusion === 'success') fail(", "if (conclusion === '') fail("),
  hole('an approval of GitHub has no end', github, 'const APPROVAL_DAYS = 7;', 'const APPROVAL_DAYS = 70;'),
  hole(
    'a job of GitLab moves back',
    'examples/pipelines/gitlab.mjs',
    'if (applied.sha === CI_COMMIT_SHA || id !== applied.sha)',
    'if (applied.sha === CI_COMMIT_SHA)',
  ),
  hole(
    'an invented entry is removed',
    'src/provider/exclusive/exclusive-resource.ts',
    'if (groupKeyAttributes(declaration).some((name) => entry[name] !== found[name])) return found;',
    '',
  ),
];
