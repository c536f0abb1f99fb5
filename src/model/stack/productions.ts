/**
 * The productions of the grammar of a stack that is data. Everything that is in none of them is not data. `npm run docs` writes
 * the table of `docs/data-stacks.md` from this list.
 */

interface Production {
  readonly name: string;
  /** The accepted form, in Markdown. */
  readonly form: string;
  /** The reason why it cannot change what a plan shows. */
  readonly reason: string;
}

export const PRODUCTIONS: readonly Production[] = [
  {
    name: 'literal',
    form: 'A text without `${` and `%{` (`$${` and `%%{` are characters), a number, `true`, `false`, `null`; lists and maps of values, with literal keys',
    reason: 'The file contains the value.',
  },
  {
    name: 'text',
    form: 'A text with references: `"Deploys ${platform_group.shop.name}"`',
    reason: 'It only joins values of the following productions.',
  },
  {
    name: 'uid',
    form: '`${platform_group.shop.uid}`, of one managed object',
    reason: 'A new uid is unknown in a plan, but the name of the resource selects the object.',
  },
  {
    name: 'known attribute',
    form: '`${platform_group.shop.name}`: an argument of a managed object, or a part of one',
    reason: 'The plan knows it, and the engine rejects an apply with another value.',
  },
  {
    name: 'found attribute',
    form: '`${data.platform_role.viewer.uid}`: an attribute of a data source of this provider',
    reason: 'The plan reads it. If the plan cannot read it, the write is not proved.',
  },
  {
    name: 'variable reference',
    form: '`${var.repository_id}`, of a declared variable',
    reason: 'The plan contains the value, and the engine rejects an apply with another one.',
  },
  {
    name: 'sibling output',
    form: '`${data.terraform_remote_state.cross-stack-reference-input-STACK.outputs.NAME}`',
    reason: 'The plan reads it from the state of another stack of the program.',
  },
  {
    name: 'comment',
    form: 'The member `//` of a block',
    reason: 'The engine ignores it.',
  },
  {
    name: 'resource',
    form: '`resource.platform_group.NAME` and the other types of this provider, with their arguments',
    reason: 'The review knows each argument, and reports each write.',
  },
  {
    name: 'data source',
    form: '`data.platform_role.NAME` and the other types of this provider, with their arguments',
    reason: 'It reads, and changes nothing.',
  },
  {
    name: 'sibling state',
    form: '`data.terraform_remote_state.cross-stack-reference-input-STACK` with literals, and `${terraform.workspace}` as its workspace; without `depends_on`',
    reason: 'The plan reads it. A pipeline replaces its backend by that of the main branch.',
  },
  {
    name: 'anchor',
    form: '`null_resource` and `terraform_data`, with values as triggers, and without a program',
    reason: 'It stores values, and sends nothing.',
  },
  {
    name: 'anchor reference',
    form: '`${null_resource.NAME.id}`, in outputs and other anchors only',
    reason: 'The apply makes the id, so no object may contain it.',
  },
  {
    name: 'addresses',
    form: '`depends_on` and `replace_triggered_by`: lists of resources of this stack',
    reason: 'They decide about order and replacement, which the plan shows.',
  },
  {
    name: 'provider choice',
    form: '`provider`: `"platform"` or `"platform.ALIAS"`',
    reason: 'Each configuration of the provider is in the stack.',
  },
  {
    name: 'count',
    form: '`count`: a literal number',
    reason: 'The number of objects is in the file.',
  },
  {
    name: 'lifecycle',
    form: '`create_before_destroy`, `prevent_destroy`, `ignore_changes`, with literals',
    reason: 'The plan already contains their effect.',
  },
  {
    name: 'timeouts',
    form: '`timeouts` of at least a minute',
    reason: 'A shorter limit could end an apply between two writes on purpose.',
  },
  {
    name: 'required providers',
    form: '`required_version`, and `required_providers` with this provider and `hashicorp/null`',
    reason: 'Each provider is a program that runs with the token.',
  },
  {
    name: 'backend',
    form: '`backend` or `cloud` with literals',
    reason: 'A pipeline replaces it by that of the main branch.',
  },
  {
    name: 'provider block',
    form: '`provider.platform` and `provider.null`, with literals as arguments',
    reason: 'An expression could send the token to another address at apply than at plan.',
  },
  {
    name: 'output',
    form: '`output` with values, also with attributes that the apply makes (`create_time`), and `[*]` of a list',
    reason: 'It writes to the state only.',
  },
  {
    name: 'variable',
    form: '`variable` with a type and literals, also `ephemeral`, without `validation`',
    reason: 'Its value is in the plan. The engine accepts an ephemeral value in write-only secrets only.',
  },
  {
    name: 'move and removal',
    form: '`moved` and `removed`, with addresses of this stack and without a program',
    reason: 'The plan shows them as changes.',
  },
  {
    name: 'import',
    form: '`import` with an address and a literal `id`',
    reason: 'The plan reads the object with this id.',
  },
];
