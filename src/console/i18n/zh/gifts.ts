import { errorTexts } from '../error-texts.zh.gen.ts'

export const gifts = {
  checkIn: {
    title: '每日签到',
    fixed: '每天签到一次，可获得 {{amount}}。',
    random: '每天签到一次，随机获得 {{least}} 至 {{most}}。',
    submit: '签到',
    done: '今日已签到',
    next: '下次签到：{{time}} 起',
    success: '签到成功，获得 {{amount}}',
    failed: '签到失败，请稍后再试',
  },
  invite: {
    title: '邀请',
    lead: '朋友通过您的链接注册后，您的收益会累计在这里，可随时划转到余额。',
    link: '邀请链接：{{link}}（点击复制）',
    copied: '邀请链接已复制',
    pending: '待划转收益',
    total: '总收益',
    count: '邀请人数',
    transfer: '划转',
  },
  transfer: {
    title: '划转到余额',
    have: '待划转收益：{{amount}}',
    amount: '划转数额',
    number: '请输入数字',
    tooSmall: errorTexts.transfer_too_small,
    tooLarge: '可划转的收益只有 {{available}}',
    submit: '划转到余额',
    success: '已划转 {{amount}} 到余额',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    gifts: typeof gifts
  }
}
