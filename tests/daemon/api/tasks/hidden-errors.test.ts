import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SunoSite, startSunoSite } from '../../../support/tasks/suno-site.ts'
import { startVideoServer, type VideoServer } from '../../../support/tasks/video-server.ts'
import { type Drawing, startDrawing } from './midjourney-client.ts'

const SAID = 'the words of the vendor'
const HIDDEN = 'the provider returned an error'
const OPTION = 'global.hide_upstream_error_enabled'

let music: SunoSite
let drawing: Drawing
let films: VideoServer
beforeAll(async () => {
  ;[music, drawing, films] = await Promise.all([startSunoSite(), startDrawing(), startVideoServer()])
  await music.relay.addChannel({ key: films.key, base_url: films.url, models: 'sora-2' })
})
afterAll(async () => {
  await Promise.all([music?.close(), drawing?.close(), films?.close()])
})

interface Listed {
  readonly items: readonly { readonly fail_reason: string; readonly data: unknown }[]
}

describe('A-OPT-125: while the site hides errors of its vendors, a task that fails later', () => {
  it('is a song that clients and users read nothing of the vendor’s about, and administrators do', async () => {
    const { relay, suno, fetchTask } = music
    const id = String((await music.submit({ prompt: 'a song' })).body.data)
    suno.move(id, { status: 'FAILURE', fail_reason: SAID, data: { error: SAID } })
    await relay.api.services.tasks.pass()
    expect(JSON.stringify(await fetchTask(id))).toContain(SAID)
    await relay.setOption(OPTION, 'true')
    expect((await fetchTask(id)).body.data).toMatchObject({ fail_reason: HIDDEN, data: null })
    const listed = async (path: string) => {
      const headers = { 'accept-language': 'zh' }
      const { body } = await relay.root.request<Listed>('GET', `${path}?task_id=${id}`, undefined, headers)
      return body.data?.items[0]
    }
    expect(await listed('/api/task/self')).toMatchObject({ fail_reason: '上游返回了错误', data: null })
    expect(await listed('/api/task/')).toMatchObject({ fail_reason: SAID })
    await relay.setOption(OPTION, 'false')
  })

  it('is a video whose error has its code and no words, also in the list', async () => {
    const { relay } = music
    const { id } = await relay.openai.videos.create({ model: 'sora-2', prompt: 'a ship' })
    films.move([...films.videos.keys()].at(-1) ?? '', {
      status: 'failed',
      error: { code: 'odd', message: SAID },
    })
    await relay.api.services.tasks.pass()
    await relay.setOption(OPTION, 'true')
    expect((await relay.openai.videos.retrieve(id)).error).toMatchObject({ message: HIDDEN })
    expect(JSON.stringify((await relay.openai.videos.list()).data)).not.toContain(SAID)
    await relay.setOption(OPTION, 'false')
    expect((await relay.openai.videos.retrieve(id)).error).toEqual({ code: 'odd', message: SAID })
  })

  it('is a drawing that failed with our words, which stay, or with those of the vendor, which do not', async () => {
    const { mj, relay, fetchTask, poll, submit } = drawing
    const [silent, loud] = [
      await submit('/mj/submit/imagine', { prompt: 'x' }),
      await submit('/mj/submit/imagine', { prompt: 'y' }),
    ]
    mj.move(silent.result, { status: 'FAILURE' })
    mj.move(loud.result, { status: 'FAILURE', failReason: SAID })
    await poll()
    await relay.setOption(OPTION, 'true')
    expect((await fetchTask(silent.result)).failReason).toBe('the proxy does not say why')
    expect((await fetchTask(loud.result)).failReason).toBe(HIDDEN)
  })
})
