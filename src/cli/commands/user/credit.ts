import { usageError } from '../../cli-error.ts'
import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { quotaText, toThousandths } from '../../input/amount.ts'
import { amountOf } from '../../input/parsers.ts'
import { fields } from '../../output-schema.ts'
import { findUser } from './user-object.ts'

export const userCredit = defineCommand({
  path: 'user credit',
  summary: {
    en: 'Adds or deducts quota as one ledger entry',
    zh: '为用户增加或扣除额度（一条账目）',
  },
  examples: [
    'tollgate user credit alice 5usd --note "refund of March"',
    'tollgate user credit alice 250000 --idempotency-key refund-2026-03',
    'tollgate user credit alice --yes -- -1usd',
  ],
  effect: 'destroy',
  hasDryRun: true,
  showsMoney: true,
  args: {
    user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' },
    amount: {
      name: '<amount>',
      help: {
        en: '5usd or 250000 (quota units); negative to deduct',
        zh: '5usd 或 250000（额度单位），负数为扣除',
      },
      parse: amountOf('<amount>'),
    },
  },
  options: {
    note: {
      flag: '--note <text>',
      help: { en: 'Reason, recorded in the ledger entry and the log', zh: '备注，写入账目和日志' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['creditUser'],
  output: fields({
    id: 'integer',
    username: 'string',
    delta_exact: 'string',
    quota_exact: ['string', 'null'],
  }),
  run: async ({ user, amount, note, dryRun }, context) => {
    const { api, confirm, phrase, quotaPerUnit, say } = context
    const thousandths = toThousandths(amount, amount.unit === 'usd' ? await quotaPerUnit() : 1)
    if (thousandths === undefined || thousandths === 0n)
      throw usageError(phrase('usage.amount', { text: amount.text, flag: '<amount>' }))
    const { id, username } = await findUser(user, context)
    const delta = quotaText(thousandths)
    // Adding quota can be undone; deducting it may stop running work.
    if (thousandths < 0n) await confirm(phrase('confirm.debit', { name: username, quota: delta }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { id, username, delta_exact: delta, quota_exact: null }
    }
    const booked = await api.post('/api/user/credit', { body: { id, delta, ...given({ note }) } })
    return { id, username, delta_exact: booked.delta_exact, quota_exact: booked.quota_exact }
  },
  details: {
    fields: [
      'id',
      'username',
      {
        key: 'delta_exact',
        heading: { en: 'recorded', zh: '入账' },
        value: ({ delta_exact: delta }, { money }) => money.both(delta),
      },
      {
        key: 'quota_exact',
        heading: { en: 'balance', zh: '余额' },
        value: ({ quota_exact: quota }, { money }) => (quota === null ? '-' : money.both(quota)),
      },
    ],
  },
})
