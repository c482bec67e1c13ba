import { asText, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Task } from '../task.ts'

/** Playable content produced by a task. */
export interface Media {
  readonly kind: 'video' | 'audio'
  /** Index of the song in the result, if there are several. */
  readonly part: number
}

const KINDS = ['video', 'audio'] as const

/** Returns the media that a finished task has produced; none for drawings and lyrics. */
export function mediaOf(task: Pick<Task, 'platform' | 'action' | 'status' | 'result'>): readonly Media[] {
  if (task.status !== 'SUCCESS') return []
  if (task.platform === 'video') return [{ kind: 'video', part: 0 }]
  if (task.platform !== 'suno' || task.action !== 'MUSIC') return []
  return clipsOf(task).flatMap((_, part) =>
    KINDS.flatMap((kind) => (addressOf(task, { kind, part }) === undefined ? [] : [{ kind, part }])),
  )
}

/** Returns the vendor's URL of a song's audio or video. */
export function addressOf(task: Pick<Task, 'result'>, { kind, part }: Media): string | undefined {
  const address = asText(clipsOf(task)[part]?.[`${kind}_url`])
  return /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '') ? address : undefined
}

/**
 * Returns the songs in a result, which may be a single song or a list. Parts are indexes in the list as the vendor sent
 * it.
 */
function clipsOf({ result }: Pick<Task, 'result'>): readonly (JsonObject | undefined)[] {
  const { data } = result
  return (Array.isArray(data) ? data : [data]).map((each) => objectsOf([each ?? null])[0])
}
