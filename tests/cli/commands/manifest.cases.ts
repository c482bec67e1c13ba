import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

/** Writes a manifest with a channel and a token that do not exist yet. */
async function described(world: World, n: number, quota = '1usd'): Promise<string> {
  const path = join(await world.directory(), 'gateway.yaml')
  const lines = [
    'version: 1',
    'owner: world',
    `channels: { described-${n}: { type: openai, models: [gpt-4o], keys: [{ env: KEY }] } }`,
    `tokens: { described-${n}: { quota: ${quota} } }`,
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

export const cases: CommandCases = {
  validate: {
    good: async (world, n) => `-f ${await described(world, n)} --offline`,
    alsoGood: [async (world, n) => `-f ${await described(world, n)}`],
    quiet: 'text',
  },
  plan: { good: async (world, n) => `-f ${await described(world, n)}`, quiet: 'text' },
  diff: { good: async (world, n) => `-f ${await described(world, n)}`, exit: 10, quiet: 'text' },
  apply: {
    good: async (world, n) => `-f ${await described(world, n)} --yes`,
    missing: { none: 'a file that is not there is wrong usage: 2' },
    invalid: async (world, n) => `-f ${await described(world, n, 'much')} --yes`,
    quiet: 'text',
  },
  export: {
    good: async ({ directory }) => `tokens -o ${await directory()}`,
    missing: { none: 'a kind that does not exist is wrong usage: 2' },
    quiet: 'text',
  },
}
