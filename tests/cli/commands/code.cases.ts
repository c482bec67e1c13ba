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
    alsoGood: [
      async ({ createCode }, n) => {
        for (const name of [`off-a-${n}`, `off-b-${n}`]) await createCode(name)
        return `off-a-${n} off-b-${n}`
      },
    ],
    missing: 'welcome nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'code edit': {
    good: (_, n) => `welcome --quota ${n + 1000}`,
    alsoGood: ['welcome --valid-until never'],
    missing: 'nobody --quota 1usd',
    invalid: `welcome --name ${'x'.repeat(21)}`,
  },
  'code stats': { good: '', alsoGood: ['--name welcome'] },
  'code delete-disabled': { good: '--yes', invalid: { none: 'takes nothing' } },
  'code delete-by-name': {
    good: async ({ createCode }, n) => {
      await createCode(`named-${n}`)
      return `named-${n} --yes`
    },
    alsoGood: ['nobody --if-exists --yes'],
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'code delete': {
    good: async ({ createCode }, n) => {
      await createCode(`doomed-${n}`)
      return `doomed-${n} --yes`
    },
    alsoGood: [
      async ({ createCode }, n) => {
        for (const name of [`doomed-a-${n}`, `doomed-b-${n}`]) await createCode(name)
        return `doomed-a-${n} doomed-b-${n} nobody --if-exists --yes`
      },
    ],
    missing: 'welcome nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
}
