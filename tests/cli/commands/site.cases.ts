import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandCases } from './command-case.ts'
import { userPassword, type World } from './world.ts'

/** Writes a price catalogue in dollars per million tokens. @returns the arguments that import it */
async function catalogueFile(world: World, inputs: Readonly<Record<string, string>>): Promise<string> {
  const file = join(await world.directory(), 'catalogue.json')
  const long_prompt = { above: 200_000, input: '2', output: '1.5' }
  const rows = Object.entries(inputs).map(([model, input]) => ({
    models: [model],
    input,
    long_prompt,
    source: 'vendor',
  }))
  const sources = { vendor: { title: 'Prices', url: 'https://vendor.example/prices', as_of: '2026-11-01' } }
  writeFileSync(file, JSON.stringify({ sources, token_prices: rows }))
  return `${file} --yes`
}

/** Cases of the commands for settings, prices, groups, the log and the ledger. */
export const cases: CommandCases = {
  'option list': { good: '' },
  'option get': { good: 'RetryTimes', missing: 'NoSuchOption', quiet: 'text' },
  'option set': {
    good: (_, n) => `RetryTimes ${n % 9}`,
    missing: { none: 'an unknown name is a value that is refused: 7' },
    invalid: 'RetryTimes many',
  },
  'option unset': {
    good: async ({ admin }) => {
      await admin.setOption('DataExportInterval', '9')
      return 'DataExportInterval'
    },
    alsoGood: ['SMTPPort'],
    missing: 'NoSuchOption',
    invalid: { none: 'takes nothing but a name' },
  },
  'price list': {
    good: '',
    alsoGood: ['--model gpt --source explicit --group default'],
    signedOut: { none: 'prices may be public' },
  },
  'price get': { good: 'gpt-4o-mini', missing: 'no-such-model', signedOut: { none: 'prices may be public' } },
  'price set': {
    good: (_, n) => `my-model --ratio ${n} --completion 4`,
    alsoGood: [
      (_, n) => `my-picture-${n} --per-call 0.04`,
      (_, n) => `in-dollars --input ${n} --output 8 --cache-read 0.1`,
    ],
    missing: { none: 'it makes what is not there' },
    invalid: 'my-model --ratio 999999999',
  },
  'price delete': {
    good: async ({ admin }, n) => {
      const entries = [{ key: 'ModelRatio', name: `doomed-${n}`, value: '2' }]
      await admin.call('PUT', '/api/option/entries', { entries })
      return `doomed-${n} --yes`
    },
    alsoGood: ['no-such-model --if-exists --yes'],
    missing: 'no-such-model --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  'price reset': {
    good: 'gpt-4o-mini',
    missing: 'no-such-model',
    invalid: { none: 'takes nothing but a name' },
  },
  'price update': {
    good: (world, n) => catalogueFile(world, { [`from-catalogue-${n}`]: '2.5' }),
    missing: { none: 'it makes what is not there' },
    invalid: (world) => catalogueFile(world, { 'too-dear': '999999999' }),
  },
  'group list': { good: '', alsoGood: ['--every'] },
  'group get': { good: 'vip', missing: 'nobody' },
  'group set': {
    good: (_, n) => `svip --ratio ${n} --description 'The best'`,
    alsoGood: [(_, n) => `made-${n} --hidden`],
    missing: { none: 'it makes what is not there' },
    invalid: 'svip --ratio 999999999',
  },
  'group delete': {
    good: async ({ admin }, n) => {
      const entries = [{ key: 'GroupRatio', name: `doomed-${n}`, value: '2' }]
      await admin.call('PUT', '/api/option/entries', { entries })
      return `doomed-${n} --yes`
    },
    alsoGood: ['nobody --if-exists --yes'],
    missing: 'nobody --yes',
    invalid: 'default --yes',
  },
  top: { good: '--once', alsoGood: ['--by model', '--by user --once', '--by token --filter nothing'] },
  logs: { good: '--limit 20', alsoGood: ['--self --limit 5'] },
  'log archive': {
    good: async (world, n) => `--before 1m --to ${join(await world.directory(), `log-${n}.jsonl.gz`)}`,
    existing: async (world) => {
      const file = join(await world.directory(), 'log.jsonl.gz')
      writeFileSync(file, 'something else')
      return `--before 1m --to ${file}`
    },
  },
  explain: {
    good: ({ requestId }) => requestId,
    alsoGood: ['--model gpt-4o-mini', '--model no-such-model --group vip'],
    missing: 'req_00000000000000000000000000',
    quiet: 'text',
  },
  audit: { good: '' },
  trail: {
    good: '--since 1d --limit 5',
    alsoGood: [
      '--by root --kind option --action option.set',
      '--search retry --target RetryTimes --until 0m',
    ],
  },
  wallet: { good: '', quiet: 'text' },
  checkin: {
    good: async ({ admin }) => {
      await admin.setOption('CheckInEnabled', 'true')
      return '--if-due'
    },
    alsoGood: ['--status'],
    invalid: { none: 'takes no value' },
  },
  invite: {
    good: '',
    alsoGood: [
      async ({ admin, url }, n) => {
        await admin.setOption('QuotaForInviter', '500000')
        const aff_code = await admin.call<string>('GET', '/api/user/aff')
        const answer = await fetch(`${url}/api/user/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: `guest-${n}`, password: userPassword, aff_code }),
        })
        if (!answer.ok) throw new Error(await answer.text())
        return '--transfer 1usd'
      },
    ],
    invalid: '--transfer 499999',
  },
  redeem: {
    good: async ({ createCode }, n) => createCode(`gold-${n}`),
    missing: { none: 'a code that does not exist is a value that is refused: 7' },
    invalid: 'nonsense',
  },
}
