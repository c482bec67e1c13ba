import { asText, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Task } from '../task.ts'

/** Something to play that a task has made. */
export interface Media {
  readonly kind: 'video' | 'audio'
  /** Which of several: the place of a song in the result. */
  readonly part: number
}

const KINDS = ['video', 'audio'] as const

/** What a finished task has made; nothing for drawings and lyrics. */
export function mediaOf(task: Pick<Task, 'platform' | 'action' | 'status' | 'result'>): readonly Media[] {
  if (task.status !== 'SUCCESS') return []
  if (task.platform === 'video') return [{ kind: 'video', part: 0 }]
  if (task.platform !== 'suno' || task.action !== 'MUSIC') return []
  return clipsOf(task).flatMap((_, part) =>
    KINDS.flatMap((kind) => (addressOf(task, { kind, part }) === undefined ? [] : [{ kind, part }])),
  )
}

/** Where the vendor keeps a song's sound or film. */
export function addressOf(task: Pick<Task, 'result'>, { kind, part }: Media): string | undefined {
  const address = asText(clipsOf(task)[part]?.[`${kind}_url`])
  return /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '') ? address : undefined
}

/** A result may be one song or a list of them. Parts count in the list as the vendor sent it. */
function clipsOf({ result }: Pick<Task, 'result'>): readonly (JsonObject | undefined)[] {
  const { data } = result
  return (Array.isArray(data) ? data : [data]).map((each) => objectsOf([each ?? null])[0])
}
