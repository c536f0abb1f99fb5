/** Tests the arguments of a plan in the report. */
import fc from 'fast-check';
import { readPlan, reportedArguments, reviewPlans, withNote } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

test.each<[readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
  [['-refresh=false'], {}, ['-refresh=false']],
  [['-refresh=0', '-refresh=true'], {}, ['-refresh=false']],
  [['-target', 'a.b', '--target=c.d'], {}, ['-target=a.b', '-target=c.d']],
  [['-replace=a.b["x"]', '-destroy', '-refresh-only=false'], {}, ['-replace=a.b["x"]', '-destroy']],
  [['-exclude=a.b', '-exclude-file=f'], {}, ['-exclude=a.b', '-exclude-file=f']],
  [['-var=token=secret', '-var-file=x.tfvars', '-parallelism=2', '-lock=false'], {}, []],
  [[], { TF_CLI_ARGS_plan: '-refresh=false \'-target=a.b["c d"]\'' }, ['-refresh=false', '-target=a.b["c d"]']],
  [[], { TF_CLI_ARGS: '-refresh=false' }, ['-refresh=false']],
  [[], { TF_CLI_ARGS_show: '-anything' }, ['-anything']],
  [['-minimal-refresh', '-invoke=action.a.b'], {}, ['-minimal-refresh', '-invoke=action.a.b']],
  [[], { TF_CLI_ARGS_plan: '-minimal-refresh -invoke action.a.b' }, ['-minimal-refresh', '-invoke=action.a.b']],
  [['-minimal-refresh=false', '-allow-deferral=0', '-destroy=F'], {}, []],
  [['-show-sensitive', '--a_NEW.flag2=x', 'folder'], {}, ['-show-sensitive', '-a_NEW.flag2=x', 'folder']],
  [
    ['-state=other.tfstate', '-backup', '-', '-generate-config-out=x'],
    {},
    ['-state=other.tfstate', '-backup=-', '-generate-config-out=x'],
  ],
  [['-var', '-target=a.b', '-lock-timeout', '1m', '-parallelism', '2'], {}, []],
  [['-input=false', '-no-color', '-compact-warnings', '-detailed-exitcode', '-concise', '-json'], {}, []],
])('%j with %j', (args, env, reported) => {
  expect(reportedArguments(args, env)).toEqual(reported);
});

test('the report lists them, and a targeted plan is partial even if the engine does not report it', () => {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const plan = readPlan(withNote(text, { arguments: ['-refresh=false', '-target=platform_group.shop'] }), 'plan');
  const { plans, findings } = reviewPlans([plan]);
  expect(plans[0]?.arguments).toEqual(['-refresh=false', '-target=platform_group.shop']);
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['partial-plan', 'plan-arguments']));
});

test('a provider block of HCL with only variables is medium, and one with a function call is high', () => {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const findingOf = (expression: object, key = 'platform') => {
    const document = JSON.parse(text) as {
      configuration: { provider_config: Record<string, object> };
      variables?: object;
    };
    document.variables = { url: { value: 'https://api.example.com' } };
    const { platform } = document.configuration.provider_config;
    document.configuration.provider_config = { [key]: { ...platform, expressions: { base_url: expression } } };
    const { findings } = reviewPlans([readPlan(JSON.stringify(document), 'plan')]);
    const found = findings.find(({ id }) => id === 'provider-not-constant');
    return found && `${found.severity}: ${found.reason.split(' platform ')[1]}`;
  };
  const next = 'Write a constant, or leave it to the environment.';
  expect(findingOf({ references: ['var.url'] })).toBe(
    `medium: cannot be proved constant (it depends on var.url). ${next}`,
  );
  expect(findingOf({})).toBe(`high: can have another value when the plan is applied. ${next}`);
  expect(findingOf({ references: ['local.url'] })).toMatch(/^high: /);
  expect(findingOf({ constant_value: '${var.url}', references: ['var.url'] })).toBeUndefined();
  expect(findingOf({ constant_value: 'https://api.example.com' })).toBeUndefined();
  // A variable of a module has the name of another one of the root module, and any value.
  expect(findingOf({ references: ['var.url'] }, 'module.m:platform')).toMatch(/^high: /);
  expect(findingOf({ constant_value: '${var.url}', references: ['var.url'] }, 'module.m:platform')).toMatch(/^high: /);
});

test('every argument that is not known to be harmless is in the report', () => {
  const harmless = /^-(var|var-file|input|lock|lock-timeout|parallelism|no-color|json|concise|deprecation|refresh)$/;
  const name = fc.stringMatching(/^[A-Za-z][\w.-]{0,11}$/);
  fc.assert(
    fc.property(
      name,
      fc.constantFrom('-', '--'),
      fc.option(fc.stringMatching(/^[\w:/.]{1,8}$/)),
      (flag, dash, value) => {
        fc.pre(!harmless.test(`-${flag}`));
        const arg = `${dash}${flag}${value === null ? '' : `=${value}`}`;
        for (const found of [reportedArguments([arg], {}), reportedArguments([], { TF_CLI_ARGS_plan: arg })])
          expect(found.join()).toContain(flag);
      },
    ),
  );
});
