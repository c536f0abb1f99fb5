/** A service with control characters in all its responses: none reaches the output of Terraform. */
import { createLog } from '../../src/plugin/goplugin/log';
import { type HostError, startHost } from '../../src/plugin/testing';
import { createProvider } from '../../src/provider/provider';
import { controlsIn, hostile } from '../base/text/hostile';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const uid = `${root}/0123456789abcdef`;

const responses: [string, () => Response][] = [
  [
    'a refusal',
    () =>
      Response.json(
        { code: 7, message: hostile, details: [{ '@type': 'a.RequestInfo', requestId: hostile }] },
        { status: 403 },
      ),
  ],
  [
    'violations',
    () =>
      Response.json(
        {
          code: 3,
          message: hostile,
          details: [
            {
              '@type': 'a.BadRequest',
              fieldViolations: [
                { field: `name.${hostile}`, description: hostile },
                { field: hostile, description: hostile },
              ],
            },
          ],
        },
        { status: 400 },
      ),
  ],
  [
    'preconditions',
    () =>
      Response.json(
        {
          code: 9,
          message: hostile,
          details: [{ '@type': 'a.PreconditionFailure', violations: [{ type: hostile, description: hostile }] }],
        },
        { status: 400 },
      ),
  ],
  ['a page of a proxy', () => new Response(`<title>${hostile}</title>`, { status: 502 })],
  ['objects of another shape', () => Response.json({ groups: [{ uid, name: hostile, description: {} }] })],
  ['an object of that name', () => Response.json({ groups: [{ uid, name: 'a', description: hostile, parent: 7 }] })],
];

test.each(responses)('%s: no control character in a diagnostic or in the log', async (_, response) => {
  const lines: string[] = [];
  const log = createLog({ name: 'platform', env: { TF_LOG: 'trace' }, write: (line) => lines.push(line) });
  const provider = createProvider({
    env: { PLATFORM_BASE_URL: 'https://api.test', PLATFORM_TOKEN: 'secret' },
    fetch: async () => response(),
    sleep: async () => undefined,
  });
  const host = await startHost(provider, {}, { log, terraformVersion: 'in-process' });
  const failures = [
    host.resource('platform_group').apply({ parent_uid: root, name: 'a' }),
    host.resource('platform_group').import(uid),
    host.data('platform_group', { name: hostile.replace(/[^]/g, 'a'), parent_uid: root }),
  ].map((work) => work.then(() => undefined).catch((error: unknown) => error as HostError));
  const errors = (await Promise.all(failures)).filter((error) => error !== undefined);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.flatMap(({ message }) => controlsIn(message))).toEqual([]);
  const logged = lines.flatMap((line) => Object.entries(JSON.parse(line) as object).flat());
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.flatMap((text) => controlsIn(String(text)))).toEqual([]);
});
