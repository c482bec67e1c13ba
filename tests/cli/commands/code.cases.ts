import type { CommandCases } from './command-case.ts'

export const cases: CommandCases = {
  'code list': { good: '' },
  'code get': { good: 'welcome', missing: 'nobody' },
  'code create': {
    good: (_, n) => `--name made-${n} --quota 1usd -n 2`,
    existing: { none: 'names of codes need not be unique' },
    invalid: `--name ${'x'.repeat(21)} --quota 1usd`,
  },
  'code disable': {
    good: async ({ createCode }, n) => {
      await createCode(`off-${n}`)
      return `off-${n}`
    },
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'code delete': {
    good: async ({ createCode }, n) => {
      await createCode(`doomed-${n}`)
      return `doomed-${n} --yes`
    },
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
}
