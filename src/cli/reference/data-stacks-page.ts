/** Writes the page of the grammar of a stack that is data. */
import { PRODUCTIONS } from '../../model/stack';
import { page, markdownTable } from './markdown';

/** Returns `docs/data-stacks.md`. */
export function dataStacksPage(): string {
  return page(
    '# Stacks that are data',
    'A stack is data if it consists of literals and references. It computes nothing, and runs no program. So its plan shows what its apply does. Constructs write such stacks. In a pipeline, `platform-iac check-stack` refuses every other stack before an engine reads it:',
    '```sh\nnpx platform-iac check-stack cdktf.out/stacks/organization\n```',
    'The command prints each place that is not data, with the construct, the reason and the next step. It reads every file that Terraform or OpenTofu would load from the folder. It refuses files in HCL, overrides (`*_override.tf.json`), files for OpenTofu alone (`.tofu`) and files of variables (`*.auto.tfvars`). A key that an object contains twice is refused, too: Terraform merges both blocks.',
    '## Grammar',
    'Everything that is in none of these forms is not data.',
    markdownTable(
      ['Form', 'Accepted', 'Reason'],
      PRODUCTIONS.map(({ name, form, reason }) => [name, form, reason]),
    ),
    '## Proof',
    'Two facts carry the proof. The apply cannot change a value that the plan knows: the engine stops with an inconsistent final plan. And a reference to the `uid` of one managed object selects this object, before it has a uid. So a plan is proved if all of its writes are proved, and everything outside of the values is in the grammar above. A write is proved if the plan knows each value that the configuration sets, or the value is such a reference or a text with one.',
    'This covers constructs entirely. It also covers HCL, iterators, local values, functions and modules, as long as the plan knows their values. `platform-iac plan` reads the configuration inside of the saved plan, not the folder. `proof` in its report lists each value and block that is not proved, and so does the finding `not-proved`. `platform-iac apply --proved` refuses such a plan. A plan that `terraform show -json` has written does not contain the configuration, so its report has no `proof`.',
    'At synthesis, a computed value that decides access is an error with the line of the program. Everything else that is not data is a note.',
    '## Values of the apply',
    'Only the apply knows times, ids and codes such as `create_time`, `key_id` and `encrypted_code`. Put them into outputs only: with one of them in a description, an apply of an approved plan stops half way.',
    '## Another provider',
    'A pipeline can allow the types of another provider. Require the provider in the settings of the main branch, and pass them with `--settings settings.tf.json`. The values of such resources are checked in the same way, and programs in them are refused. The review names them, and does not evaluate them.',
  );
}
