import type { CommandCases } from './command-case.ts'

const described = '--models gpt-4o-mini --key-env KEY'

export const cases: CommandCases = {
  'channel list': { good: '' },
  'channel get': { good: 'main', missing: 'nobody' },
  'channel create': {
    good: ({ upstream }, n) =>
      `--type openai --name made-${n} --base-url ${upstream.url} --models gpt-4o --key-env KEY`,
    existing: `--type openai --name main ${described}`,
    invalid: `--type nonsense --name a ${described}`,
  },
  'channel ensure': {
    good: (_, n) => `--type openai --name main --weight ${n}`,
    alsoGood: [(_, n) => `--type openai --name ensured-${n} --models m --key-env KEY`],
    invalid: `--type nonsense --name a ${described}`,
  },
  'channel enable': {
    good: async ({ admin }, n) => {
      const { id } = await admin.createChannel({ name: `on-${n}`, key: 'sk-x', models: 'none' })
      await admin.call('PUT', '/api/channel/', { id, status: 2 })
      return `on-${n}`
    },
    alsoGood: ['main'],
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'channel disable': {
    good: async ({ admin }, n) => {
      await admin.createChannel({ name: `off-${n}`, key: 'sk-x', models: 'none' })
      return `off-${n}`
    },
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'channel delete': {
    good: async ({ admin }, n) => {
      await admin.createChannel({ name: `doomed-${n}`, key: 'sk-x', models: 'none' })
      return `doomed-${n} --yes`
    },
    missing: 'nobody --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'channel edit': {
    good: (_, n) => `main --weight ${n + 500}`,
    alsoGood: ['main --key-env KEY', 'main --auto-ban yes --key-env KEY'],
    missing: 'nobody --weight 1',
    existing: async ({ admin }, n) => {
      await admin.createChannel({ name: `taken-${n}`, key: 'sk-x', models: 'none' })
      return `main --name taken-${n}`
    },
    invalid: 'main --type nonsense',
  },
  'channel delete-disabled': { good: '--yes', invalid: { none: 'takes nothing' } },
  'channel tag': {
    good: '',
    alsoGood: [
      async ({ admin }, n) => {
        await admin.createChannel({ name: `tagged-${n}`, key: 'sk-x', models: 'none' })
        return `green-${n} tagged-${n} --enable --priority ${n}`
      },
      async ({ admin }, n) => {
        await admin.createChannel({ name: `untagged-${n}`, key: 'sk-x', models: 'none', tag: `gone-${n}` })
        return `gone-${n} --remove`
      },
      'blue',
    ],
    missing: 'no-such-tag --enable',
    invalid: 'blue --model-mapping {"a":"b","b":"a"}',
  },
  'channel why': {
    good: 'main',
    alsoGood: ['main --model no-such-model', 'main --group vip'],
    missing: 'nobody',
  },
  'channel test': { good: 'main', alsoGood: ['--all --wait 30s'], missing: 'nobody' },
  'channel models': {
    good: 'main',
    alsoGood: [
      '',
      async ({ admin, upstream }, n) => {
        await admin.createChannel({
          name: `fetched-${n}`,
          key: 'sk-upstream-of-the-world-0123456789',
          base_url: upstream.url,
          models: 'none',
          status: 2,
        })
        return `fetched-${n} --save`
      },
    ],
    missing: 'nobody',
    invalid: { none: 'takes nothing but a name' },
  },
  'channel balance': { good: 'main', alsoGood: ['--all --wait 30s'], missing: 'nobody' },
  'channel types': { good: '' },
}
