/**
 * Reads a state as a {@link TerraformPlan} without changes. Accepts the output of `terraform show -json` and the file `terraform.tfstate`,
 * which `terraform state pull` prints.
 */
import { escapeTemplates } from '../../../base/text/write-hcl';
import type { Values } from '../../../model/api';
import { DocumentPlace, PlanError } from './document';
import type { TerraformPlan, StateInstance } from './plan';
import { parseDocument } from './parse-document';
import { getFormatVersion, readStateValues } from './read-plan';

/** The only version of the file that OpenTofu and Terraform since 0.12 have written. */
const FILE_VERSION = 4;

const howToGet = 'Get one with "terraform show -json" or "terraform state pull".';

/**
 * Reads a state in either form. Ignores unknown attributes.
 *
 * @param name the name in the report, for example the file
 * @throws PlanError if the text is not a state, or has another version; the message contains the next step
 */
export function readState(text: string, name: string): TerraformPlan {
  const root = new DocumentPlace(parseDocument(text, name, howToGet), name, { whole: 'a state' });
  const document = root.object();
  if ('resource_changes' in document || 'planned_values' in document)
    throw new PlanError(`Cannot read ${name} as a state: it is a plan. ${howToGet}`);
  if ('encrypted_data' in document)
    throw new PlanError(`Cannot read ${name}: it is encrypted. Pass the output of "tofu show -json" with its key.`);
  const isFile = 'version' in document && !('format_version' in document);
  const engineVersion = root.at('terraform_version').optionalText();
  const { value: serial } = root.at('serial');
  return unchangedPlan({
    name,
    engineVersion,
    formatVersion: isFile ? getFileVersion(root, name) : getFormatVersion(root, name, howToGet),
    ...(typeof serial === 'number' && { serial }),
    prior: isFile ? readFile(root) : readStateValues(root),
  });
}

/** Returns the objects of a source that plans no changes. */
export function unchangedPlan(
  source: Pick<TerraformPlan, 'name' | 'formatVersion' | 'prior'> & Partial<TerraformPlan>,
): TerraformPlan {
  return {
    engineVersion: undefined,
    status: { isErrored: false, isComplete: undefined, isApplyable: undefined, deferred: [], failedChecks: [] },
    changes: undefined,
    planned: [],
    drift: [],
    configuration: { blocks: new Map(), providers: [], variables: {} },
    outputs: [],
    ...source,
  };
}

function getFileVersion(root: DocumentPlace, name: string): string {
  const { value } = root.at('version');
  if (value === FILE_VERSION) return `tfstate ${FILE_VERSION}`;
  const isOld = typeof value === 'number' && value < FILE_VERSION;
  throw new PlanError(
    `Cannot read ${name}: its state version is ${JSON.stringify(value)}, and this package reads only ${FILE_VERSION}. ${isOld ? 'Run an apply with Terraform 0.12 or newer, which updates the state.' : 'Update this package.'}`,
  );
}

function readFile(root: DocumentPlace): StateInstance[] {
  return root
    .at('resources')
    .list()
    .flatMap((resource) => {
      const [module, type] = [resource.at('module').optionalText(), resource.at('type').text()];
      const mode = resource.at('mode').optionalText() === 'data' ? ('data' as const) : ('managed' as const);
      const block = [module, mode === 'data' ? 'data' : undefined, type, resource.at('name').text()];
      const address = block.filter((step) => step !== undefined).join('.');
      const provider = getProvider(resource.at('provider').optionalText() ?? '');
      return resource
        .at('instances')
        .list()
        .map((instance) => ({
          address: `${address}${indexText(instance.at('index_key').value)}`,
          deposed: instance.at('deposed').optionalText() || undefined,
          ...{ mode, type, provider },
          values: instance.at('attributes').optionalObject() ?? {},
          sensitive: instance.at('sensitive_attributes').list().map(getMask),
        }));
    });
}

/** Returns the quoted part of `module.a.provider["platform-iac.internal/npm/platform"].alias`. */
function getProvider(text: string): string {
  return /provider\["([^"]*)"\]/.exec(text)?.[1] ?? text;
}

/** Returns an index in the form of addresses: `[0]`, `["payments"]`. */
function indexText(key: unknown): string {
  if (key === undefined || key === null) return '';
  return `[${escapeTemplates(JSON.stringify(key))}]`;
}

/** Returns the path of a sensitive value as a mask. A value beneath a key or an index hides its siblings, too. */
function getMask(path: DocumentPlace): unknown {
  const names: string[] = [];
  for (const step of path.list()) {
    const name: unknown = step.at('value').value;
    if (step.at('type').optionalText() !== 'get_attr' || typeof name !== 'string') break;
    names.push(name);
  }
  return names.reduceRight<Values | true>((inner, name) => ({ [name]: inner }), true);
}
