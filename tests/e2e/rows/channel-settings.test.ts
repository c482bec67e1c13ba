import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientProtocols } from '../../daemon/relay/client-protocols.ts'
import { lastSent, model, type Site, startSite, usageOf } from './site.ts'

/**
 * Covers C-CHAN-60, the effect of each documented key of a channel's `setting`, and C-CHAN-62, system prompts in every
 * protocol.
 */

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.upstream.reset()
  await site.clearChannels()
})

type Document = Record<string, unknown>

const withSetting = (setting: object) => site.addChannel({ setting: JSON.stringify(setting) })
const answer = async () => (await (await site.ask()).json()) as Document
const contentOf = (document: Document) =>
  (document.choices as { message: { content: unknown } }[])[0]?.message.content
const events = async (body: Document = {}) => {
  const text = await (await site.ask(undefined, { stream: true, ...body })).text()
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  return text
    .split('\n\n')
    .filter((each) => each.startsWith('data: {'))
    .map((each) => JSON.parse(each.slice('data: '.length)) as Document)
}
const deltasOf = (chunks: readonly Document[]) =>
  chunks.flatMap((each) => (each.choices as { delta: Document }[]).map((choice) => choice.delta))
const textOf = (chunks: readonly Document[]) =>
  deltasOf(chunks)
    .map((delta) => delta.content ?? '')
    .join('')

const vendorAnswer = {
  id: 7,
  vendor_field: 'surprise',
  choices: [
    {
      message: { role: 'assistant', content: [{ type: 'text', text: 'the answer' }], vendor: 1 },
      finish_reason: 'stop',
      vendor: 2,
    },
  ],
  usage: { ...usageOf(1000, 500), vendor_tokens: 3 },
}
const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chunk', choices: [{ index: 0, delta, ...more }] })}\n\n`
const streamOf = (...chunks: readonly string[]) => ({
  body: `${chunks.join('')}data: ${JSON.stringify({ id: 'x', choices: [], usage: usageOf(1000, 500) })}\n\ndata: [DONE]\n\n`,
  contentType: 'text/event-stream',
})

describe('force_format', () => {
  it('C-CHAN-60 a complete answer gets OpenAI’s fields and no others, and is charged as the upstream said', async () => {
    await withSetting({ force_format: true })
    site.upstream.next({ json: vendorAnswer })
    const document = await answer()
    expect(document).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'the answer' },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: usageOf(1000, 500),
    })
    expect((await site.newestLog()).quota).toBe(3750)
  })

  it('C-CHAN-60 so do the events of a stream', async () => {
    await withSetting({ force_format: true })
    site.upstream.next(
      streamOf(
        chunk({ content: 'the ', vendor: 1 }),
        chunk({ content: 'answer' }, { finish_reason: 'stop' }),
      ),
    )
    const chunks = await events()
    expect(chunks.map((each) => each.object)).toEqual(['chat.completion.chunk', 'chat.completion.chunk'])
    expect(deltasOf(chunks)).toEqual([{ content: 'the ' }, { content: 'answer' }])
    expect((await site.newestLog()).quota).toBe(3750)
  })
})

describe('thinking_to_content', () => {
  it('C-CHAN-60 reasoning moves into the content of a complete answer', async () => {
    await withSetting({ thinking_to_content: true })
    site.upstream.next({
      json: {
        ...vendorAnswer,
        choices: [{ index: 0, message: { role: 'assistant', reasoning_content: 'hm', content: 'yes' } }],
      },
    })
    const document = await answer()
    expect(contentOf(document)).toBe('<think>\nhm\n</think>\nyes')
    expect(JSON.stringify(document)).not.toContain('reasoning_content')
  })

  it('C-CHAN-60 and into the content of a stream, opened and closed once', async () => {
    await withSetting({ thinking_to_content: true })
    site.upstream.next(
      streamOf(
        chunk({ role: 'assistant', reasoning_content: 'h' }),
        chunk({ reasoning_content: 'm' }),
        chunk({ content: 'y' }),
        chunk({ content: 'es' }, { finish_reason: 'stop' }),
      ),
    )
    const chunks = await events()
    expect(textOf(chunks)).toBe('<think>\nhm\n</think>\nyes')
    expect(JSON.stringify(chunks)).not.toContain('reasoning')
  })

  it('C-CHAN-60 reasoning that nothing follows is closed at the end', async () => {
    await withSetting({ thinking_to_content: true })
    site.upstream.next(streamOf(chunk({ reasoning: 'hm' }), chunk({}, { finish_reason: 'length' })))
    expect(textOf(await events())).toBe('<think>\nhm\n</think>\n')
  })
})

