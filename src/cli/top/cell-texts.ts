import type { Phrase } from '../phrases/phrases.ts'
import { share } from './figures.ts'
import type { Sums } from './series.ts'
import { errorShare, type TopRow } from './top-rows.ts'
import { overflowKey } from './traffic.ts'

/** The name to show, with a placeholder if there is none. */
export function nameText({ name }: Pick<TopRow, 'name'>, phrase: Phrase): string {
  if (name === overflowKey) return phrase('top.others')
  return name === '' ? phrase('top.noName') : name
}

/**
 * The share of failed requests. If failed requests may be missing from the log, an absence of failures proves nothing,
 * and no share is shown.
 */
export const knownErrorShare = (
  sums: Pick<Sums, 'calls' | 'errors'>,
  errorsAreLogged: boolean | undefined,
): number | undefined => (sums.errors === 0 && errorsAreLogged !== true ? undefined : errorShare(sums))

export const errorText = (
  sums: Pick<Sums, 'calls' | 'errors'>,
  errorsAreLogged: boolean | undefined,
): string => share(knownErrorShare(sums, errorsAreLogged))

/** Local time of day. @param ms unix milliseconds */
export function timeOfDay(ms: number, withSeconds: boolean): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes
}

/** Why a channel is off, `since 13:40: 401 …`; undefined for channels that were not switched off automatically. */
export function offText(row: TopRow, phrase: Phrase): string | undefined {
  const { channel } = row
  if (channel?.status !== 'auto-disabled') return undefined
  if (channel.since === 0) return channel.reason
  return phrase('top.since', { time: timeOfDay(channel.since * 1000, false), reason: channel.reason })
}
