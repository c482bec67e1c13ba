import { arrowsIn, findCircles } from './circles.ts'
import type { Import } from './imports.ts'
import { outsideWorld, type Part, type Room } from './order.ts'

/** A violation, described in one line that says how imports should go. */
export interface Complaint {
  /** The affected room, `<part>` or `<part>/<room>`. */
  readonly room: string
  readonly text: string
}

/** Finds the room that a file belongs to: the one with the longest matching path. @param file relative to its part */
export function roomOf(rooms: readonly Room[], file: string): Room | undefined {
  const fits = (path: string) => (path.endsWith('/') ? file.startsWith(path) : file === path)
  let best: { room: Room; length: number } | undefined
  for (const room of rooms)
    for (const path of room.paths)
      if (fits(path) && path.length > (best?.length ?? -1)) best = { room, length: path.length }
  return best?.room
}

/**
 * Checks the imports of all parts against the order of their rooms.
 *
 * @param files all sources, relative to `src/`, as are the `imports`
 */
export function judge(
  parts: readonly Part[],
  files: readonly string[],
  imports: readonly Import[],
): Complaint[] {
  const partOf = (file: string) => parts.find(({ name }) => file.startsWith(`${name}/`))
  return [
    ...files
      .filter((file) => partOf(file) === undefined)
      .map((file) => ({
        room: 'src',
        text: `${file} is in no part: name its part in scripts/rooms/order.ts`,
      })),
    ...imports.flatMap((each) => judgePart(partOf(each.file), each)),
    ...parts.flatMap(({ name, rooms }) => {
      const inside = ({ file, target, isPackage }: Import) =>
        file.startsWith(`${name}/`) && (isPackage || target.startsWith(`${name}/`))
      const relative = imports.filter(inside).map((each) => ({
        ...each,
        file: each.file.slice(name.length + 1),
        target: each.isPackage ? each.target : each.target.slice(name.length + 1),
      }))
      const own = files
        .filter((file) => file.startsWith(`${name}/`))
        .map((file) => file.slice(name.length + 1))
      return rooms === undefined ? fileCircles(name, relative) : judgeRooms(name, rooms, own, relative)
    }),
  ]
}

/** Checks that parts import only the contract and nothing of each other, except the files they start. */
function judgePart(part: Part | undefined, { file, line, target, isPackage, isLazy }: Import): Complaint[] {
  if (part === undefined || isPackage || target.startsWith('../openapi/')) return []
  if (target.startsWith(`${part.name}/`)) return []
  if (isLazy && part.starts?.includes(target)) return []
  return [
    {
      room: part.name,
      text: `${file}:${line} imports ${target}: ${part.name} knows the contract (openapi/) and nothing of other parts`,
    },
  ]
}

function judgeRooms(
  part: string,
  rooms: readonly Room[],
  files: readonly string[],
  imports: readonly Import[],
): Complaint[] {
  const complain = (room: Room | undefined, text: string): Complaint => ({
    room: room ? `${part}/${room.name}` : part,
    text,
  })
  return [
    ...strayFolders(rooms, files).map((text) => complain(undefined, `${part}/${text}`)),
    ...imports.flatMap((each) => {
      const from = roomOf(rooms, each.file)
      if (from === undefined) return []
      const what = each.isPackage ? judgePackage(from, each.target) : judgeArrow(rooms, from, each.target)
      const target = each.isPackage ? each.target : `${part}/${each.target}`
      return what === undefined
        ? []
        : [complain(from, `${part}/${each.file}:${each.line} imports ${target}: ${what}`)]
    }),
    ...rooms.flatMap((room) =>
      roomCircles(rooms, room, files, imports).map((text) => complain(room, `${part}/${text}`)),
    ),
  ]
}

/**
 * Finds files and folders without a room. Every file must be in a room, and if a folder is divided into rooms, so must
 * each of its subfolders.
 */
function strayFolders(rooms: readonly Room[], files: readonly string[]): string[] {
  const stray = new Set<string>()
  for (const file of files) {
    const room = roomOf(rooms, file)
    const path = room?.paths.find((each) => each.endsWith('/')) ?? ''
    const isDivided =
      path !== '' && rooms.some((other) => other.paths.some((each) => each !== path && each.startsWith(path)))
    const rest = file.slice(path.length)
    if (room === undefined || (isDivided && rest.includes('/')))
      stray.add(file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : file)
  }
  return [...stray].map((path) => `${path} is in no room: give it its place in scripts/rooms/order.ts`)
}

function judgePackage(from: Room, target: string): string | undefined {
  const forbidden = [...(from.isPure ? outsideWorld : []), ...(from.without ?? [])]
  const name = forbidden.find((each) => target === each || target.startsWith(`${each}/`))
  if (name === undefined) return undefined
  return from.isPure ? `${from.name} is pure, value in, value out` : `${from.name} does without ${name}`
}

function judgeArrow(rooms: readonly Room[], from: Room, target: string): string | undefined {
  const to = roomOf(rooms, target)
  if (to === undefined || to === from) return undefined
  if (rooms.indexOf(to) > rooms.indexOf(from))
    return `arrows go from ${to.name} down to ${from.name}, never up`
  return from.isPure && !to.isPure ? `${from.name} is pure, and ${to.name} is not` : undefined
}

/**
 * Finds cycles within a room: on every level, sibling files and folders must import each other in one direction only.
 */
function roomCircles(
  rooms: readonly Room[],
  room: Room,
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const own = new Set(files.filter((file) => roomOf(rooms, file) === room))
  const arrows = imports
    .filter(({ file, target }) => own.has(file) && own.has(target))
    .map(({ file, target }) => [file, target] as const)
  const folders = new Set([...own].flatMap(foldersOf))
  return [...folders].flatMap((folder) =>
    findCircles(arrowsIn(folder, arrows)).map(
      (circle) => `${folder}: ${circle.join(', ')} import one another in a circle`,
    ),
  )
}

/** Returns the folders that contain a file, starting with the part itself (`''`). */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1)
  return ['', ...names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)]
}

/**
 * Finds cycles in a part without rooms: its files must not import each other in a cycle, except through lazy imports.
 */
function fileCircles(part: string, imports: readonly Import[]): Complaint[] {
  const arrows = new Map<string, Set<string>>()
  for (const { file, target, isPackage, isLazy } of imports)
    if (!isPackage && !isLazy && file !== target)
      arrows.set(file, (arrows.get(file) ?? new Set()).add(target))
  return findCircles(arrows).map((circle) => ({
    room: part,
    text: `${part}/: ${circle.join(', ')} import one another in a circle`,
  }))
}
