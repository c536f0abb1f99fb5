import { resolve } from 'node:path';
import { TerraformProvider, TerraformStack, type IResolvable } from 'cdktf';
import { addCustomSynthesis, type ICustomSynthesis } from 'cdktf/lib/synthesize/synthesizer';
import type { Construct } from 'constructs';
import {
  camelCase,
  PROVIDER_ADDRESS,
  PROVIDER_NAME,
  REGISTRY_SOURCE,
  VERSION,
  type ApiVersion,
  type Values,
} from '../src/model/api';
import { installProvider } from '../src/install/install-provider';
import { locateProvider } from '../src/install/own-package';
import { providerBlock } from '../src/model/kinds';
import type { Field, Fields } from '../src/model/schema';
import { asHcl, attributes, fieldValues, isPending } from './base/attributes';
import { isPlain, isScalar, isNonEmptyText, requireType, requireStack } from './base/constructor-arguments';
import { requireFreeId } from './base/free-id';
import { problems, unknownProps, warn } from './base/problems';
import { findProviderConflicts, warnAboutUnselectedProvider } from './base/provider-configurations';
import { recordSourceLine, appendSourceLine } from './base/source-line';
import { rejectUnknownCapabilities } from './base/strict-capabilities';
import { requireData } from './rules/data-stacks';
import { getCheckRules } from './rules/rules';

/**
 * The props of the provider. All of them are optional: the environment supplies them when Terraform runs, so tokens and
 * addresses stay out of the synthesized files. A prop takes precedence over the environment.
 */
export interface PlatformProviderProps {
  /**
   * The address of the API, like `https://api.example.com`, without the path of a version.
   *
   * @default - PLATFORM_BASE_URL when Terraform runs
   */
  readonly baseUrl?: string;
  /**
   * The address of the authentication service, which exchanges tokens. Required to assume an identity.
   *
   * @default - PLATFORM_AUTH_URL when Terraform runs
   */
  readonly authUrl?: string;
  /**
   * An API token, used unchanged. The synthesized files and saved plans contain a token that is set here. Use the
   * environment or a Terraform variable instead.
   *
   * @default - PLATFORM_TOKEN when Terraform runs
   */
  readonly token?: string;
  /**
   * The uid of the identity to assume with an OIDC token.
   *
   * @default - PLATFORM_IDENTITY_UID when Terraform runs
   */
  readonly identityUid?: string;
  /**
   * The OIDC token to assume the identity with. It expires within minutes, so prefer a file or the token of the CI
   * system.
   *
   * @default - PLATFORM_IDENTITY_TOKEN when Terraform runs
   */
  readonly identityToken?: string;
  /**
   * A file with the OIDC token. The provider reads it each time that it needs a token.
   *
   * @default - PLATFORM_IDENTITY_TOKEN_FILE when Terraform runs, or else the token of the GitHub Actions job
   */
  readonly identityTokenFile?: string;
  /**
   * The version of the API: `v2beta1` or `v2`.
   *
   * @default - PLATFORM_API_VERSION when Terraform runs, or else 'v2beta1'
   */
  readonly apiVersion?: ApiVersion | OtherText;
  /**
   * The action if an object with the same parent and name already exists. `error` stops and prints the `import` block
   * for it, `adopt` imports it and updates differing fields, `create` creates a duplicate.
   *
   * @default 'error'
   */
  readonly onExisting?: 'error' | 'adopt' | 'create' | OtherText;
  /**
   * If true, the provider lists a kind when it refreshes or creates many of its objects, instead of sending one request
   * for each.
   *
   * @default true
   */
  readonly bulkRefresh?: boolean | IResolvable;
  /**
   * The maximum number of requests per second.
   *
   * @default - no limit
   */
  readonly requestsPerSecond?: number;
  /**
   * The maximum number of retries of a request after a temporary failure.
   *
   * @default 5
   */
  readonly maxRetries?: number;
  /**
   * The time limit of a single request, in seconds.
   *
   * @default 30
   */
  readonly requestTimeoutSeconds?: number;
  /**
   * The age, in seconds, at which an object that the service does not find counts as deleted. The provider reads a
   * younger object again, because reads of a live service may lag behind its writes. 0 turns this off.
   *
   * @default 30
   */
  readonly propagationTimeoutSeconds?: number;
  /**
   * A name for this configuration, if a stack has several. Resources select it with `provider`.
   *
   * @default - the configuration of all resources that select none
   */
  readonly alias?: string;
  /**
   * If true, synthesis installs the provider and its lock entry in the folder of the stack. Set it to false if
   * Terraform gets the provider from your own mirror.
   *
   * @default true
   */
  readonly install?: boolean;
  /**
   * The origin of the provider: `package` is the provider in this package. `registry` is the public address
   * `platform-iac/platform`, in the version of this package: Terraform installs it from a registry or a mirror. If a stack
   * already has a state, replace the address there, too: `terraform state replace-provider`.
   *
   * @default 'package'
   */
  readonly source?: 'package' | 'registry';
  /**
   * If true, a capability that this package does not know is an error at synthesis. If false, it is a warning, because
   * the service may know more. Applies to all roles of the stack.
   *
   * @default false
   */
  readonly strictCapabilities?: boolean;
}

