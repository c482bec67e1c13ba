import type { CommandCases } from './command-case.ts'

const tooLong = 'x'.repeat(31)

export const cases: CommandCases = {
  'token list': { good: '' },
  'token get': { good: 'ci', alsoGood: ['ci --show-key'], missing: 'nobody' },
  'token create': {
    good: (_, n) => `--name made-${n} --quota 1usd --models gpt-4o-mini --expires 30d`,
    alsoGood: [(_, n) => `--name team-${n} -n 3 --unlimited`],
    existing: '--name ci',
    invalid: `--name ${tooLong}`,
  },
  'token ensure': {
    good: (_, n) => `--name ci --rate-limit ${n + 1000}/60s`,
    alsoGood: [(_, n) => `--name ensured-${n}`],
    invalid: `--name ${tooLong}`,
  },
  'token enable': {
    good: async ({ admin }, n) => {
      const { id } = await admin.createToken({ name: `on-${n}` })
      await admin.call('PUT', '/api/token/', { id, status: 2 })
      return `on-${n}`
    },
    alsoGood: ['ci'],
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'token disable': {
    good: async ({ admin }, n) => {
      await admin.createToken({ name: `off-${n}` })
      return `off-${n}`
    },
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'token delete': {
    good: async ({ admin }, n) => {
      await admin.createToken({ name: `doomed-${n}` })
      return `doomed-${n} --yes`
    },
    alsoGood: [
      async ({ admin }, n) => {
        for (const name of [`doomed-a-${n}`, `doomed-b-${n}`]) await admin.createToken({ name })
        return `doomed-a-${n} doomed-b-${n} --yes`
      },
      'nobody --if-exists --yes',
    ],
    missing: 'ci nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'token edit': {
    good: (_, n) => `ci --rate-limit ${n + 5000}/60s`,
    alsoGood: ['ci --expires never'],
    missing: 'nobody --unlimited',
    invalid: `ci --name ${tooLong}`,
    existing: async ({ admin }, n) => {
      await admin.createToken({ name: `taken-${n}` })
      return `ci --name taken-${n}`
    },
  },
  'token rotate': {
    good: async ({ admin }, n) => {
      await admin.createToken({ name: `turned-${n}` })
      return `turned-${n} --yes`
    },
    alsoGood: [
      async ({ admin }, n) => {
        await admin.createToken({ name: `overlapping-${n}` })
        return `overlapping-${n} --overlap 24h --yes`
      },
    ],
    missing: 'nobody --yes',
    invalid: async ({ admin }, n) => {
      await admin.createToken({ name: `long-${n}` })
      return `long-${n} --overlap 31d --yes`
    },
  },
  'token end-overlap': {
    good: async ({ admin }, n) => {
      const { id } = await admin.createToken({ name: `ending-${n}` })
      await admin.call('POST', `/api/token/${id}/rotate?overlap_seconds=3600`)
      return `ending-${n} --yes`
    },
    alsoGood: ['ci --yes'],
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
}
