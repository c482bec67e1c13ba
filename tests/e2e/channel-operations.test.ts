import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationNames, readSupport, type Support } from '../../scripts/channel-types/table.ts'
import { type CatalogueEntry, channelTypeCatalogue } from '../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../src/daemon/channel-types/index.ts'
import type { OperationName } from '../../src/daemon/protocols/types.ts'
import { channelTypeFixtures } from '../conformance/channel-type-fixtures.ts'
import { exampleOf } from '../conformance/channel-types/example-call.ts'
import { readAnswerFile } from '../conformance/channel-types/fixture-files.ts'
import { openRealtimeClient } from '../support/realtime-client.ts'
import { greeting, type RealtimeUpstream, startRealtimeUpstream } from '../support/realtime-upstream.ts'
import { silence } from '../support/silence.ts'
import { startTestRelay, type TestRelay } from '../support/test-relay.ts'

/** One cell of docs/channel-types.md. */
interface Cell {
  readonly slug: string
  readonly operation: OperationName
  readonly support: Support
  readonly type: CatalogueEntry
}

const cells: readonly Cell[] = [...channelTypeCatalogue.values()].flatMap((type) =>
  operationNames.map((operation) => ({
    slug: type.slug,
    operation,
    support: readSupport(type, operation),
    type,
  })),
)

let relay: TestRelay
let realtime: RealtimeUpstream
const keys = new Map<string, string>()

/** Returns a model of the type that supports the operation, or any name where the model does not matter. */
function modelFor({ type, operation, support }: Cell): string {
  const { models } = exampleOf(channelTypeFixtures[type.slug] ?? { answers: [], failures: [] })
  const served = Object.keys(channelTypes.get(type.type)?.serves ?? {}) as OperationName[]
  const own = models[operation]
  if (own !== undefined || support === 'yes' || support === 'native') return own ?? anyModel
  const other = served.find((each) => models[each] !== undefined)
  return (other && models[other]) ?? anyModel
}
const anyModel = 'some-model'

/** Operations with a fixed model name. */
const taskModels: Readonly<Partial<Record<OperationName, string>>> = {
  drawing: 'mj_imagine',
  music: 'suno_music',
}

const png = (): File =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'a.png',
    { type: 'image/png' },
  )

const form = (fields: Readonly<Record<string, string | File>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}

interface ClientCall {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | FormData
}

const hi = [{ role: 'user', content: 'hi' }]
const prompt = 'a dot'

/** The client's call for each operation; realtime uses a WebSocket instead. */
const callOf: Readonly<Record<Exclude<OperationName, 'realtime'>, (model: string) => ClientCall>> = {
  chat: (model) => ({ path: '/v1/chat/completions', body: { model, messages: hi } }),
  responses: (model) => ({ path: '/v1/responses', body: { model, input: 'hi' } }),
  messages: (model) => ({ path: '/v1/messages', body: { model, max_tokens: 100, messages: hi } }),
  generate: (model) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  }),
  completion: (model) => ({ path: '/v1/completions', body: { model, prompt: 'hi' } }),
  embedding: (model) => ({ path: '/v1/embeddings', body: { model, input: 'hi' } }),
  moderation: (model) => ({ path: '/v1/moderations', body: { model, input: 'hi' } }),
  rerank: (model) => ({ path: '/v1/rerank', body: { model, query: 'q', documents: ['a', 'b'] } }),
  image: (model) => ({ path: '/v1/images/generations', body: { model, prompt } }),
  'image-edit': (model) => ({ path: '/v1/images/edits', body: form({ model, prompt, image: png() }) }),
  'image-variation': (model) => ({ path: '/v1/images/variations', body: form({ model, image: png() }) }),
  speech: (model) => ({ path: '/v1/audio/speech', body: { model, input: 'hi', voice: 'alloy' } }),
  transcription: (model) => ({ path: '/v1/audio/transcriptions', body: form({ model, file: silence(1) }) }),
  translation: (model) => ({ path: '/v1/audio/translations', body: form({ model, file: silence(1) }) }),
  drawing: () => ({ path: '/mj/submit/imagine', body: { prompt } }),
  music: () => ({ path: '/suno/submit/music', body: { prompt } }),
  video: (model) => ({ path: '/v1/videos', body: { model, prompt } }),
}

/** Returns the format in which the vendor is called. */
function wireOf({ type, operation, support }: Cell): OperationName {
  if (support !== 'translated') return operation
  const served = Object.values(channelTypes.get(type.type)?.serves ?? {})
  return served.find(({ upstream }) => upstream !== undefined)?.operation ?? operation
}

/** Returns a recorded answer of the vendor, where the simulator does not speak its format. */
function recordedAnswer(cell: Cell) {
  const wire = wireOf(cell)
  const found = (channelTypeFixtures[cell.slug]?.answers ?? []).filter(
    (each) => each.operation === wire && each.variant === undefined && each.model === undefined,
  )
  const file = (found.find((each) => !readAnswerFile(each.file).isStream) ?? found[0])?.file
  if (file === undefined) throw new Error(`There is no answer of ${cell.slug} to ${wire}.`)
  const { bytes } = readAnswerFile(file)
  return { body: bytes, contentType: file.endsWith('.mp3') ? 'audio/mpeg' : 'application/json' }
}

