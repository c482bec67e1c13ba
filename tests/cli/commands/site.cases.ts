import type { CommandCases } from './command-case.ts'

/** Settings, prices, groups, the log and the books. */
export const cases: CommandCases = {
  'option list': { good: '' },
  'option get': { good: 'RetryTimes', missing: 'NoSuchOption', quiet: 'text' },
  'option set': {
    good: (_, n) => `RetryTimes ${n % 9}`,
    missing: { none: 'an unknown name is a value that is refused: 7' },
    invalid: 'RetryTimes many',
  },
  'price list': { good: '', signedOut: { none: 'prices may be public' } },
  'group list': { good: '' },
  logs: { good: '--limit 20', alsoGood: ['--self --limit 5'] },
  explain: { good: ({ requestId }) => requestId, missing: 'req_00000000000000000000000000', quiet: 'text' },
  audit: { good: '' },
  redeem: {
    good: async ({ createCode }, n) => createCode(`gold-${n}`),
    missing: { none: 'a code that does not exist is a value that is refused: 7' },
    invalid: 'nonsense',
  },
}
