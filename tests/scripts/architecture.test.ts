import { expect, it } from 'vitest'
import type { Floor } from '../../scripts/rooms/order.ts'
import { drawRooms, listRooms, missingFiles, withBlock } from '../../scripts/rooms/picture.ts'

const room = (name: string) => ({ name, paths: [`${name}/`], holds: `all of ${name}` })
const floors: readonly Floor[] = [
  { name: 'Ground', rooms: [room('money')] },
  { name: 'Relay', rooms: [room('relay/call'), room('relay')] },
]

it('a block is replaced between its markers, as often as one likes', () => {
  const page = 'a\n<!-- rooms: made by scripts/generate-architecture.ts -->\nold\n<!-- /rooms -->\nb'
  const once = withBlock(page, 'rooms', 'new')
  expect(once).toBe(
    'a\n<!-- rooms: made by scripts/generate-architecture.ts -->\n\nnew\n\n<!-- /rooms -->\nb',
  )
  expect(withBlock(once, 'rooms', 'new')).toBe(once)
  expect(() => withBlock('nothing here', 'rooms', 'new')).toThrow('rooms')
})

it('the picture and the table show every room, the top floor first', () => {
  const picture = drawRooms(
    [
      { name: 'daemon', holds: '', rooms: [] },
      { name: 'cli', holds: 'a client' },
    ],
    floors,
  )
  expect(picture.match(/\["[\w/]+"\]/g)).toEqual([
    '["Relay"]',
    '["relay/call"]',
    '["relay"]',
    '["Ground"]',
    '["money"]',
  ])
  expect(picture).toContain('cli --> contract')
  expect(listRooms(floors).split('\n').slice(2)).toEqual([
    '| Relay  | `relay`      | all of relay      |',
    '|        | `relay/call` | all of relay/call |',
    '| Ground | `money`      | all of money      |',
  ])
})

it('a page may only name files that exist', () => {
  const exists = (path: string) => ['src/daemon/db/changes.ts', 'src/cli/main.ts'].includes(path)
  const page = 'See `db/changes.ts`, `src/cli/main.ts`, `npm run check` and `db/gone.ts`.'
  expect(missingFiles(page, exists)).toEqual(['db/gone.ts'])
})
