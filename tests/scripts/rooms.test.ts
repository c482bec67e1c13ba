import { expect, it } from 'vitest'
import { importsIn } from '../../scripts/rooms/imports.ts'
import { judge, roomOf } from '../../scripts/rooms/judge.ts'
import { daemonRooms, type Part } from '../../scripts/rooms/order.ts'

const room = (name: string, traits: object = {}) => ({ name, paths: [`${name}/`], holds: '', ...traits })
const parts: readonly Part[] = [
  {
    name: 'daemon',
    holds: '',
    rooms: [
      { name: 'ground', paths: ['clock.ts'], holds: '', isPure: true },
      room('protocols', { isPure: true }),
      room('db', { without: ['fastify'] }),
      room('relay/call'),
      room('relay'),
      { name: 'start', paths: ['main.ts'], holds: '' },
    ],
  },
  { name: 'cli', holds: '', starts: ['daemon/main.ts'] },
]

/** Checks the imports of sources, given by path and text. @returns the complaints */
function complaintsOf(sources: Record<string, string>): string[] {
  const imports = Object.entries(sources).flatMap(([file, text]) => importsIn(file, text))
  return judge(parts, Object.keys(sources), imports).map(({ text }) => text)
}

it('says nothing of arrows that point downward', () => {
  const sources = {
    'daemon/main.ts': "import { relay } from './relay/relay.ts'\nimport fastify from 'fastify'",
    'daemon/relay/relay.ts': "import { call } from './call/call.ts'\nimport type { Db } from '../db/db.ts'",
    'daemon/relay/call/call.ts': "import { codec } from '../../protocols/codec.ts'",
    'daemon/db/db.ts': "import { clock } from '../clock.ts'\nimport knex from 'knex'",
    'daemon/protocols/codec.ts': "import { clock } from '../clock.ts'",
    'daemon/clock.ts': '',
    'cli/serve.ts':
      "const daemon = await import('../daemon/main.ts')\nimport type { paths } from '../../openapi/types.gen.ts'",
  }
  expect(complaintsOf(sources)).toEqual([])
})

it('refuses an arrow that points upward, and names the file, the line, the import and the direction', () => {
  const call = "\nimport { relay } from '../relay.ts'"
  expect(complaintsOf({ 'daemon/relay/call/call.ts': call, 'daemon/relay/relay.ts': '' })).toEqual([
    'daemon/relay/call/call.ts:2 imports daemon/relay/relay.ts: arrows go from relay down to relay/call, never up',
  ])
})

it.each([
  ["import type { Relay } from '../relay/relay.ts'"],
  ["export type { Relay } from '../relay/relay.ts'"],
  ["export const load = () => import('../relay/relay.ts')"],
  ["let relay: import('../relay/relay.ts').Relay"],
])('an upward arrow is one in every form: %s', (text) => {
  expect(complaintsOf({ 'daemon/db/db.ts': text, 'daemon/relay/relay.ts': '' })).toHaveLength(1)
})

it('refuses a folder that has no place in the order', () => {
  expect(
    complaintsOf({
      'daemon/attic/box.ts': '',
      'daemon/relay/attic/box.ts': '',
      'daemon/db/attic/box.ts': '',
      'shed/tool.ts': '',
    }),
  ).toEqual([
    'shed/tool.ts is in no part: name its part in scripts/rooms/order.ts',
    'daemon/attic/ is in no room: give it its place in scripts/rooms/order.ts',
    'daemon/relay/attic/ is in no room: give it its place in scripts/rooms/order.ts',
  ])
})

it('a pure room imports no server, store or network, and no room that may', () => {
  const codec = "import type { Knex } from 'knex'\nimport { db } from '../db/db.ts'"
  const pure = { ...parts[0], rooms: [room('db'), room('protocols', { isPure: true })] } as Part
  const sources = importsIn('daemon/protocols/codec.ts', codec)
  expect(
    judge([pure], ['daemon/protocols/codec.ts', 'daemon/db/db.ts'], sources).map(({ text }) => text),
  ).toEqual([
    'daemon/protocols/codec.ts:1 imports knex: protocols is pure, value in, value out',
    'daemon/protocols/codec.ts:2 imports daemon/db/db.ts: protocols is pure, and db is not',
  ])
})

it('a room does without the packages named for it', () => {
  expect(complaintsOf({ 'daemon/db/db.ts': "import type { FastifyInstance } from 'fastify'" })).toHaveLength(
    1,
  )
})

it('parts meet in the contract alone', () => {
  expect(
    complaintsOf({
      'cli/serve.ts': "import { start } from '../daemon/main.ts'",
      'cli/peek.ts': "const db = await import('../daemon/db/db.ts')",
      'daemon/db/db.ts': "import { serve } from '../../cli/serve.ts'",
    }),
  ).toHaveLength(3)
})

it('refuses circles: of files, and of a folder with the files beside it', () => {
  expect(
    complaintsOf({
      'daemon/db/a.ts': "import { b } from './b.ts'",
      'daemon/db/b.ts': "import type { A } from './a.ts'",
      'daemon/protocols/types.ts': "import type { Turn } from './conversation/turn.ts'",
      'daemon/protocols/conversation/turn.ts': '',
      'daemon/protocols/conversation/read.ts': "import type { Codec } from '../types.ts'",
    }),
  ).toEqual([
    'daemon/protocols/: protocols/conversation/, protocols/types.ts import one another in a circle',
    'daemon/db/: db/a.ts, db/b.ts import one another in a circle',
  ])
})

it('a file belongs to the room with the longest path that fits', () => {
  expect(roomOf(daemonRooms, 'relay/call/prepare/prepare.ts')?.name).toBe('relay/call/prepare')
  expect(roomOf(daemonRooms, 'relay/relay.ts')?.name).toBe('relay')
  expect(roomOf(daemonRooms, 'main.ts')?.name).toBe('start')
  expect(roomOf(daemonRooms, 'elsewhere.ts')).toBeUndefined()
})

it('outside of the daemon only files that load one another at the start make a circle', () => {
  const index = "export const entries = [() => import('./complete.ts')]"
  const complete = "import { entries } from './index.ts'"
  expect(complaintsOf({ 'cli/index.ts': index, 'cli/complete.ts': complete })).toEqual([])
  expect(complaintsOf({ 'cli/index.ts': "import './complete.ts'", 'cli/complete.ts': complete })).toEqual([
    'cli/: complete.ts, index.ts import one another in a circle',
  ])
})
