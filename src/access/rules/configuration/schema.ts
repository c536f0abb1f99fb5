/** The schema of `review.config.json`, also the source of the published JSON schema. */
import * as z from 'zod';
import { isUid, patternProblem } from '../../../model/api';
import { checkText } from '../../../model/schema';
import { findPublicProvider, ownerProblem } from '../../trust';
import { NAMED_KINDS } from '../stack/kinds';
import { FINDING_IDS, SEVERITIES } from './finding-kinds';
import type { ReviewConfiguration } from './configuration';
import { impossiblePaths } from './impossible-paths';
import { misspelledCapabilities } from './misspelled-capabilities';

const text = z.string().min(1);

/** The service accepts no other issuer, so a rule with one would match no token. */
const issuerUrl = text.superRefine((url, context) => {
  const [finding] = url === '' ? [] : checkText({ is: 'string', format: 'httpsUrl' }, url);
  const next = URL.canParse(url) ? '' : `. Did you mean "https://${url}"?`;
  if (finding !== undefined) context.addIssue({ code: 'custom', message: `${finding.message}${next}` });
});

/** An issuer that belongs to the organization: anyone can have an account of a public provider. */
const ownIssuer = issuerUrl.superRefine((url, context) => {
  const provider = findPublicProvider(url);
  const message = `anyone can create ${provider}. Declare single accounts in "owners": "google:111260650121245072906"`;
  if (provider !== undefined) context.addIssue({ code: 'custom', message });
});

const account = z.strictObject({
  issuer: issuerUrl.describe('The URL of the issuer that the person signs in with.'),
  subject: text.describe('The subject of the person at the issuer.'),
});

const identityName = z.union([text, account]);

const who = z.strictObject({
  identities: z
    .array(identityName)
    .min(1)
    .optional()
    .describe(
      'Paths of identities: `*` matches one name, `**` any number of names. A person is an account, `subject at host`, a subject, an e-mail address or a uid.',
    ),
  issuers: z.array(issuerUrl).min(1).optional().describe('Identities that accept only tokens of these issuers.'),
  people: z.boolean().optional().describe('True for people, who sign in; false for all other identities.'),
});

const common = {
  name: text.describe('The name of the rule, which is the subject of its finding.'),
  reason: text.describe('The reason for the rule.'),
  severity: z.enum(SEVERITIES).optional().describe('By default high.'),
  except: z.array(text).min(1).optional().describe('Exceptions: paths of groups for `atLeast`, otherwise of objects.'),
};

const access = {
  ...common,
  can: z
    .array(text)
    .min(1)
    .describe(
      'Dotted capabilities: any of them. `role_bindings.*` means all of a kind, `owner` all capabilities of this built-in role together.',
    ),
  where: z.array(text).min(1).describe('Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath.'),
};

const identityAccess = {
  ...access,
  except: z.array(identityName).min(1).optional().describe('Exceptions: identities, as in `who`.'),
};

const structure = {
  ...common,
  where: z
    .array(text)
    .min(1)
    .optional()
    .describe('Paths of groups with the objects: `acme/prod/**` includes everything beneath. By default all.'),
};

const names = {
  ...structure,
  kinds: z.array(z.enum(NAMED_KINDS)).min(1).optional().describe('By default all kinds with a name.'),
};

const pattern = text
  .describe('A pattern of RE2 that matches names from the first to the last character.')
  .superRefine((value, context) => {
    const problem = patternProblem(value);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

const invariant = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('never'), who: who.optional(), ...identityAccess }),
  z.strictObject({ rule: z.literal('only'), who, ...identityAccess }),
  z.strictObject({ rule: z.literal('atLeast'), count: z.int().min(1), who: who.optional(), ...access }),
  z.strictObject({ rule: z.literal('noOutsiders'), ...structure }),
  z.strictObject({ rule: z.literal('naming'), pattern, ...names }),
  z.strictObject({
    rule: z.literal('uniqueNames'),
    within: z.enum(['organization', 'group']).optional().describe('By default organization.'),
    ...names,
  }),
  z.strictObject({ rule: z.literal('described'), ...names }),
  z.strictObject({
    rule: z.literal('maxDepth'),
    levels: z.int().min(1).describe('The deepest allowed level. A root group is at level 1.'),
    ...structure,
  }),
]);

const suppression = z.strictObject({
  id: z.enum(FINDING_IDS),
  subject: text.describe('The exact subject of the finding.'),
  reason: text.describe('The reason for accepting it.'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'must be the fingerprint from the report: 16 digits from 0 to 9 and from a to f')
    .optional()
    .describe('The fingerprint of the finding in the report. Without it the suppression accepts nothing.'),
  expires: z.iso
    .date()
    .optional()
    .describe('From this day on the finding counts again. Without it the suppression accepts nothing.'),
});

const assertedToken = z.strictObject({
  issuer: issuerUrl,
  subject: text,
  audience: text.optional().describe('By default the audience that each identity requires.'),
  claims: z
    .record(
      z.string().regex(/^(?!(iss|sub|aud)$)/, 'is given by "issuer", "subject" or "audience"'),
      z.union([z.string(), z.number(), z.boolean()]),
    )
    .optional()
    .describe('Further claims. A claim that is not listed is absent from the token.'),
});

