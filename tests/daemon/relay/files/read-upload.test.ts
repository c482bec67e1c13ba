import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyPace } from '../../../../src/daemon/http/read-body.ts'
import { readUpload } from '../../../../src/daemon/relay/files/read-upload.ts'
import { connectTo } from '../../../faults/raw-http.ts'

let server: Server
let connection: ReturnType<typeof connectTo>
let first: ServerResponse | undefined
let upload: Promise<string> | undefined

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  first = undefined
  upload = undefined
  server = createServer((request, response) => {
    if (request.url === '/first') first = response
    else upload = text(readUpload(request, { bytesMax: 5000, onArrival: () => undefined }))
    // Prevents an unhandled rejection until the test awaits it.
    upload?.catch(() => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  connection = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(() => {
  vi.useRealTimers()
  connection.close()
  server.close()
})

describe('an upload behind a request that is still being answered', () => {
  beforeEach(async () => {
    connection.send(
      'GET /first HTTP/1.1\r\nhost: gateway\r\n\r\nPOST /second HTTP/1.1\r\nhost: gateway\r\ncontent-length: 10\r\n\r\nhalf',
    )
    await vi.waitUntil(() => upload !== undefined, { timeout: 60_000 })
    await vi.advanceTimersByTimeAsync(5 * bodyPace.graceMs)
    first?.end('one')
    await connection.until((received) => received.includes('one'))
  })

  it('has its full time after that answer', async () => {
    await vi.advanceTimersByTimeAsync(bodyPace.graceMs / 2)
    connection.send('-and-m')
    expect(await upload).toBe('half-and-m')
  })

  it('is too slow when nothing comes in that time', async () => {
    const refused = expect(upload).rejects.toMatchObject({ code: 'body_too_slow' })
    await vi.advanceTimersByTimeAsync(2 * bodyPace.graceMs)
    await refused
  })
})
