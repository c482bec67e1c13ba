export const orders = {
  title: '充值订单',
  lead: '所有用户的在线充值订单。',
  refused: '被拒绝的支付通知',
  search: '订单号、流水号或用户名',
  late: '过期后支付',
  partlyRefunded: '已退 {{money}}',
  column: {
    number: '订单号',
    user: '用户',
    state: '状态',
    quota: '额度',
    money: '金额',
    refunded: '已退款',
    method: '支付方式',
    created: '创建时间',
    paid: '支付时间',
    actions: '操作',
  },
  state: { all: '全部', pending: '待支付', paid: '已支付', expired: '已过期', refunded: '已退款' },
  refund: {
    action: '退款',
    named: '退款：订单 {{number}}',
    title: '订单退款',
    text: '{{username}} 支付的 {{money}} {{currency}}。相应额度和邀请返利将一并扣回，余额可能变为负数。',
    already: '该订单此前已退款 {{money}} {{currency}}。',
    byHand: '请先在易支付平台退款，此处仅登记退款并扣回额度。',
    money: '退款金额',
    moneyHint: '留空则退还剩余全部金额',
    note: '原因',
    submit: '确认退款',
    done: '订单 {{order}} 已退款，额度已扣回',
  },
  empty: {
    text: '还没有订单。用户在线充值后，订单会显示在这里。',
    settings: '支付设置',
    filtered: '没有符合条件的订单。',
    clear: '显示全部',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    orders: typeof orders
  }
}
