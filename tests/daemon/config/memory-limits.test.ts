import { expect, it } from 'vitest'
import { readConfig } from '../../../src/daemon/config/config.ts'

const MB = 2 ** 20
const limitsWith = (memoryMb: number, heapMb: number, env: NodeJS.ProcessEnv = {}) => {
  const { bodyBytesMax, bodiesBytesMax } = readConfig([], env, false, {
    memoryBytes: memoryMb * MB,
    heapBytes: heapMb * MB,
  })
  return [bodyBytesMax / MB, bodiesBytesMax / MB]
}

it.each([
  [24_576, 4_288, 32, 1_072],
  [2_048, 1_024, 32, 149.3],
  [1_024, 512, 32, 64],
  [512, 259, 32, 32],
  [384, 195, 16, 16],
  [256, 130, 4, 4],
])(
  '%i MB of memory and a heap of %i MB bear bodies of %d MB, and %d MB together',
  (memory, heap, body, bodies) => {
    const [bodyMax, bodiesMax] = limitsWith(memory, heap)
    expect(bodyMax).toBe(body)
    expect(bodiesMax).toBeCloseTo(bodies, 1)
  },
)

it('what the operator sets is used as it is', () => {
  const env = { TOLLGATE_BODY_BYTES_MAX: String(64 * MB), TOLLGATE_BODIES_BYTES_MAX: String(640 * MB) }
  expect(limitsWith(256, 130, env)).toEqual([64, 640])
  expect(limitsWith(256, 130, { TOLLGATE_BODY_BYTES_MAX: String(64 * MB) })).toEqual([64, 64])
})
