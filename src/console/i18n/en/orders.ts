import type { English } from '../phrases.ts'

export const orders: English<'orders'> = {
  title: 'Orders',
  lead: 'Online top-ups of all users.',
  refused: 'Refused payment notices',
  search: 'Order, payment or username',
  late: 'paid late',
  partlyRefunded: '{{money}} refunded',
  column: {
    number: 'Order',
    user: 'User',
    state: 'State',
    quota: 'Quota',
    money: 'Amount',
    refunded: 'Refunded',
    method: 'Method',
    created: 'Created',
    paid: 'Paid',
    actions: 'Actions',
  },
  state: {
    all: 'All',
    pending: 'Waiting for payment',
    paid: 'Paid',
    expired: 'Expired',
    refunded: 'Refunded',
  },
  refund: {
    action: 'Refund',
    named: 'Refund order {{number}}',
    title: 'Refund an order',
    text: '{{username}} paid {{money}} {{currency}}. The quota and the inviter’s rebate are taken back; the balance may fall below zero.',
    already: '{{money}} {{currency}} has been refunded already.',
    byHand:
      'Send the money back at the payment service first. This only books the refund and takes the quota back.',
    money: 'Amount to refund',
    moneyHint: 'Empty: all that has not been refunded',
    note: 'Reason',
    submit: 'Refund',
    done: 'Order {{order}} refunded, quota taken back',
  },
  empty: {
    text: 'No orders yet. They appear here when users top up online.',
    settings: 'Payment settings',
    filtered: 'No matching orders.',
    clear: 'Show all',
  },
}
