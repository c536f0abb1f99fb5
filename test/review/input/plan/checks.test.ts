/** Data sources inside of `check` blocks: the engine reads them when the plan is created, and again when it is applied. */
import { executes, programs, reviewSaved } from './saved-review';

type Json = Record<string, unknown>;

/** The source of each type's provider, and the program that a review finds if nobody trusts the provider. */
const KINDS: Readonly<Record<string, readonly [source: string, program: string | undefined]>> = {
  external: ['registry.terraform.io/hashicorp/external', 'data.external.x'],
  http: ['registry.terraform.io/hashicorp/http', 'provider["registry.terraform.io/hashicorp/http"]'],
  acme_thing: ['registry.opentofu.org/acme/acme', 'provider["registry.opentofu.org/acme/acme"]'],
  platform_role: ['platform-iac.internal/npm/platform', undefined],
};

const inHcl = (type: string, value: string) =>
  `check "c" {\n  data "${type}" "x" {\n    name = ${value}\n  }\n  assert {\n    condition = true\n  }\n}\n`;
const inJson = (type: string, value: string, wrapped: (inner: Json) => unknown) => {
  const assertion = { condition: true, error_message: 'e' };
  const data = wrapped({ [type]: wrapped({ x: wrapped({ name: `\${${value}}` }) }) });
  return JSON.stringify({ check: wrapped({ c: wrapped({ data, assert: wrapped(assertion) }) }) });
};
const SYNTAXES: Readonly<Record<string, (type: string, value: string) => Record<string, string>>> = {
  HCL: (type, value) => ({ 'main.tf': inHcl(type, value) }),
  JSON: (type, value) => ({ 'main.tf.json': inJson(type, value, (inner) => inner) }),
  'lists of JSON': (type, value) => ({ 'main.tf.json': inJson(type, value, (inner) => [inner]) }),
};

/** Adds the read to a plan's JSON, as Terraform shows it: without the functions of its expressions. */
const withRead = (type: string, module: string) => (text: string) => {
  const document = JSON.parse(text) as {
    resource_changes: Json[];
    configuration: { root_module: { resources: Json[]; module_calls?: Json } };
  };
  const read = { address: `data.${type}.x`, mode: 'data', type, name: 'x' };
  const configured = { ...read, provider_config_key: type, expressions: { name: {} } };
  const isInModule = module !== '';
  document.resource_changes.push({
    ...{ ...read, provider_name: KINDS[type]?.[0], action_reason: 'read_because_check_nested' },
    ...(isInModule && { address: `${module}.${read.address}`, module_address: module }),
    change: { actions: ['read'], before: null, after: {}, after_unknown: { name: true } },
  });
  const root = document.configuration.root_module;
  if (isInModule) root.module_calls = { m: { source: './m', module: { resources: [configured] } } };
  else root.resources.push(configured);
  return JSON.stringify(document);
};

const cases = Object.entries(KINDS).flatMap(([type, [source, program]]) =>
  ['', 'module.m'].flatMap((module) =>
    Object.keys(SYNTAXES).map((syntax) => ({ type, source, program, module, syntax })),
  ),
);

test.each(cases)('$type in a check of $syntax in "$module"', ({ type, source, program, module, syntax }) => {
  const review = (value: string, trusted: readonly string[] = []) =>
    reviewSaved(SYNTAXES[syntax]!(type, value), { module, trusted, edit: withRead(type, module) });
  const [one, other] = [review('join("", ["id"])'), review('join("", ["su"])')];
  const address = [module, `data.${type}.x`].filter((part) => part !== '').join('.');
  const isProgram = type === 'external';
  expect(executes(one, 'read')).toMatchObject([
    { address, actions: ['read'], isOpen: true, ...(isProgram && { isProgram }) },
  ]);
  expect(programs(one).filter((subject) => !subject.startsWith('provider['))).toEqual(isProgram ? [address] : []);
  if (program !== undefined) expect(programs(one).some((subject) => subject.endsWith(program))).toBe(true);
  expect(programs(review('"id"', [source]))).toEqual(isProgram ? [address] : []);
  expect(other.digest).not.toBe(one.digest);
  expect(review('join("", ["id"])').digest).toBe(one.digest);
  const severities = one.findings.flatMap(({ id, subject, severity }) =>
    id === 'not-proved' && subject.includes('check') ? [severity] : [],
  );
  expect(severities.toSorted()).toEqual(isProgram ? ['high', 'low'] : ['low']);
});
