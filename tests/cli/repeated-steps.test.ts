import { describe, expect, test } from 'vitest'
import { openRealServer } from './support/real-server.ts'
import { openTerminal } from './support/run-cli.ts'

const { env, api } = await openRealServer()
const terminal = await openTerminal()
const run = (line: string) => terminal.run(line.split(' '), { env })
const names = async (table: string, pattern: string): Promise<string[]> =>
  api.services.knex(table).where('name', 'like', pattern).orderBy('id').pluck('name')

describe('a step that is repeated with its key', () => {
  test('makes one token and prints the same key', async () => {
    const line = 'token create --name ci --quota 5usd -q --idempotency-key deploy-1'
    const [first, again] = [await run(line), await run(line)]
    expect([first.code, first.stderr]).toEqual([0, ''])
    expect(first.stdout).toMatch(/^sk-\w{40,}\n$/)
    expect(again).toEqual(first)
    expect(await names('tokens', 'ci')).toEqual(['ci'])
    expect((await run(`${line.replace(' -q', '')}`)).stderr).toContain('already used')
  })

  test('goes on where a part was made', async () => {
    const line = 'token create --name team -n 3 --unlimited -q --idempotency-key team-1'
    const first = await run(line)
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(3)
    // As if the command had ended between the second and the third token.
    const [, , third] = await names('tokens', 'team%')
    await api.services
      .knex('token_budgets')
      .whereIn(
        'token_id',
        api.services
          .knex('tokens')
          .where({ name: third ?? '' })
          .select('id'),
      )
      .delete()
    await api.services
      .knex('tokens')
      .where({ name: third ?? '' })
      .delete()
    await api.services.knex('api_answers').where({ key: 'team-1-3' }).delete()
    const again = await run(line)
    expect(again.code).toBe(0)
    expect(again.stdout.split('\n').slice(0, 2)).toEqual(first.stdout.split('\n').slice(0, 2))
    expect(await names('tokens', 'team%')).toHaveLength(3)
  })

  test('makes one channel', async () => {
    const line =
      'channel create --type openai --name main --models gpt-4o --key-env UPSTREAM --json --idempotency-key channel-1'
    const make = () => terminal.run(line.split(' '), { env: { ...env, UPSTREAM: 'sk-upstream' } })
    const [first, again] = [await make(), await make()]
    expect([first.code, again.code]).toEqual([0, 0])
    expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id)
    expect(await names('channels', 'main')).toEqual(['main'])
  })

  test('makes one batch of codes', async () => {
    const line = 'code create --name spring --quota 1usd -n 3 -q --idempotency-key codes-1'
    const [first, again] = [await run(line), await run(line)]
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(3)
    expect(again.stdout).toBe(first.stdout)
    expect(await names('redemptions', 'spring')).toHaveLength(3)
  })
})

describe('a key that was used', () => {
  test('does not stand for another step: exit 7, with what to do', async () => {
    await run('code create --name summer --quota 1usd -q --idempotency-key codes-2')
    const other = await run('code create --name summer --quota 2usd -q --idempotency-key codes-2')
    expect([other.code, other.stdout]).toEqual([7, ''])
    expect(other.stderr).toContain('--idempotency-key')
  })

  test('by nobody leaves a taken name a conflict: exit 6', async () => {
    await run('token create --name taken -q')
    expect((await run('token create --name taken -q --idempotency-key fresh')).code).toBe(6)
    expect(await names('tokens', 'taken')).toEqual(['taken'])
  })
})
