import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TokenOfAccount } from './account.ts'
import { chatRequest, connectTo, statusesOf } from './raw-http.ts'
import { models, type Site, startSite } from './site.ts'

let site: Site
let token: TokenOfAccount

beforeAll(async () => {
  site = await startSite()
  token = await (await site.createAccount('anna', 100_000_000)).createToken()
})
afterAll(() => site.stop())

const body = JSON.stringify({ model: models.whole.name, messages: [{ role: 'user', content: 'hello' }] })
const length = `content-length: ${Buffer.byteLength(body)}`
/** A complete request hidden behind the body of the first one. */
const hidden = chatRequest('sk-stolen', body)

/** Sends the bytes and reads until the connection ends or an answer is complete. */
const exchange = async (bytes: string): Promise<number[]> => {
  const connection = connectTo(site.url)
  connection.send(bytes)
  const received = await connection.until((text) => /\r\n\r\n[\s\S]+\}$/.test(text))
  connection.close()
  return statusesOf(received)
}

it.each([
  ['a length and chunks', chatRequest(token_(), body, [length, 'transfer-encoding: chunked']) + hidden],
  ['two lengths', chatRequest(token_(), body, [length, 'content-length: 5']) + hidden],
  ['two lengths in different case', chatRequest(token_(), body, [length, 'Content-Length: 5']) + hidden],
  ['a list of lengths', chatRequest(token_(), body, [`${length}, 5`]) + hidden],
  ['a length with a sign', chatRequest(token_(), body, [`content-length: +${Buffer.byteLength(body)}`])],
  ['an unknown transfer coding', chatRequest(token_(), body, ['transfer-encoding: xchunked'])],
  ['chunked twice', chatRequest(token_(), body, ['transfer-encoding: chunked, chunked'])],
  ['a line folded', chatRequest(token_(), body, [length, 'x-a: b', ' c'])],
  ['a bare line feed', chatRequest(token_(), body, [length]).replace('\r\nhost', '\nhost')],
  ['a space before the colon', chatRequest(token_(), body, [length.replace(':', ' :')])],
  ['no host', chatRequest(token_(), body, [length]).replace('host: gateway\r\n', '')],
])('%s: refused, and nothing hidden behind it reaches the upstream', async (_name, bytes) => {
  const hits = site.upstream.hits
  const statuses = await exchange(bytes.replaceAll(token_(), token.key))
  expect(statuses).toHaveLength(1)
  expect(statuses[0]).toBeGreaterThanOrEqual(400)
  expect(statuses[0]).toBeLessThan(500)
  expect(site.upstream.hits).toBe(hits)
})

/** Returns a placeholder for the key, which is not known yet when the table is built. */
function token_(): string {
  return 'KEY-OF-THE-TEST'
}

it.each([
  ['a tab in the content type', ['content-type: application/json\ta']],
  ['a connection header that names the authorization', ['connection: authorization, x-upstream']],
  ['expect', ['expect: 100-continue']],
  ['two authorizations', ['authorization: Bearer sk-other']],
  [
    'an upstream of the client’s choice',
    [
      'x-upstream-url: http://127.0.0.1:1',
      'x-forwarded-host: evil',
      'te: trailers',
      'upgrade: h2c',
      'proxy-authorization: Basic eA==',
    ],
  ],
])(
  '%s: refused, or the upstream sees the channel’s key, once, and nothing of the client',
  async (_name, headers) => {
    const hits = site.upstream.hits
    const [status, second] = (await exchange(chatRequest(token.key, body, headers))).filter(
      (each) => each !== 100,
    )
    expect(second).toBeUndefined()
    if (status === 200) {
      expect(site.upstream.hits).toBe(hits + 1)
      const raw = site.upstream.requests.at(-1)?.rawHeaders ?? []
      const names = raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
      expect(names.filter((name) => name === 'authorization')).toHaveLength(1)
      expect(raw).toContain('Bearer upstream-key')
      expect(
        names.filter((name) => /^x-(upstream|forwarded)|^te$|^upgrade$|^proxy-|^expect$/.test(name)),
      ).toEqual([])
      expect(raw.join(' ')).not.toContain(token.key)
    } else {
      expect([400, 401, 415, 417]).toContain(status)
      expect(site.upstream.hits).toBe(hits)
    }
  },
)

it('the books know of nothing but the calls that were answered', async () => {
  const { entries, holds } = await site.store.readBooks()
  expect(holds).toEqual([])
  expect(entries.filter(({ kind }) => kind === 1)).toHaveLength(site.upstream.hits)
  expect(await site.admin.audit()).toMatchObject({ isClean: true })
})
