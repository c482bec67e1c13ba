import { safeAddress } from '../../components/tasks/task-parts.tsx'
import type { Task } from './use-tasks.ts'

/** A song, with its audio and video once it is finished, and a link to its cover. */
export interface Clip {
  readonly key: string
  readonly title: string
  readonly status: string
  readonly tags: string
  /** The lyrics. */
  readonly words: string
  readonly media: Task['media']
  readonly cover: string | undefined
}

export interface Lyrics {
  readonly key: string
  readonly title: string
  readonly text: string
}

type Members = Readonly<Record<string, unknown>>

const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Returns the objects in a vendor's data, which is either a single one or a list. */
const all = (data: unknown): readonly Members[] => (Array.isArray(data) ? data : [data]).map(asMembers)

const isEmpty = (members: Members): boolean => Object.keys(members).length === 0

export function clipsOf({ action, status, data, media }: Task): readonly Clip[] {
  if (action !== 'MUSIC' || status === 'FAILURE') return []
  return all(data).flatMap((clip, index) => {
    if (isEmpty(clip)) return []
    const metadata = asMembers(clip.metadata)
    return {
      // Vendors have sent the same song twice, with the same ID.
      key: String(index),
      title: asText(clip.title),
      status: asText(clip.status),
      tags: asText(metadata.tags),
      words: asText(metadata.prompt),
      media: media.filter(({ part }) => part === index),
      cover: safeAddress(clip.image_url) ?? safeAddress(clip.image_large_url),
    }
  })
}

export const lyricsOf = ({ action, data }: Task): readonly Lyrics[] =>
  action === 'LYRICS'
    ? all(data)
        .map(({ title, text }, index) => ({ key: String(index), title: asText(title), text: asText(text) }))
        .filter(({ text }) => text !== '')
    : []

/** Known facts about a video; empty texts for unknown ones. */
export interface VideoFacts {
  readonly seconds: string
  readonly size: string
  /** Unix seconds; 0 = unknown. */
  readonly expiresAt: number
}

/** The last second of the year 9999; vendors have sent later times. */
const LAST_SECOND = 253_402_300_799

export function videoOf({ platform, data }: Task): VideoFacts | undefined {
  if (platform !== 'video') return undefined
  const { seconds, size, expires_at } = asMembers(data)
  const at = Number(asText(expires_at)) || 0
  return { seconds: asText(seconds), size: asText(size), expiresAt: at <= LAST_SECOND ? at : 0 }
}
