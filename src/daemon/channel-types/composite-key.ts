import { wrongKeyParts } from '../errors/channel-faults.ts'
import { misconfigured } from './addresses.ts'
import { apiKeyField, headerSafeKey } from './openai-family.ts'
import type { Call, ChannelFields } from './types.ts'

/** Keys that are made of parts, written with `|` between them. */
export const KEY_SEPARATOR = '|'

/**
 * A form field for such a key.
 *
 * @param extra a hint that says more than the names of the parts
 * @param fits whether a key has a form it may have, where that is not the number of names
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
 * The parts of a call's key, each with something in it.
 *
 * @throws AppError `channel_misconfigured` when there are others than `lengths`
 */
export function splitKey(call: Call, lengths: readonly number[]): readonly string[] {
  const parts = headerSafeKey(call)
    .split(KEY_SEPARATOR)
    .map((part) => part.trim())
  if (!lengths.includes(parts.length) || parts.includes(''))
    throw misconfigured(call.channel, wrongKeyParts(parts.length))
  return parts
}
