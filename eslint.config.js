import tseslint from 'typescript-eslint'

/**
 * Biome does the linting, of the console too, its promises that nobody awaits included. This one rule stands beside it: a
 * Knex query is a thenable, not a promise; one that nobody awaits never runs, and only this rule sees it. Queries are the
 * daemon's alone, so nothing else is looked at: reading the types of the console once more takes 20 s.
 */
export default [
  {
    files: ['src/daemon/**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { project: ['./tsconfig.json'] } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          checkThenables: true,
          // A reply and an application can be awaited, but what they are told takes effect without it.
          allowForKnownSafePromises: [
            { from: 'package', name: ['FastifyReply', 'FastifyInstance'], package: 'fastify' },
          ],
        },
      ],
    },
  },
]
