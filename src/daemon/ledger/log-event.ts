import type { Language } from '../language.ts'

/** An amount as the site displayed it when it was booked. */
export interface LoggedAmount {
  /** Quota units. */
  readonly quota: number
  /** Decimal text; absent if the site displayed quota units. */
  readonly dollars?: string
}

/** An event by its kind and values. Rows keep it for years, so kinds and values must never be renamed. */
export type LogEvent =
  | { readonly kind: 'redeemed'; readonly amount: LoggedAmount }
  | { readonly kind: 'checked-in'; readonly amount: LoggedAmount }
  | { readonly kind: 'earnings-transferred'; readonly amount: LoggedAmount }
  | {
      readonly kind: 'rebate-earned'
      readonly amount: LoggedAmount
      readonly percentage: string
      readonly guest: string
    }
  | { readonly kind: 'rebate-caused'; readonly amount: LoggedAmount; readonly percentage: string }
  /** `paid` is the amount with its currency, such as `73.00 CNY`. `isLate` is true if the order had already expired. */
  | {
      readonly kind: 'topped-up'
      readonly amount: LoggedAmount
      readonly paid: string
      readonly isLate: boolean
    }
  | { readonly kind: 'payment-reversed'; readonly amount: LoggedAmount; readonly order: string }
  | { readonly kind: 'payment-restored'; readonly amount: LoggedAmount; readonly order: string }
  /** `task` is the id that clients see. */
  | { readonly kind: 'task-refunded'; readonly amount: LoggedAmount; readonly task: string }
  | { readonly kind: 'rebate-reversed'; readonly amount: LoggedAmount }
  | { readonly kind: 'rebate-restored'; readonly amount: LoggedAmount }
  | { readonly kind: 'welcome-gift'; readonly quota: number }
  | { readonly kind: 'invitee-gift'; readonly quota: number }
  | { readonly kind: 'inviter-gift'; readonly quota: number; readonly guest: string }
  /** `quota` is exact decimal text, negative if quota was taken. */
  | { readonly kind: 'admin-booked'; readonly admin: string; readonly quota: string; readonly note: string }
  | { readonly kind: 'admin-changed-balance'; readonly admin: string; readonly quota: string }

type Kind = LogEvent['kind']
type EventOf<K extends Kind> = Extract<LogEvent, { readonly kind: K }>

