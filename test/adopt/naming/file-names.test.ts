import { fileNames } from '../../../src/adopt/naming/file-names';

test('each group has a file of its own, in lower case and valid on every system', () => {
  const names = ['payments', 'ci bot', 'ci.bot', 'CI-bot', 'con', 'main', '..', '.'];
  expect(fileNames(names, ['main'])).toEqual([
    ...['payments', 'ci-bot', 'ci-bot-2', 'ci-bot-3', 'group-con', 'group-main', 'group', 'group-2'],
  ]);
});

test('a file is never mistaken for a test', () => {
  expect(fileNames(['payments.test'], [])).toEqual(['payments-test']);
});
