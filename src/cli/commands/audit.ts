import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'

export const audit = defineCommand({
  path: 'audit',
  summary: { en: 'Recomputes the books; exit 12 when they do not add up', zh: '核对账目；不符时退出码为 12' },
  examples: ['tollgate audit', 'tollgate audit --json'],
  timeoutMs: 600_000,
  run: async (_, { api }) => {
    const { body } = await api.rawGood({ method: 'GET', path: '/api/audit' })
    return body
  },
  exitCode: () => exitCodes.done,
})
