/**
 * A state becomes a {@link Plan} that changes nothing. It may be what `terraform show -json` says of it, or the file
 * `terraform.tfstate` itself, as `terraform state pull` prints it.
 */
import type { Values } from '../../../api';
import { Place, PlanError } from './document';
import type { Plan, StateInstance } from './plan';
import { formatVersionOf, parseDocument, readStateValues } from './read-plan';

/** The only version of the file that Terraform has written since 0.12, and OpenTofu. */
const FILE_VERSION = 4;

const howToGet = 'Get one with "terraform show -json" or "terraform state pull".';

/**
 * Reads a state, in either form. Unknown attributes are passed over.
 *
 * @param name what a report calls it, such as its file
 * @throws PlanError if it is no state, or one of another version; the message says what to do
 */
export function readState(text: string, name: string): Plan {
  const root = new Place(parseDocument(text, name, howToGet), name, { whole: 'a state' });
  const document = root.object();
  if ('resource_changes' in document || 'planned_values' in document)
    throw new PlanError(`${name} is a plan and no state. ${howToGet}`);
  if ('encrypted_data' in document)
    throw new PlanError(`${name} is encrypted. Give what "tofu show -json" says, where its key is known.`);
  const isFile = 'version' in document && !('format_version' in document);
  const engineVersion = root.at('terraform_version').optionalText();
  return {
    name,
    engineVersion,
    formatVersion: isFile ? fileVersionOf(root, name) : formatVersionOf(root, name, howToGet),
    status: unchanging,
    prior: isFile ? readFile(root) : readStateValues(root),
    changes: undefined,
    planned: [],
    drift: [],
    configuration: { blocks: new Map(), providers: [] },
    outputs: [],
  };
}

/** Of what plans nothing. */
export const unchanging: Plan['status'] = {
  isErrored: false,
  isComplete: undefined,
  isApplyable: undefined,
  deferred: [],
  failedChecks: [],
  actions: [],
};

function fileVersionOf(root: Place, name: string): string {
  const { value } = root.at('version');
  if (value === FILE_VERSION) return `tfstate ${FILE_VERSION}`;
  const isOld = typeof value === 'number' && value < FILE_VERSION;
  throw new PlanError(
    `${name} is a state of version ${JSON.stringify(value)}, and only ${FILE_VERSION} can be read. ${isOld ? 'Terraform 0.12 or newer writes it anew with the next apply.' : 'Update this package.'}`,
  );
}

function readFile(root: Place): StateInstance[] {
  return root
    .at('resources')
    .list()
    .flatMap((resource) => {
      const [module, type] = [resource.at('module').optionalText(), resource.at('type').text()];
      const mode = resource.at('mode').optionalText() === 'data' ? ('data' as const) : ('managed' as const);
      const block = [module, mode === 'data' ? 'data' : undefined, type, resource.at('name').text()];
      const address = block.filter((step) => step !== undefined).join('.');
      const provider = providerOf(resource.at('provider').optionalText() ?? '');
      return resource
        .at('instances')
        .list()
        .map((instance) => ({
          address: `${address}${indexText(instance.at('index_key').value)}`,
          deposed: instance.at('deposed').optionalText() || undefined,
          ...{ mode, type, provider },
          values: instance.at('attributes').optionalObject() ?? {},
          sensitive: instance.at('sensitive_attributes').list().map(maskOf),
        }));
    });
}

/** `module.a.provider["platform-iac.internal/npm/platform"].alias` → what stands in the quotes. */
function providerOf(text: string): string {
  return /provider\["([^"]*)"\]/.exec(text)?.[1] ?? text;
}

/** `[0]`, `["payments"]`: as Terraform writes it in addresses. */
function indexText(key: unknown): string {
  if (key === undefined || key === null) return '';
  return `[${JSON.stringify(key).replaceAll(/[$%]\{/g, (start) => `${start.charAt(0)}${start}`)}]`;
}

/** The way to a sensitive value as a mask. What lies beneath a key or an index is hidden with all that stands beside it. */
function maskOf(path: Place): unknown {
  const names: string[] = [];
  for (const step of path.list()) {
    const name: unknown = step.at('value').value;
    if (step.at('type').optionalText() !== 'get_attr' || typeof name !== 'string') break;
    names.push(name);
  }
  return names.reduceRight<Values | true>((inner, name) => ({ [name]: inner }), true);
}
