import { createHash } from 'node:crypto'
import type { Channel } from '../channel-types/types.ts'

/** Tells the keys of a channel apart without saying what they are. */
export const keyHint = (channelId: number, key: string): string =>
  createHash('sha256').update(`${channelId}\0${key}`).digest('hex').slice(0, 16)

/** The key that a hint was made of; undefined when the channel no longer has it. */
export const keyOfHint = (channel: Channel, hint: string): string | undefined =>
  channel.keys.find((key) => keyHint(channel.id, key) === hint)
