import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.demo/', '.site/', 'docs/.vitepress/.temp/', '**/cdktf.out/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-duplicate-imports': 'error',
      // Numbers and booleans read well in a message.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A construct is made for its effect on its scope: `new Group(stack, …)`.
      '@typescript-eslint/no-extraneous-class': 'off',
      // `void` marks a promise that nobody awaits.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression:matches([callee.name=/^generateKeyPair/], [callee.property.name=/^generateKeyPair/])' +
            ':not(:has(Property[key.name="privateKeyEncoding"]):has(Property[key.name="publicKeyEncoding"]))',
          message:
            'Give publicKeyEncoding and privateKeyEncoding: exporting a key object of a generated pair as a JWK can hang the process.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'examples/**/*.ts'],
    rules: {
      // The test runner awaits its tests.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
