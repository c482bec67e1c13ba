import type { CommandCases } from './command-case.ts'

export const cases: CommandCases = {
  'user list': { good: '', alsoGood: ['--role user --status banned', '--role root --status enabled'] },
  'user get': { good: 'alice', missing: 'nobody' },
  'user create': {
    good: (_, n) => `--username made${n} --display-name Made --password-env PASSWORD`,
    existing: '--username alice --password-env PASSWORD',
    invalid: '--username much-too-long-a-name --password-env PASSWORD',
  },
  'user enable': {
    good: async ({ admin, createUser }, n) => {
      await admin.call('POST', '/api/user/manage', { id: await createUser(`on${n}`), action: 'disable' })
      return `on${n}`
    },
    alsoGood: ['alice'],
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'user disable': {
    good: async ({ createUser }, n) => {
      await createUser(`off${n}`)
      return `off${n} --yes`
    },
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'user edit': {
    good: (_, n) => `alice --display-name Alice${n}`,
    alsoGood: [
      async ({ createUser }, n) => {
        await createUser(`ed${n}`)
        return `ed${n} --username ex${n} --password-env PASSWORD`
      },
    ],
    missing: 'nobody --group vip',
    existing: 'alice --username root',
    invalid: 'alice --group no-such-group',
  },
  'user promote': {
    good: async ({ createUser }, n) => {
      await createUser(`up${n}`)
      return `up${n}`
    },
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'user demote': {
    good: async ({ admin, createUser }, n) => {
      await admin.call('POST', '/api/user/manage', { id: await createUser(`dn${n}`), action: 'promote' })
      return `dn${n} --yes`
    },
    alsoGood: ['alice --yes'],
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'user delete': {
    good: async ({ createUser }, n) => {
      await createUser(`gone${n}`)
      return `gone${n} --yes`
    },
    alsoGood: [
      async ({ createUser }, n) => {
        for (const name of [`ga${n}`, `gb${n}`]) await createUser(name)
        return `ga${n} gb${n} --yes`
      },
      'nobody --if-exists --yes',
    ],
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'user credit': {
    good: 'alice --note test --yes -- -1',
    missing: 'nobody 1usd',
    invalid: 'alice 99999999999999',
  },
}
