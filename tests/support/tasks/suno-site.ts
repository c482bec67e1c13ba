import { startTestRelay, type TestRelay } from '../test-relay.ts'
import { type SunoServer, startSunoServer } from './suno-server.ts'

/** The price of `suno_music`, 0.1 dollars. */
export const MUSIC = 50_000_000n

/** The response format of servers of the public Suno API projects. */
export interface Told {
  readonly code: string
  readonly message: string
  readonly data: unknown
}

/** A daemon with one channel to a Suno server. */
export interface SunoSite {
  readonly relay: TestRelay
  readonly suno: SunoServer
  readonly channelId: number
  submit(
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Told }>
  fetchTask(id: string): Promise<{ readonly status: number; readonly body: Told }>
  close(): Promise<void>
}

export async function startSunoSite(): Promise<SunoSite> {
  const [relay, suno] = await Promise.all([startTestRelay(), startSunoServer()])
  const channelId = await relay.addChannel({
    type: 36,
    key: suno.key,
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  })
  return {
    relay,
    suno,
    channelId,
    submit: async (body, headers = {}) => {
      const response = await relay.post('/suno/submit/music', body, headers)
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Told,
      }
    },
    fetchTask: async (id) => {
      const response = await fetch(`${relay.url}/suno/fetch/${encodeURIComponent(id)}`, {
        headers: { authorization: `Bearer ${relay.key}` },
      })
      return { status: response.status, body: (await response.json()) as Told }
    },
    close: async () => {
      await relay.close()
      await suno.close()
    },
  }
}
