import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { orderMoney, orderState } from './order-object.ts'

export const orderRefund = defineCommand({
  path: 'order refund',
  summary: {
    en: 'Refunds a paid order and takes the quota back (super administrator)',
    zh: '为已支付的订单退款并扣回额度（超级管理员）',
  },
  examples: [
    'tollgate order refund 3f0c9a52be1d4c7788e2a1f6054b9d3e --note "paid twice"',
    'tollgate order refund 3f0c9a52be1d4c7788e2a1f6054b9d3e --money 10.00 --yes',
  ],
  effect: 'destroy',
  showsMoney: true,
  args: { order: { name: '<order>', help: { en: 'Number of the order', zh: '订单号' } } },
  options: {
    money: {
      flag: '--money <amount>',
      help: {
        en: "In the order's currency; default: all that is left",
        zh: '按订单币种计，默认退还剩余全部',
      },
    },
    note: { flag: '--note <text>', help: { en: 'Reason, for the audit trail', zh: '原因，写入审计记录' } },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['refundTopup'],
  output: { $ref: 'TopupOrder' },
  run: async ({ order, money, note }, { api, confirm, phrase }) => {
    await confirm(phrase('confirm.refund', { order }))
    return api.post('/api/topup/{trade_no}/refund', {
      path: { trade_no: order },
      body: { ...given({ money, note }) },
    })
  },
  details: {
    fields: [
      'trade_no',
      'username',
      { key: 'state', value: (order, { phrase }) => orderState(order, phrase) },
      { key: 'money', value: (order) => orderMoney(order) },
      'refunded_money',
    ],
  },
})
