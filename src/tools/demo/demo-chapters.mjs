/** The chapters of the demo: each one shows one feature of the product. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countWithNoun, line, requestLine, wholeText } from './demo-lines.mjs';
import { readVersions } from './demo-program.mjs';
import { apiCaller } from './local-emulator.mjs';
import { root } from '../ensure.mjs';
import { organization, treeOfChanges } from './organization-tree.mjs';
import { bold, Refusal } from '../say.mjs';

export const example = 'examples/quick-start/main.ts';

/**
 * @param {{
 *   api: import('../../emulator').RunningEmulator,
 *   terraform: ReturnType<import('./demo-terraform.mjs').terraformIn>,
 *   synthesize: (program: string) => Promise<unknown>,
 *   folder: ReturnType<import('./demo-folder.mjs').openDemoFolder>,
 *   chapter: (title: string) => void,
 * }} stage The example is already synthesized.
 */
export function createStory({ api, terraform, synthesize, folder, chapter }) {
  const { rootGroupUid, requestLog, faults } = api;
  const { call, list } = apiCaller(api);
  const seen = () => organization({ call, list }, rootGroupUid);
  const source = readFileSync(join(root, example), 'utf8');
  let current = source;

  /** Plans another version of the example. */
  const plan = async (program) => {
    current = program;
    writeFileSync(folder.edited, program);
    await synthesize(folder.edited);
    return terraform.plan();
  };
  /** @returns the requests that Terraform sends to the API during the apply, and the writes among them */
  const apply = async () => {
    await requestLog.clear();
    await terraform.apply();
    const requests = await requestLog.entries();
    return { requests, writes: requests.filter(({ method }) => method !== 'GET') };
  };

  return {
    /** @returns true if the reader has edited the example: the demo then shows that change alone */
    async declared() {
      const isEdited = existsSync(folder.applied) && readFileSync(folder.applied, 'utf8') !== source;
      if (isEdited) chapter(`terraform plan shows your edit of ${example}`);
      else chapter(`terraform apply creates the objects of ${example}`);
      const before = await seen();
      const differs = await terraform.plan();
      if (isEdited && differs) {
        for (const change of await terraform.changes()) changeLines(change);
        chapter('terraform apply');
      }
      const { writes } = differs ? await apply() : { writes: [] };
      writeFileSync(folder.applied, source);
      for (const { text, mark } of treeOfChanges(before, await seen())) line(text, mark);
      if (folder.returning) writes.forEach(writeLines);
      if (folder.returning && !differs) line('No changes: the organization is as the last run left it.');
      else countLine(writes);
      return isEdited && differs;
    },

    async oneFieldChanged() {
      const version = readVersions(current).withOneFieldChanged;
      if (!version) return;
      chapter('Edit one field: the provider writes only that field');
      line(version.from, '-');
      line(version.to, '+');
      await plan(version.program);
      const { writes } = await apply();
      writes.forEach(writeLines);
      countLine(writes);
    },

    async answerLost() {
      const version = readVersions(current).withOneGroupMore;
      if (!version) return;
      const { name, text, program } = version;
      chapter('Add a group, and lose the response to its creation');
      line(text, '+');
      await plan(program);
      await faults.add({ effect: 'cut', when: 'after', method: 'POST', path: '/iam/v2beta1/groups/*', times: 1 });
      const { requests, writes } = await apply();
      await faults.clear();
      const cut = requests.findIndex(({ method, status }) => method === 'POST' && status === undefined);
      requests.forEach(({ method, path, query }, index) => {
        if (index === cut) requestLine({ method, path }, 'Created, but the connection breaks.');
        else if (query.includes(`name=${name}`))
          requestLine(
            { method, path, query: `…name=${name}` },
            index < cut ? 'The provider checks: the name is free.' : 'It finds the group: no second POST.',
          );
      });
      const found = await call('GET', `groups?name=${name}&uidp.children_of=${rootGroupUid}`);
      if (cut === -1 || found.totalCount !== '1') throw unexpected(`one group "${name}" after a lost response`);
      countLine(writes, `. Exactly ${countWithNoun(Number(found.totalCount), 'group')} is named "${name}".`);
    },

    async changedByHand() {
      const managed = await terraform.managed('platform_role_binding');
      const bindings = await list('roleBindings', rootGroupUid);
      const binding = bindings.find(({ uid, role }) => managed.includes(uid) && role.name !== 'owner');
      if (binding === undefined) return;
      const { identity, role } = binding;
      const [owner] = (await call('GET', 'roles?name=owner')).roles;
      chapter(`A colleague makes ${identity.name} an owner by hand, without Terraform`);
      await requestLog.clear();
      await call('PATCH', `roleBindings/${binding.uid}?updateMask=roleUid`, { roleUid: owner.uid });
      for (const request of await requestLog.entries()) requestLine(request);
      if (!(await terraform.plan())) throw unexpected('a plan that finds the change');
      line('terraform plan reports the drift:');
      for (const change of await terraform.changes()) {
        changeLines(change, { [owner.uid]: owner.name, [role.uid]: role.name });
      }
      const { writes } = await apply();
      countLine(writes, ': terraform apply reverts it.');
    },

    async asItWas() {
      if (current === source) return;
      chapter('Revert the changes of this demo');
      await synthesize(join(root, example));
      await terraform.plan();
      const { writes } = await apply();
      for (const write of writes) requestLine(write);
      countLine(writes);
      rmSync(folder.edited);
    },

    async inOrder() {
      const differs = await terraform.plan();
      if (differs) {
        for (const change of await terraform.changes()) changeLines(change);
        throw unexpected('an empty plan');
      }
      line(`terraform plan: ${bold('No changes.')}`);
    },
  };
}

/** @param names display names of objects, by uid */
function changeLines({ address, mark, replaced, attributes }, names = {}) {
  line(`${address}${replaced ? '  (a new object)' : ''}`, mark);
  const named = (value) => {
    const name = names[value.slice(1, -1)];
    return name === undefined ? value : `${value} (${name})`;
  };
  for (const { name, from, to } of attributes) wholeText(`  ${name} = ${named(from)} -> ${named(to)}`, mark);
}

function writeLines(write) {
  requestLine(write);
  if (write.body) wholeText(write.body);
}

function countLine(writes, remark = '.') {
  line(`${bold(countWithNoun(writes.length, 'write'))} to the API${remark}`);
}

function unexpected(wanted) {
  return new Refusal(`The demo expected ${wanted}. Report this as an issue, with the output above.`);
}
