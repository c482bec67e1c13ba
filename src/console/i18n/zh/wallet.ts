import { errorTexts } from '../error-texts.zh.gen.ts'

export const wallet = {
  title: '钱包',
  lead: '余额由下面的每一笔记录相加而成。',
  quota: '{{amount}} 额度',
  balance: {
    title: '可用余额',
    entries_other: '{{shown}} 笔',
    sum: '全部记录之和',
    held: '进行中的调用预扣',
    free: '可用余额',
    uneven: '记录之和与余额不符，请告知管理员。',
  },
  redeem: {
    title: '兑换码充值',
    code: '兑换码',
    placeholder: '输入兑换码',
    submit: '兑换',
    get: '获取兑换码',
    required: errorTexts.redeem_code_required,
    noLink: '超级管理员未设置充值链接',
    selfUse: '自用模式下不提供充值。',
    done: '兑换成功，已到账 {{amount}}',
    doneGift: '礼品码兑换成功，已到账 {{amount}}',
  },
  topUp: {
    title: '在线充值',
    disabled: errorTexts.online_topup_disabled,
    amount: '充值数量',
    number: '请输入数字',
    tooLittle: errorTexts.topup_below_minimum,
    equals: '= {{amount}}',
    presets: '常用数量',
    preset: '{{quota}}（{{dollars}}）',
    toPay: '应付金额',
    noPrice: '—',
    zfb: '支付宝',
    wx: '微信',
    notYet: '此版本尚不能在线付款，请使用兑换码。',
  },
  entries: { title: '记录', of: '显示', all: '全部', bookings: '充值与入账', charges: '调用扣费' },
  column: {
    seq: '序号',
    time: '时间',
    kind: '类型',
    about: '关联',
    amount: '金额',
    balance: '之后余额',
    note: '备注',
  },
  kinds: {
    charges: '调用扣费',
    usage: '调用',
    recovered: '调用（中断后补记）',
    late: '调用（迟到补记）',
    redeem: '兑换码',
    topup: '在线充值',
    admin: '管理员调整',
    checkin: '签到',
    signup: '注册赠送',
    inviter: '邀请奖励',
    invitee: '受邀赠送',
    rebate: '返利',
    transfer: '邀请收益划转',
    task_refund: '任务退款',
    reversal: '冲正',
    opening: '期初余额',
  },
  remark: {
    opening: '设置时的余额',
    overrun: '超出预扣',
    late: '迟到',
    clamped: '已封顶',
    recovered: '中断后补记',
  },
  about: { code: '兑换码 {{id}}', row: '查看日志' },
  empty: {
    text: '还没有记录。兑换或获赠额度后，每一笔都会出现在这里。',
    filtered: '没有这一类记录。',
    clear: '显示全部',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    wallet: typeof wallet
  }
}
