import { amountWord, managementCall, type ShownAs, shellWord, yamlText } from '../../components/show-as.tsx'
import { type Money, toDateText } from '../../format.ts'
import { type CouponValues, toCreateBody } from './coupon-values.ts'

/** Writes the form's values as a command, an API call and a manifest entry. */
export function couponShownAs(
  values: CouponValues,
  id: number | undefined,
  address: string,
  money: Money,
): ShownAs {
  const { name, quota, count, key, is_gift: isGift, max_uses: maxUses, ...times } = toCreateBody(values)
  const period = { valid_from: times.valid_from ?? 0, valid_until: times.valid_until ?? 0 }
  const amount = amountWord(quota, money.quotaPerUnit)
  const when = (flag: string, seconds: number): readonly string[] =>
    seconds === 0
      ? id === undefined
        ? []
        : [`${flag} never`]
      : [`${flag} ${shellWord(toDateText(seconds))}`]
  const words = [
    // Secrets are passed in the environment: a flag could be read by everybody on the machine.
    ...(id === undefined && key !== '' ? [`CODE=${shellWord(key ?? '')} tollgate code create`] : []),
    ...(id === undefined && key === '' ? ['tollgate code create'] : []),
    ...(id === undefined ? [] : [`tollgate code edit ${id}`]),
    `--name ${shellWord(name || 'NAME')}`,
    `--quota ${amount}`,
    ...(id === undefined && count !== 1 ? [`--count ${count}`] : []),
    ...(id === undefined && key !== '' ? ['--key-env CODE'] : []),
    ...(id === undefined && isGift ? ['--gift'] : []),
    ...(id === undefined && isGift && maxUses !== -1 ? [`--max-uses ${maxUses}`] : []),
    ...when('--valid-from', period.valid_from),
    ...when('--valid-until', period.valid_until),
  ]
  const instant = (name: string, seconds: number): readonly string[] =>
    seconds === 0 ? [] : [`    ${name}: ${new Date(seconds * 1000).toISOString()}`]
  const manifest = [
    'codes:',
    `  ${yamlText(name || 'NAME')}:`,
    `    quota: ${amount}`,
    ...(id === undefined ? [`    count: ${count}`] : []),
    ...(isGift ? ['    gift: true'] : []),
    ...(isGift && maxUses !== -1 ? [`    maxUses: ${maxUses}`] : []),
    ...instant('validFrom', period.valid_from),
    ...instant('validUntil', period.valid_until),
    ...(id === undefined && key !== '' ? ['    key: { env: CODE }'] : []),
  ].join('\n')
  return {
    command: words.join(' \\\n  '),
    call:
      id === undefined
        ? managementCall('POST', address, '/api/redemption/', toCreateBody(values))
        : managementCall('PUT', address, '/api/redemption/', { id, name, quota, ...period }),
    // In a manifest, all codes with one name are a single object, so a single code has no entry.
    ...(id === undefined ? { manifest } : {}),
  }
}