describe('stream_support', () => {
  it('C-CHAN-60 NON_STREAM_ONLY asks the upstream for a complete answer and gives the client a stream', async () => {
    await withSetting({ stream_support: 'NON_STREAM_ONLY' })
    site.upstream.always({ text: 'the answer', usageValues: usageOf(1000, 500) })
    const plain = await events()
    expect(lastSent(site.upstream)).not.toHaveProperty('stream')
    expect(textOf(plain)).toBe('the answer')
    expect(plain.some((each) => each.usage)).toBe(false)
    const asked = await events({ stream_options: { include_usage: true } })
    expect(lastSent(site.upstream)).not.toHaveProperty('stream_options')
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 1000 } })
    const stream = await site.openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    })
    let text = ''
    for await (const each of stream) text += each.choices[0]?.delta.content ?? ''
    expect(text).toBe('the answer')
    expect(await site.newestLog()).toMatchObject({ quota: 3750, is_stream: true })
    expect(contentOf(await answer())).toBe('the answer')
  })
})

describe('the other keys', () => {
  it('C-CHAN-60 proxy leads the calls of the channel through it, tests and model lists too', async () => {
    const targets: string[] = []
    // Over plain HTTP, a proxy receives a request with the absolute URL in its first line.
    const proxy = createServer((asked, answered) => {
      const url = new URL(asked.url ?? '')
      targets.push(url.host)
      const upstream = request(url, { method: asked.method ?? 'GET', headers: asked.headers }, (response) => {
        answered.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answered)
      })
      asked.pipe(upstream)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const id = await withSetting({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    expect((await site.ask()).status).toBe(200)
    expect(targets).toHaveLength(1)
    await site.admin.call('GET', `/api/channel/test/${id}`)
    await site.admin.call('GET', `/api/channel/fetch_models/${id}`)
    const { host } = new URL(site.upstream.url)
    // The test tries both formats that a server behind type OpenAI may use.
    expect(targets).toEqual([host, host, host, host])
    await site.root.call('DELETE', `/api/channel/${id}`)
    proxy.closeAllConnections()
    proxy.close()
  })

  it('C-CHAN-60 no_connection_reuse opens a connection for every call', async () => {
    const ports = new Set<number>()
    const upstream = createServer((request, response) => {
      ports.add(request.socket.remotePort ?? 0)
      request.resume()
      response.setHeader('content-type', 'application/json').end(JSON.stringify(vendorAnswer))
    })
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    await site.addChannel({
      base_url: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      setting: '{"no_connection_reuse":true}',
    })
    for (let i = 0; i < 3; i += 1) await (await site.ask()).arrayBuffer()
    expect(ports.size).toBe(3)
    upstream.closeAllConnections()
    upstream.close()
  })
})

describe('the system prompt', () => {
  const vendors = [
    ['openai', 1, model],
    ['anthropic', 14, 'claude-sonnet-4-5-20250929'],
    ['gemini', 24, 'gemini-2.5-flash'],
  ] as const
  beforeAll(() =>
    site.setOption(
      'ModelRatio',
      JSON.stringify(Object.fromEntries(vendors.map(([, , name]) => [name, 1.25]))),
    ),
  )
  const pairs = clientProtocols.flatMap((client) =>
    vendors.map(([vendor, type, name]) => [client.name, vendor, type, name, client] as const),
  )
  /** Adds the client's own instructions, in the form of each client protocol. */
  const own: Readonly<Record<string, (body: Document) => Document>> = {
    chat: (body) => ({
      messages: [{ role: 'system', content: 'Be kind.' }, ...(body.messages as Document[])],
    }),
    responses: () => ({ instructions: 'Be kind.' }),
    messages: () => ({ system: 'Be kind.' }),
    generate: () => ({ systemInstruction: { parts: [{ text: 'Be kind.' }] } }),
  }
  /** Returns the text of a string, of parts, or of an object that has parts. */
  const textIn = (value: unknown): string => {
    if (typeof value === 'string') return value
    const parts = Array.isArray(value) ? value : (value as { parts: Document[] }).parts
    return parts.map((each: Document) => each.text).join('\n\n')
  }
  /** Returns the instructions from the vendor's request; where they are a message, there must be at most one. */
  const instructionsOf = (body: Document): string => {
    const leading = ((body.messages ?? []) as Document[]).filter(
      ({ role }) => role === 'system' || role === 'developer',
    )
    expect(leading.length).toBeLessThanOrEqual(1)
    return textIn(body.instructions ?? body.system ?? body.systemInstruction ?? leading[0]?.content)
  }

  it.each(pairs)(
    'C-CHAN-62 %s to %s: it stands before the conversation and before the client’s own',
    async (_name, _vendor, type, name, client) => {
      await site.addChannel({ type, models: name, system_prompt: 'Be brief.' })
      const body = client.body(name, false) as Document
      const ask = async (more: Document) => {
        const response = await site.post(client.path(name, false), { ...body, ...more })
        expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
        return lastSent(site.upstream)
      }
      const alone = await ask({})
      expect(instructionsOf(alone)).toBe('Be brief.')
      expect(JSON.stringify(alone)).toContain('"hi"')
      expect(instructionsOf(await ask(own[client.name]?.(body) ?? {}))).toBe('Be brief.\n\nBe kind.')
    },
  )
})
