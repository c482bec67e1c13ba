import type { Phrase } from '../phrases/phrases.ts'
import { share } from './figures.ts'
import type { Sums } from './series.ts'
import { errorShare, type TopRow } from './top-rows.ts'
import { overflowKey } from './traffic.ts'

/** Returns the name to show, with a placeholder if there is none. */
export function nameText({ name }: Pick<TopRow, 'name'>, phrase: Phrase): string {
  if (name === overflowKey) return phrase('top.others')
  return name === '' ? phrase('top.noName') : name
}

/**
 * Returns the share of failed requests, or undefined if there are none but failed requests may be missing from the log,
 * because that proves nothing.
 */
export const knownErrorShare = (
  sums: Pick<Sums, 'calls' | 'errors'>,
  errorsAreLogged: boolean | undefined,
): number | undefined => (sums.errors === 0 && errorsAreLogged !== true ? undefined : errorShare(sums))

export const errorText = (
  sums: Pick<Sums, 'calls' | 'errors'>,
  errorsAreLogged: boolean | undefined,
): string => share(knownErrorShare(sums, errorsAreLogged))

/** Formats the local time of day. @param ms unix milliseconds */
export function timeOfDay(ms: number, withSeconds: boolean): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes
}

/** Describes why a channel is off, `since 13:40: 401 …`; undefined if it was not disabled automatically. */
export function offText(row: TopRow, phrase: Phrase): string | undefined {
  const { channel } = row
  if (channel?.status !== 'auto-disabled') return undefined
  if (channel.since === 0) return channel.reason
  return phrase('top.since', { time: timeOfDay(channel.since * 1000, false), reason: channel.reason })
}
