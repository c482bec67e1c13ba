import { expect, it } from 'vitest'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import { namedOperations } from '../../../src/daemon/channel-types/named-operations.ts'

it.each([
  ['embo-01', 'embedding'],
  ['tao-8k', 'embedding'],
  ['semantic_similarity_s1_v1', 'embedding'],
  ['jina-clip-v2', 'embedding'],
  ['wan2.6-t2i', 'image'],
])('%s is tested as a model for %s', (model, operation) => {
  expect(namedOperations(model)).toEqual([operation])
  expect([...channelTypes.values()].some(({ models }) => models.includes(model))).toBe(true)
})

it.each(['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash', 'qwen3-max', 'ERNIE-4.0-8K'])(
  '%s converses',
  (model) => {
    expect(namedOperations(model)).toEqual([])
  },
)