/** The text of every kind in both languages. */
const texts: {
  readonly [K in Kind]: (event: EventOf<K>) => Readonly<Record<Language, string>>
} = {
  redeemed: ({ amount }) => ({
    en: `Redeemed a code: ${money(amount).en}`,
    zh: `兑换码充值：${money(amount).zh}`,
  }),
  'checked-in': ({ amount }) => ({
    en: `Checked in: ${money(amount).en}`,
    zh: `签到奖励：${money(amount).zh}`,
  }),
  'earnings-transferred': ({ amount }) => ({
    en: `Earnings of invitations moved to the balance: ${money(amount).en}`,
    zh: `邀请收益转入余额：${money(amount).zh}`,
  }),
  'rebate-earned': ({ amount, percentage, guest }) => ({
    en: `Rebate of ${percentage}% on a top-up by ${guest}: ${money(amount).en}`,
    zh: `获得用户 ${guest} 充值的 ${percentage}% 返利：${money(amount).zh}`,
  }),
  'rebate-caused': ({ amount, percentage }) => ({
    en: `This top-up brought your inviter a rebate of ${percentage}%: ${money(amount).en}`,
    zh: `您的充值为邀请人带来 ${percentage}% 返利：${money(amount).zh}`,
  }),
  'topped-up': ({ amount, paid, isLate }) => ({
    en: `Online top-up: ${money(amount).en} credited, ${paid} paid${isLate ? ' (after the order had expired)' : ''}`,
    zh: `在线充值：到账 ${money(amount).zh}，支付 ${paid}${isLate ? '（订单过期后支付）' : ''}`,
  }),
  'payment-reversed': ({ amount, order }) => ({
    en: `Payment refunded or reversed, ${money(amount).en} taken back: order ${order}`,
    zh: `支付已退款或撤销，扣回 ${money(amount).zh}：订单 ${order}`,
  }),
  'payment-restored': ({ amount, order }) => ({
    en: `Reversal of a payment withdrawn, ${money(amount).en} credited again: order ${order}`,
    zh: `支付撤销已取消，恢复 ${money(amount).zh}：订单 ${order}`,
  }),
  'task-refunded': ({ amount, task }) => ({
    en: `Task ${task} failed, ${money(amount).en} returned`,
    zh: `任务 ${task} 失败，返还 ${money(amount).zh}`,
  }),
  'rebate-reversed': ({ amount }) => ({
    en: `Rebate taken back because the payment was refunded: ${money(amount).en}`,
    zh: `因支付退款扣回返利：${money(amount).zh}`,
  }),
  'rebate-restored': ({ amount }) => ({
    en: `Rebate credited again because the payment counts again: ${money(amount).en}`,
    zh: `因支付恢复，返利重新到账：${money(amount).zh}`,
  }),
  'welcome-gift': ({ quota }) => ({
    en: `Balance for new users: ${quota}`,
    zh: `新用户初始额度：${quota}`,
  }),
  'invitee-gift': ({ quota }) => ({
    en: `For signing up with an invite code: ${quota}`,
    zh: `使用邀请码注册的奖励：${quota}`,
  }),
  'inviter-gift': ({ quota, guest }) => ({
    en: `For inviting ${guest}: ${quota}`,
    zh: `邀请用户 ${guest} 的奖励：${quota}`,
  }),
  'admin-booked': ({ admin, quota, note }) => ({
    en: `Administrator ${admin} booked ${quota}${note === '' ? '' : `: ${note}`}`,
    zh: `管理员 ${admin} 调整额度 ${quota}${note === '' ? '' : `：${note}`}`,
  }),
  'admin-changed-balance': ({ admin, quota }) => ({
    en: `Administrator ${admin} changed the balance by ${quota}`,
    zh: `管理员 ${admin} 修改余额，变动 ${quota}`,
  }),
}

const money = ({ quota, dollars }: LoggedAmount): Readonly<Record<Language, string>> =>
  dollars === undefined
    ? { en: `${quota} quota`, zh: `${quota} 额度` }
    : { en: `$${dollars}`, zh: `$${dollars}` }

/** Returns the text of an event. */
export const describeEvent = (event: LogEvent, language: Language): string =>
  (texts[event.kind] as (event: LogEvent) => Readonly<Record<Language, string>>)(event)[language]

const memberOfOther = 'event'

/** Returns the JSON text stored in `other` of the log row. */
export const storedEvent = (event: LogEvent): string => JSON.stringify({ [memberOfOther]: event })

/** @returns undefined if `other` has no event, as in rows of calls and in rows older than events, or an unknown one */
export function readEvent(other: string): LogEvent | undefined {
  if (!other.startsWith(`{"${memberOfOther}":`)) return undefined
  try {
    const event: unknown = JSON.parse(other)[memberOfOther]
    return isEvent(event) ? event : undefined
  } catch {
    return undefined
  }
}

const isEvent = (value: unknown): value is LogEvent =>
  typeof value === 'object' && value !== null && 'kind' in value && Object.hasOwn(texts, String(value.kind))

/** A character that no text contains. It marks the position of a value. */
const VALUE = '\0'
const sample = {
  amount: { quota: 0, dollars: VALUE },
  percentage: VALUE,
  guest: VALUE,
  admin: VALUE,
  quota: VALUE,
  note: VALUE,
  paid: VALUE,
  order: VALUE,
  task: VALUE,
  isLate: false,
}

/**
 * Returns how `other` begins in rows whose Chinese text begins with these words, for searching. The English text is in the
 * row itself.
 *
 * @param words beginning of a text, at most up to its first value
 */
export function storedBeginnings(words: string): readonly string[] {
  return (Object.keys(texts) as Kind[])
    .filter((kind) => {
      const text = describeEvent({ ...sample, kind } as unknown as LogEvent, 'zh')
      return (text.split(VALUE)[0] ?? '').replace(/\$$/, '').startsWith(words)
    })
    .map((kind) => `${storedEvent({ kind } as LogEvent).slice(0, -2)},`)
}
