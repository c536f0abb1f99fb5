import { baseUrlProblem, checkedBaseUrl } from '../../../src/client/transport/option-checks';

describe('the base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/platform//', 'https://api.example.com/platform'],
    [' https://api.example.com:8443\n', 'https://api.example.com:8443'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:1234', 'http://127.0.0.1:1234'],
    ['http://[::1]:1234', 'http://[::1]:1234'],
    ['http://127.255.0.9', 'http://127.255.0.9'],
    ['http://[::ffff:127.0.0.1]:80', 'http://[::ffff:7f00:1]'],
    ['http://0x7f.1:80', 'http://127.0.0.1'],
    ['http://LOCALHOST', 'http://localhost'],
  ])('takes %j as %j', (written, read) => {
    expect(checkedBaseUrl(written, 'baseUrl')).toBe(read);
  });

  it('accepts the path of a gateway with a version', () => {
    for (const path of ['/platform/v2', '/iam', '/iam/versions', '/v2beta1'])
      expect(baseUrlProblem(`https://api.example.com${path}`)).toBeUndefined();
  });

  it.each([
    ['', 'is not a URL'],
    ['api.example.com', 'is not a URL'],
    ['ftp://api.example.com', 'must begin with https://'],
    ['http://api.example.com', 'plain http would expose the token to the network'],
    ['http://localhost.example.com', 'plain http would expose the token to the network'],
    ['http://127.0.0.1.example.com', 'plain http would expose the token to the network'],
    ['https://api.example.com?x=1', 'must end with its path'],
    ['https://api.example.com#x', 'must end with its path'],
    ['https://api.example.com/iam/v2beta1', 'must not contain the path of a version. Remove "/iam/v2beta1"'],
    ['https://api.example.com/platform/iam/v2/', 'Remove "/iam/v2/"'],
    ['http://127.0.0.1:8080/registry/v1/repos', 'Remove "/registry/v1/repos"'],
  ])('refuses %j, because it %s', (written, problem) => {
    expect(baseUrlProblem(written)).toContain(problem);
    expect(() => checkedBaseUrl(written, 'baseUrl')).toThrow(/^baseUrl: /);
  });

  it.each([
    ...[
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.localhost',
      'localhost.',
      'localhosts',
      '127.1.example',
    ],
    ...['127.0.0.1.nip.io', '128.0.0.1', '[::ffff:128.0.0.1]', '[::2]', '0.0.0.0', 'xn--localhost-'],
  ])('refuses plain http to %s: only a literal loopback address or localhost is surely this machine', (host) => {
    expect(baseUrlProblem(`http://${host}`)).toContain('plain http would expose the token to the network');
    expect(baseUrlProblem(`http://${host}:8080/x`)).toContain('localhost, 127.0.0.1 or [::1]');
  });

  it('refuses credentials without repeating them', () => {
    const problem = baseUrlProblem('https://somebody:hunter2@api.example.com');
    expect(problem).toContain('must not contain a user name or password');
    expect(problem).not.toContain('hunter2');
  });
});
