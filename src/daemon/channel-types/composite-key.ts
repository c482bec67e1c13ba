import { wrongKeyParts } from '../errors/channel-faults.ts'
import { misconfigured } from './addresses.ts'
import { apiKeyField, headerSafeKey } from './openai-family.ts'
import type { Call, ChannelFields } from './types.ts'

/** Separator between the parts of a composite key. */
export const KEY_SEPARATOR = '|'

/**
 * Builds a form field for a composite key.
 *
 * @param extra a hint in addition to the names of the parts
 * @param fits checks the form of a key, if it does not simply have as many parts as names
 */
export function compositeKeyField(
  parts: readonly string[],
  extra: Partial<ChannelFields['key']> = {},
  fits: (given: readonly string[]) => boolean = ({ length }) => length === parts.length,
): ChannelFields['key'] {
  const form = parts.join(KEY_SEPARATOR)
  return apiKeyField({
    parts,
    separator: KEY_SEPARATOR,
    label: { en: 'Key', zh: '密钥' },
    hint: { en: form, zh: form },
    check: (text) =>
      text
        .split(/[,\n]/)
        .filter((key) => key.trim() !== '')
        .every((key) => fits(key.trim().split(KEY_SEPARATOR)))
        ? undefined
        : { en: `The key has the form ${form}.`, zh: `密钥格式为 ${form}。` },
    ...extra,
  })
}

/**
 * Returns the non-empty parts of a call's key.
 *
 * @throws AppError `channel_misconfigured` if their number is not among `lengths`
 */
export function splitKey(call: Call, lengths: readonly number[]): readonly string[] {
  const parts = headerSafeKey(call)
    .split(KEY_SEPARATOR)
    .map((part) => part.trim())
  if (!lengths.includes(parts.length) || parts.includes(''))
    throw misconfigured(call.channel, wrongKeyParts(parts.length))
  return parts
}