/** Tells whether the simulator itself answers: it speaks the conversation formats of every vendor but one. */
const isSimulated = (cell: Cell) =>
  cell.slug !== 'ai-proxy-library' && ['chat', 'responses', 'messages', 'generate'].includes(wireOf(cell))

/** Returns the columns of a channel as an administrator would fill them in, with the simulator as the vendor. */
function columnsOf(type: CatalogueEntry, url: string): Readonly<Record<string, unknown>> {
  const example = exampleOf(channelTypeFixtures[type.slug] ?? { answers: [], failures: [] })
  const key = example.key.startsWith('{')
    ? JSON.stringify({ ...JSON.parse(example.key), token_uri: `${url}/token` })
    : example.key
  const baseUrl = type.slug === 'custom' ? `${url}/v1/chat/completions` : url
  return {
    type: type.type,
    key,
    base_url: type.slug === 'iflytek-spark' ? url.replace('http', 'ws') : baseUrl,
    other: example.other,
    models: [anyModel, ...Object.values(taskModels), ...Object.values(example.models)].join(','),
  }
}

beforeAll(async () => {
  relay = await startTestRelay()
  realtime = await startRealtimeUpstream()
  // Prices do not matter in this file.
  await relay.setOption('SelfUseModeEnabled', 'true')
  const types = [...channelTypeCatalogue.values()]
  const groups = ['default', ...types.flatMap(({ slug }) => [slug, `${slug}-realtime`])]
  await relay.setOption('GroupRatio', JSON.stringify(Object.fromEntries(groups.map((each) => [each, 1]))))
  await relay.setOption(
    'UserUsableGroups',
    JSON.stringify(Object.fromEntries(groups.map((each) => [each, each]))),
  )
  for (const type of types) {
    await relay.addChannel({ ...columnsOf(type, relay.upstream.url), group: type.slug })
    await relay.addChannel({ ...columnsOf(type, realtime.url), group: `${type.slug}-realtime` })
    for (const group of [type.slug, `${type.slug}-realtime`]) keys.set(group, await relay.addToken({ group }))
  }
  // Types with a derived credential fetch it once, before the calls that are counted.
  for (const { slug, type } of types)
    if (channelTypes.get(type)?.credential) {
      relay.upstream.always({})
      await ask({ slug, operation: 'chat', support: 'translated', type: entryOf(type) })
    }
})
afterAll(async () => {
  await relay.close()
  await realtime.close()
})

const entryOf = (type: number): CatalogueEntry => {
  const entry = channelTypeCatalogue.get(type)
  if (!entry) throw new Error(`There is no type ${type}.`)
  return entry
}

async function ask(cell: Cell): Promise<{ readonly status: number; readonly text: string }> {
  if (cell.operation === 'realtime') throw new Error('A WebSocket is no POST.')
  const { path, body } = callOf[cell.operation](modelFor(cell))
  const response = await fetch(relay.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.get(cell.slug)}`,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

/** Paths at which tasks are polled, which can happen at any time. */
const POLLS =
  /^\/(suno\/fetch|mj\/task|v1\/videos\/|openai\/v1\/videos\/)|\/operations\/|:fetchPredictOperation$/

const NO_CHANNEL = /no channel of the model .* can do this/i

const isTask = ({ operation }: Cell) => ['drawing', 'music', 'video'].includes(operation)

describe('C-TYPE-50 what docs/channel-types.md says of each type and operation is so', () => {
  const posted = cells.filter(({ operation }) => operation !== 'realtime')
  const supported = posted.filter(({ support }) => support !== 'no')
  const refused = posted.filter(({ support }) => support === 'no')

  it.each(supported)('$slug does $operation ($support)', async (cell) => {
    relay.upstream.reset()
    if (!isSimulated(cell)) relay.upstream.next(recordedAnswer(cell))
    const { status, text } = await ask(cell)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    expect(relay.upstream.requests.length).toBeGreaterThan(0)
  })

  it.each(refused)('$slug refuses $operation, and asks nobody', async (cell) => {
    relay.upstream.reset()
    const { status, text } = await ask(cell)
    // If no type supports a task, its route does not exist either.
    const expected = status === 404 && isTask(cell) ? /route_not_found/ : NO_CHANNEL
    expect([status, text]).toEqual([expect.toSatisfy((each) => each >= 400), expect.stringMatching(expected)])
    // Polls for the task that another cell submitted may arrive in the meantime.
    const others = relay.upstream.requests.filter(({ path }) => !POLLS.test(path))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  it.each(cells.filter(({ operation }) => operation === 'realtime'))(
    '$slug and realtime: $support',
    async (cell) => {
      const before = realtime.handshakes.length
      const client = openRealtimeClient(relay.url, modelFor(cell), {
        key: keys.get(`${cell.slug}-realtime`) ?? '',
      })
      const first = await client.event()
      if (cell.support === 'yes') {
        expect(first).toEqual(JSON.parse(greeting))
        await realtime.session()
      } else {
        expect(first).toMatchObject({ type: 'error', error: { code: 'operation_unsupported' } })
        expect(realtime.handshakes.length).toBe(before)
      }
      client.socket.close()
      await client.closed
    },
  )
})
