import { vi } from 'vitest'
import { startSunoServer } from '../../support/tasks/suno-server.ts'
import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

/** Creates a finished song of the super administrator. @returns its task ID */
async function handInSong({ admin, url }: World): Promise<string> {
  const suno = await startSunoServer()
  await admin.createChannel({
    name: 'suno-main',
    type: 36,
    key: suno.key,
    base_url: suno.url,
    models: 'suno_music',
  })
  const { key } = await admin.createToken({ name: 'songs', unlimited_quota: true })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ prompt: 'a song of the sea' })
  const answer = await fetch(`${url}/suno/submit/music`, { method: 'POST', headers, body })
  const id = String(((await answer.json()) as { data: unknown }).data)
  suno.move(id, { status: 'SUCCESS' })
  // The daemon polls the upstream every 15 seconds.
  await vi.waitFor(
    async () => {
      const { data } = (await (await fetch(`${url}/suno/fetch/${id}`, { headers })).json()) as {
        data: { status: string }
      }
      if (data.status !== 'SUCCESS') throw new Error(`the song is ${data.status}`)
    },
    { timeout: 60_000, interval: 500 },
  )
  await suno.close()
  return id
}

const songs = new WeakMap<World, Promise<string>>()

/** Returns one finished song, which all commands share. */
export function song(world: World): Promise<string> {
  const known = songs.get(world) ?? handInSong(world)
  songs.set(world, known)
  return known
}

/** Cases of the commands for drawing, music and video tasks. */
export const cases: CommandCases = {
  'task list': {
    good: async (world) => {
      await song(world)
      return ''
    },
    alsoGood: [
      '--platform suno',
      '--status FAILURE',
      '--since 1h',
      '--every --channel suno-main',
      '--every --platform midjourney',
    ],
    missing: '--every --channel nobody',
  },
  'task show': {
    good: song,
    alsoGood: [async (world) => `${await song(world)} --every`],
    missing: 'nobody',
  },
  'task watch': {
    good: song,
    missing: 'nobody',
  },
}
