import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const echo = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.pipe(socket)
}).listen(0, '127.0.0.1')
await once(echo, 'listening')

afterAll(() => void echo.close())

let proxy: TcpProxy
let client: Socket

beforeEach(async () => {
  proxy = await startTcpProxy({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port })
  client = connect(proxy.port, '127.0.0.1')
  await once(client, 'connect')
})
afterEach(async () => {
  client.destroy()
  await proxy.close()
})

const exchange = async (text: string): Promise<string> => {
  client.write(text)
  const [bytes] = (await once(client, 'data')) as [Buffer]
  return bytes.toString()
}

describe('a bad network', () => {
  it('passes bytes both ways until told otherwise', async () => {
    expect(await exchange('hello')).toBe('hello')
    expect(proxy.connections).toBe(1)
  })

  it('holds bytes back while stalled and delivers them afterwards', async () => {
    await exchange('before')
    proxy.stall()
    client.write('held')
    let arrived = false
    const arrival = once(client, 'data').then(([bytes]) => {
      arrived = true
      return String(bytes)
    })
    // Another connection gets through in the meantime, which is enough time for bytes that are not held.
    await once(connect(proxy.port, '127.0.0.1'), 'connect')
    expect(arrived).toBe(false)
    proxy.resume()
    expect(await arrival).toBe('held')
  })

  it('resets open connections', async () => {
    await exchange('before')
    const failure = once(client, 'error')
    proxy.cut('reset')
    expect((await failure)[0]).toMatchObject({ code: 'ECONNRESET' })
  })

  it('ends open connections in order', async () => {
    await exchange('before')
    proxy.cut('fin')
    await once(client, 'end')
  })

  it('refuses new connections and takes them again', async () => {
    await exchange('before')
    proxy.refuse(true)
    const refused = connect(proxy.port, '127.0.0.1')
    const [failure] = (await once(refused, 'error')) as [Error]
    expect(failure).toMatchObject({ code: 'ECONNRESET' })
    proxy.refuse(false)
    expect(await exchange('still there')).toBe('still there')
    const again = connect(proxy.port, '127.0.0.1')
    await once(again, 'connect')
    again.destroy()
  })
})
