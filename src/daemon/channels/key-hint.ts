import { createHash } from 'node:crypto'
import type { Channel } from '../channel-types/types.ts'

/** Returns a text that distinguishes the keys of a channel without revealing them. */
export const keyHint = (channelId: number, key: string): string =>
  createHash('sha256').update(`${channelId}\0${key}`).digest('hex').slice(0, 16)

/** Finds the key that a hint was made from; undefined if the channel no longer has it. */
export const keyOfHint = (channel: Channel, hint: string): string | undefined =>
  channel.keys.find((key) => keyHint(channel.id, key) === hint)
