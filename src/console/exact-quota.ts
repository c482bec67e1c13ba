/**
 * Reads quota units from decimal text with up to three places, such as `-200000` or `199.875`.
 * @returns whole thousandths, exact; undefined if the text has another format
 */
export function readExactQuota(text: string): bigint | undefined {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d{1,3}))?$/.exec(text.trim())
  if (!match) return undefined
  const thousandths = BigInt(match[2] ?? '0') * 1000n + BigInt((match[3] ?? '').padEnd(3, '0'))
  return match[1] === '-' ? -thousandths : thousandths
}

/** Formats an amount in thousandths, without trailing zeros. */
export function exactQuotaText(thousandths: bigint): string {
  const size = thousandths < 0n ? -thousandths : thousandths
  const rest = (size % 1000n).toString().padStart(3, '0').replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${size / 1000n}${rest === '' ? '' : `.${rest}`}`
}