/** Text that only Terraform knows, in addition to the values that an editor completes. */
type OtherText = string & {};

/** The attributes of the block, by the names of their props. */
const blockFields: Fields = Object.fromEntries(
  Object.entries<Field>(providerBlock).map(([name, field]) => [camelCase(name), field]),
);

const knownProps = [...Object.keys(blockFields), 'alias', 'install', 'source', 'strictCapabilities'];

const sources = ['package', 'registry'] as const;
type Source = (typeof sources)[number];

/**
 * Configures the provider of a stack. At synthesis, it installs the provider and its lock entry in the folder of the
 * stack. Terraform and `cdktf deploy` then need no registry, CLI configuration or variable to find it.
 *
 * @example
 * new PlatformProvider(stack, 'platform'); // everything comes from the environment when Terraform runs
 */
export class PlatformProvider extends TerraformProvider {
  static readonly tfResourceType = PROVIDER_NAME;

  private readonly props: PlatformProviderProps;

  /**
   * Configures the provider.
   *
   * @throws Error outside of a stack, or for a prop of a wrong type. Synthesis reports all other problems.
   */
  constructor(scope: Construct, id: string, props: PlatformProviderProps = {}) {
    const subject = requireStack('PlatformProvider', scope, id);
    requireFreeId(subject, scope, id);
    requireType(subject, 'the third argument', 'an object of props', props, isPlain);
    const values: Values = { ...props };
    for (const name of knownProps) {
      const value = values[name];
      if (value !== undefined && value !== null && !isPending(value))
        requireType(subject, name, 'text, a number, or true or false', value, isScalar);
    }
    const { strictCapabilities = false, source: origin = 'package' } = props;
    requireType(subject, 'source', "'package' or 'registry'", origin, (value): value is Source =>
      sources.includes(value as Source),
    );
    const isPublic = origin === 'registry';
    requireType(
      subject,
      'strictCapabilities',
      'true or false',
      strictCapabilities,
      (value) => typeof value === 'boolean',
    );
    super(scope, id, {
      terraformResourceType: PROVIDER_NAME,
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME, providerVersion: VERSION },
      terraformProviderSource: isPublic ? REGISTRY_SOURCE : PROVIDER_ADDRESS,
    });
    this.props = props;
    if (strictCapabilities) rejectUnknownCapabilities(this);
    for (const name of ['token', 'identityToken'] as const)
      if (isNonEmptyText(props[name]) && !isPending(props[name]))
        warn(
          this,
          `${name} is a literal: the synthesized files and saved plans contain it in plain text. Omit it and set the environment variable, or use a Terraform variable.`,
        );
    const source = recordSourceLine(this, new.target, PlatformProvider);
    this.node.addValidation({
      validate: () =>
        appendSourceLine(
          [
            ...unknownProps(props, knownProps),
            ...problems(this, blockFields, [], fieldValues(blockFields, values)),
            ...findProviderConflicts(this, this.configurations()),
          ],
          source,
        ),
    });
    this.node.addValidation({
      validate: () => {
        const configurations = this.configurations();
        warnAboutUnselectedProvider(configurations);
        return configurations[0] === this ? getCheckRules(this.node.root) : [];
      },
    });
    requireData(this);
    if (props.install !== false && !isPublic)
      addCustomSynthesis(this, { onSynthesize: (session) => this.install(session) });
  }

  override get alias(): string | undefined {
    return this.props.alias;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributes(blockFields, fieldValues(blockFields, { ...this.props }));
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this, this.synthesizeAttributes());
  }

  private configurations(): PlatformProvider[] {
    const nodes = TerraformStack.of(this).node.findAll();
    return nodes.filter((node) => node instanceof PlatformProvider);
  }

  private install({ outdir, manifest }: Parameters<ICustomSynthesis['onSynthesize']>[0]): void {
    const { workingDirectory } = manifest.forStack(TerraformStack.of(this));
    const dir = resolve(outdir, workingDirectory);
    const provider = locateProvider();
    try {
      const { notice } = installProvider({ dir, ...provider });
      if (notice !== undefined) warn(this, notice);
    } catch (error) {
      throw new Error(
        `[${this.node.path}] cannot install the provider into ${dir}, the folder of its stack. ${(error as Error).message}\nWith install: false, synth does not change the folder: Terraform then needs the provider from your own mirror.`,
        { cause: error },
      );
    }
  }
}
