import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTokenBudgets, readWallets } from '../../../../src/daemon/ledger/wallets.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('what people see of a wallet and of tokens is one statement each, so an allowance taken meanwhile is in all of it or in none', async () => {
  const { knex } = api.services
  const statements: string[] = []
  const note = ({ sql }: { readonly sql: string }) => void statements.push(sql)
  knex.on('query', note)
  try {
    expect((await readWallets(knex, [api.root.id])).size).toBe(1)
    await readTokenBudgets(knex, [1])
  } finally {
    knex.off('query', note)
  }
  expect(statements.filter((sql) => /wallets|holds|token_budgets/.test(sql))).toHaveLength(2)
})
