/** What `review.config.json` may hold; the published JSON schema is made from it. */
import * as z from 'zod';
import { isUid } from '../../../api';
import { FINDING_IDS, SEVERITIES } from './finding-kinds';
import type { ReviewConfiguration } from './configuration';

const text = z.string().min(1);

const who = z.strictObject({
  identities: z
    .array(text)
    .min(1)
    .optional()
    .describe('Paths of identities: `*` is one name, `**` any number of them.'),
  issuers: z.array(text).min(1).optional().describe('Identities that accept tokens of these issuers and of no others.'),
  people: z.boolean().optional().describe('People, who sign in; or everybody else.'),
});

const common = {
  name: text.describe('What it is called: the subject of its finding.'),
  reason: text.describe('Why it is so.'),
  severity: z.enum(SEVERITIES).optional().describe('By default high.'),
  can: z.array(text).min(1).describe('Dotted capabilities, any of them; `role_bindings.*` is each of a kind.'),
  where: z.array(text).min(1).describe('Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath.'),
};

const invariant = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('never'), who: who.optional(), ...common }),
  z.strictObject({ rule: z.literal('only'), who, ...common }),
  z.strictObject({ rule: z.literal('atLeast'), count: z.int().min(1), who: who.optional(), ...common }),
]);

const suppression = z.strictObject({
  id: z.enum(FINDING_IDS),
  subject: text.describe("Exactly the finding's subject."),
  reason: text.describe('Why it is accepted.'),
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
  issuer: text,
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
    name: text.optional().describe('By default what it asserts.'),
    token: assertedToken.optional().describe('Acts as any identity that accepts it.'),
    person: text.optional().describe('The e-mail address or the uid of a person.'),
    can: z
      .array(text)
      .min(1)
      .optional()
      .describe('All of these capabilities are held in each of the groups; `repo.*` is each of a kind.'),
    cannot: z.array(text).min(1).optional().describe('None of these capabilities is held in any of the groups.'),
    where: z
      .array(text)
      .min(1)
      .describe('Paths or uids of groups: `acme/prod/**` is `acme/prod` and everything beneath.'),
  })
  .refine(({ token, person }) => (token === undefined) !== (person === undefined), 'give either "token" or "person"')
  .refine(({ can, cannot }) => (can === undefined) !== (cannot === undefined), 'give either "can" or "cannot"')
  // What the two checks above say, for the JSON schema.
  .meta({ allOf: [either, asserted] });

const accessLimit = z.strictObject({
  can: z
    .array(text)
    .min(1)
    .optional()
    .describe('Dotted capabilities; `role_bindings.*` is each of a kind. By default all.'),
  where: z
    .array(text)
    .min(1)
    .optional()
    .describe('Paths of groups: `acme/prod/**` includes everything beneath. By default all.'),
});

const schema = z
  .strictObject({
    $schema: z.string().optional(),
    owners: z
      .array(text)
      .optional()
      .describe('Whose tokens identities are meant to accept: owners at GitHub, GitLab and so on.'),
    trustedIssuers: z
      .array(text)
      .optional()
      .describe('Issuers that belong to the organization: values of the claim `iss` of its own servers and clusters.'),
    trustedAccounts: z
      .array(text)
      .optional()
      .describe(
        'Accounts that belong to the organization: AWS accounts, Google projects, Azure tenants, service principals.',
      ),
    anchored: z
      .boolean()
      .optional()
      .describe('Whether the service matches patterns with whole values. By default false.'),
    appliesAs: text.optional().describe('The identity that applies: its path or its uid.'),
    minimumOwners: z.int().min(0).optional().describe('By default 2.'),
    maximumRemoval: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The largest part of the bindings, or of another kind, that may go at once. By default 0.25.'),
    exclusive: z
      .array(text)
      .optional()
      .describe(
        'Paths of groups in which the plans manage every grant: `acme/prod/**` is `acme/prod` and everything beneath.',
      ),
    names: z
      .record(z.string().refine(isUid, 'is no uid'), text)
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
  .describe('What an organization wants of the reviews of its plans, and what it accepts.');

/**
 * The types that users import are written out, in `configuration.ts`: of what is derived from a schema an editor shows no
 * description, and every project that compiles against this package would have to understand the types of zod. So each of
 * the two says what the other says, to the last field, or this does not compile.
 */
export const configurationSchema: IsSame<Plain<z.output<typeof schema>>, Plain<ReviewConfiguration>> extends true
  ? z.ZodType<ReviewConfiguration>
  : never = schema;

/** Whoever is given a configuration changes nothing of it; how a type is put together makes no difference. */
type Plain<T> = T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T;

/** Optional fields count, too: whatever lacks one could be assigned. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- by them the compiler compares for identity
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
