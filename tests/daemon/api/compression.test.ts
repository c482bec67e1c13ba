import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ask = (url: string, encodings: string) =>
  api.app.inject({ method: 'GET', url, headers: { ...api.root.headers, 'accept-encoding': encodings } })

describe('finding console 7: answers of the management API are compressed', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ] as const)(
    'by %s for a client that takes it, to less than a third',
    async (encoding, accepted, unpack) => {
      const plain = await ask('/api/option/', 'identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.rawPayload.length).toBeGreaterThan(16_384)
      const packed = await ask('/api/option/', accepted)
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringMatching(/accept-encoding/i),
      })
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
      expect(JSON.parse(unpack(packed.rawPayload).toString())).toEqual(plain.json())
    },
  )

  it('above a kilobyte only', async () => {
    const answer = await ask('/api/group/', 'br')
    expect(answer.rawPayload.length).toBeLessThan(1024)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it('but never events, which would wait in the buffer of the compressor', async () => {
    const abort = new AbortController()
    const response = await fetch(`${api.url}/api/event/`, {
      headers: { ...api.root.headers, 'accept-encoding': 'br' },
      signal: abort.signal,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    abort.abort()
  })
})
