import { expect, it } from 'vitest'
import { readConfig } from '../../../src/daemon/config/config.ts'

const MB = 2 ** 20
const limitsWith = (memoryMb: number, heapMb: number, env: NodeJS.ProcessEnv = {}) => {
  const { bodyBytesMax, bodiesBytesMax } = readConfig([], env, false, {
    memoryBytes: memoryMb * MB,
    heapBytes: heapMb * MB,
    filesMax: undefined,
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

const crowdWith = (
  memoryMb: number,
  heapMb: number,
  filesMax: number | undefined,
  env: NodeJS.ProcessEnv = {},
) => {
  const machine = { memoryBytes: memoryMb * MB, heapBytes: heapMb * MB, filesMax }
  const { callsMax, connectionsMax } = readConfig([], env, false, machine)
  return [callsMax, connectionsMax]
}

it.each([
  [24_576, 4_288, undefined, 17_152, 226_491],
  [1_024, 512, undefined, 2_048, 10_410],
  [256, 130, undefined, 508, 2_317],
  // Each call has two connections, and some must be left for the database.
  [24_576, 4_288, 65_536, 17_152, 48_284],
  [1_024, 512, 1_024, 277, 647],
  [1_024, 512, 128, 8, 20],
  [1_024, 512, 64, 3, 7],
])(
  '%i MB of memory, a heap of %i MB and %s open files bear %i calls and %i connections',
  (memory, heap, files, calls, connections) => {
    expect(crowdWith(memory, heap, files)).toEqual([calls, connections])
  },
)

it('the limits of calls and connections are used as the operator sets them', () => {
  expect(crowdWith(256, 130, 1_024, { TOLLGATE_CALLS_MAX: '5000' })).toEqual([5000, 5000])
  const both = { TOLLGATE_CALLS_MAX: '50', TOLLGATE_CONNECTIONS_MAX: '60' }
  expect(crowdWith(256, 130, 1_024, both)).toEqual([50, 60])
  expect(() => crowdWith(256, 130, 1_024, { ...both, TOLLGATE_CONNECTIONS_MAX: '49' })).toThrow(
    'TOLLGATE_CONNECTIONS_MAX must be a whole number from 50',
  )
})