const [either, asserted] = [
  [['token'], ['person']],
  [['can'], ['cannot']],
].map((names) => ({ oneOf: names.map((required) => ({ required })) }));

const assertion = z
  .strictObject({
    name: text.optional().describe('By default a sentence that describes the assertion.'),
    token: assertedToken.optional().describe('Acts as any identity that accepts it.'),
    person: identityName
      .optional()
      .describe('A person: the account, `subject at host`, the subject, the e-mail address or the uid.'),
    can: z
      .array(text)
      .min(1)
      .optional()
      .describe('The subject must have all of these in each of the groups. `repo.*` means all of a kind.'),
    cannot: z.array(text).min(1).optional().describe('The subject must have none of these in any of the groups.'),
    where: z
      .array(text)
      .min(1)
      .describe('Paths or uids of groups: `acme/prod/**` is `acme/prod` and everything beneath.'),
  })
  .refine(({ token, person }) => (token === undefined) !== (person === undefined), 'give either "token" or "person"')
  .refine(({ can, cannot }) => (can === undefined) !== (cannot === undefined), 'give either "can" or "cannot"')
  // The two checks above, for the JSON schema.
  .meta({ allOf: [either, asserted] });

const accessLimit = z.strictObject({
  can: z
    .array(text)
    .min(1)
    .optional()
    .describe('Dotted capabilities: any of them. `role_bindings.*` means all of a kind. By default all.'),
  where: z
    .array(text)
    .min(1)
    .optional()
    .describe('Paths of groups: `acme/prod/**` includes everything beneath. By default all.'),
});

const owner = text.superRefine((entry, context) => {
  const message = ownerProblem(entry);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const schema = z
  .strictObject({
    $schema: z.string().optional(),
    owners: z
      .array(owner)
      .optional()
      .describe(
        'The owners whose tokens identities should accept. `github:acme` is a name on one platform, `github:1234` the id of an owner there, and `github:repository_id=7890` the value of another claim.',
      ),
    unconfirmedOwners: z
      .array(owner)
      .optional()
      .describe(
        'Owners in trust policies that nobody has confirmed. They count as outsiders until a person moves them to `owners`.',
      ),
    trustedIssuers: z
      .array(ownIssuer)
      .optional()
      .describe('Issuers of the organization: values of the claim `iss` of its own servers and clusters.'),
    trustedAccounts: z
      .array(text)
      .optional()
      .describe('Accounts of the organization: AWS accounts, Google projects, Azure tenants, service principals.'),
    trustedAudiences: z
      .array(text)
      .optional()
      .describe('Audiences that workloads request for this platform alone: values of the claim `aud`.'),
    trustedProviders: z
      .array(text)
      .optional()
      .describe('Sources of providers that plans may use although no object of the state uses them: `hashicorp/aws`.'),
    anchored: z
      .boolean()
      .optional()
      .describe('True if the service matches patterns with whole values. By default false.'),
    appliesAs: identityName
      .optional()
      .describe('The applying identity: its path or uid, or a name of a person as in an assertion.'),
    minimumOwners: z.int().min(0).optional().describe('By default 2.'),
    maximumRemoval: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The largest part of the bindings, or of another kind, that a change may delete. By default 0.25.'),
    exclusive: z
      .array(text)
      .optional()
      .describe(
        'Paths of groups where the plans manage every grant: `acme/prod/**` is `acme/prod` and everything beneath.',
      ),
    names: z
      .record(z.string().refine(isUid, 'is not a uid'), text)
      .optional()
      .describe('Names of groups that the plans do not show, by uid.'),
    invariants: z.array(invariant).optional(),
    suppressions: z.array(suppression).optional(),
    assertions: z
      .array(assertion)
      .optional()
      .describe('Examples of access that every review checks before and after the change.'),
    noNewAccess: z
      .union([z.literal(true), z.array(accessLimit).min(1)])
      .optional()
      .describe('Makes new access a high finding: any, or access within one of the limits.'),
  })
  .superRefine((value, context) => {
    for (const { path, message } of [...impossiblePaths(value), ...misspelledCapabilities(value)])
      context.addIssue({ code: 'custom', path, message });
  })
  .describe('The rules of an organization for the review of its plans, and the findings that it accepts.');

/**
 * `configuration.ts` contains the types that users import. Editors show no descriptions for types derived from a schema, and every
 * project would have to compile the types of zod. This line compiles only if both have the same fields.
 */
export const configurationSchema: IsSame<Plain<z.output<typeof schema>>, Plain<ReviewConfiguration>> extends true
  ? z.ZodType<ReviewConfiguration>
  : never = schema;

/** A type with readonly fields, without the structure of its definition. */
type Plain<T> = T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T;

/** True for identical types. Assignability is not enough, because a type without an optional field is assignable. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- by them the compiler compares for identity
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
