import { expect, it } from 'vitest'
import { channelTypeCatalogue } from '../../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import { callOf, PLAIN_BODIES, signedTarget } from '../../conformance/channel-types/example-call.ts'
import type { ChannelExample } from '../../conformance/channel-types/fixture.ts'
import { PLAIN_EXAMPLE } from '../../conformance/channel-types/fixture.ts'

/**
 * A channel whose `other` must reach the vendor: as a part of the URL, a header with its value, or members of the body.
 */
interface Extra {
  readonly type: number
  readonly other: string
  readonly example?: Partial<ChannelExample>
  readonly address?: string
  readonly header?: readonly [name: string, value: string]
  readonly body?: Readonly<Record<string, unknown>>
}

const extras: readonly Extra[] = [
  { type: 3, other: '2024-10-21', address: 'api-version=2024-10-21' },
  { type: 4, other: 'native', address: '/api/chat' },
  { type: 17, other: 'calculator', header: ['x-dashscope-plugin', 'calculator'] },
  { type: 18, other: 'v3.5', example: { key: 'app|secret|key' }, address: '/v3.5/chat' },
  { type: 21, other: 'library-7', body: { libraryId: 'library-7' } },
  { type: 24, other: 'v1alpha', address: '/v1alpha/models/' },
  { type: 37, other: 'workflow', address: '/v1/workflows/run' },
  { type: 39, other: 'account-1', address: '/accounts/account-1/' },
  {
    type: 41,
    other: '{"default":"us-central1","gemini-2.5-flash":"europe-west4"}',
    example: {
      key: JSON.stringify({ project_id: 'p', client_email: 'a@b', private_key: 'k' }),
      credential: 'bought',
    },
    address: 'https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4/',
  },
  // Stored with the channel, but not sent.
  { type: 44, other: 'v1', address: 'https://api.moka.ai/embeddings' },
  { type: 49, other: 'an-organization', address: '/orgs/an-organization/inference/' },
]

it.each(extras)(
  'C-CHAN-52 $other of a channel of type $type is where its vendor wants it',
  ({ type: number, other, example, address, header, body }) => {
    const type = channelTypes.get(number)
    if (!type) throw new Error(`there is no type ${number}`)
    expect(type.fields.other?.check?.(other)).toBeUndefined()
    const [operation = 'chat'] = Object.keys(type.serves) as (keyof typeof type.serves)[]
    const call = callOf(
      type,
      { ...PLAIN_EXAMPLE, models: { [operation]: 'gemini-2.5-flash' }, ...example, other },
      operation,
    )
    const plain = PLAIN_BODIES[operation] ?? {}
    const sent = signedTarget(type, call, JSON.stringify(plain))
    if (address) expect(sent.url).toContain(address)
    if (header) expect(sent.headers).toHaveProperty([header[0]], header[1])
    if (body) expect(type.shapeRequest?.(plain, call)).toMatchObject(body)
  },
)

it('C-CHAN-52 no other type has the field', () => {
  const having = [...channelTypeCatalogue.values()].filter(({ fields }) => fields.other)
  expect(having.map(({ type }) => type).sort((a, b) => a - b)).toEqual(extras.map(({ type }) => type))
})
