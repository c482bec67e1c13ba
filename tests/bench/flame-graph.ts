/** The drawn parts of V8's profile (https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
    readonly children?: readonly number[]
  }[]
  /** Microseconds on the machine's monotonic clock, as in `process.hrtime`. */
  readonly startTime: number
  readonly samples: readonly number[]
  /** Microseconds between each sample and the previous one. */
  readonly timeDeltas: readonly number[]
}

/** A function as called from the frame above it. */
interface Frame {
  readonly name: string
  readonly colour: string
  microseconds: number
  readonly children: Map<string, Frame>
}

const WIDTH = 1200
const ROW = 17
/** Frames narrower than this are not drawn: their names would be unreadable, and there are thousands. */
const NARROWEST = 1.5
const CHARACTER = 6.3

/** Owners of code, by URL of the frame; the first match applies. */
const owners: readonly (readonly [pattern: RegExp, name: string, colour: string])[] = [
  [/^gc$/, 'garbage collection', '#c0564f'],
  [/daemon\/relay\//, 'relay', '#4f8a5b'],
  [/daemon\/ledger\//, 'ledger', '#b08a2e'],
  [/daemon\/protocols\//, 'protocols', '#5f9ea0'],
  [/daemon\/upstream\//, 'upstream', '#7a9e3f'],
  [/daemon\//, 'rest of the daemon', '#86b58d'],
  [/node_modules\/undici\//, 'undici', '#7d6bb0'],
  [/node_modules\//, 'other packages', '#a99cc9'],
  [/^node:/, 'Node.js', '#8b96a5'],
  [/^$/, 'native code', '#b9c0c9'],
]

const ownerOf = (name: string, url: string) =>
  owners.find(([pattern]) => pattern.test(name === '(garbage collector)' ? 'gc' : url)) ?? owners.at(-1)

/**
 * Draws a profile as SVG: width is time, callers are above their callees; idle time is left out.
 * @param fromUs start of the drawn part on the clock of `startTime`; earlier samples, such as a program's start, are
 * left out
 */
export function drawFlameGraph(profile: CpuProfile, fromUs: number, title: string): string {
  const root = mergeCalls(profile, fromUs)
  const rows: string[] = []
  let depth = 0
  const draw = (frame: Frame, x: number, level: number): void => {
    const width = (frame.microseconds / root.microseconds) * WIDTH
    if (width < NARROWEST) return
    depth = Math.max(depth, level)
    const share = ((frame.microseconds / root.microseconds) * 100).toFixed(1)
    const text = label(frame.name, width)
    rows.push(
      `<g><title>${escaped(frame.name)} ${share} %</title><rect x="${x.toFixed(1)}" y="${top(level)}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${frame.colour}"/>${text === '' ? '' : `<text x="${(x + 3).toFixed(1)}" y="${top(level) + 12}">${escaped(text)}</text>`}</g>`,
    )
    let childX = x
    for (const child of [...frame.children.values()].sort((a, b) => a.name.localeCompare(b.name))) {
      draw(child, childX, level + 1)
      childX += (child.microseconds / root.microseconds) * WIDTH
    }
  }
  draw(root, 0, 0)
  const legend = legendOf(root)
  const height = top(depth + 1) + 8
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/><text x="4" y="16" font-size="13">${escaped(title)}</text>${legend}${rows.join('')}</svg>\n`
}

const HEAD = 48
const top = (level: number): number => HEAD + level * ROW

const label = (name: string, width: number): string => {
  const room = Math.floor((width - 6) / CHARACTER)
  if (room < 3) return ''
  return name.length <= room ? name : `${name.slice(0, room - 1)}…`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Builds the legend: shares of time by owner of the running code, excluding callees. */
function legendOf(root: Frame): string {
  const own = new Map<string, number>()
  const add = (frame: Frame): void => {
    let below = 0
    for (const child of frame.children.values()) {
      below += child.microseconds
      add(child)
    }
    own.set(frame.colour, (own.get(frame.colour) ?? 0) + frame.microseconds - below)
  }
  add(root)
  let x = 4
  return owners
    .map(([, name, colour]) => {
      const text = `${name} ${(((own.get(colour) ?? 0) / root.microseconds) * 100).toFixed(0)} %`
      const at = x
      x += text.length * CHARACTER + 26
      return `<rect x="${at}" y="25" width="11" height="11" fill="${colour}"/><text x="${at + 15}" y="35">${text}</text>`
    })
    .join('')
}

function mergeCalls(profile: CpuProfile, fromUs: number): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const root: Frame = { name: 'main thread', colour: '#b9c0c9', microseconds: 0, children: new Map() }
  let nowUs = profile.startTime
  profile.samples.forEach((sample, index) => {
    const took = profile.timeDeltas[index] ?? 0
    nowUs += took
    if (nowUs < fromUs) return
    const path = []
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = nodes.get(id)
      if (node) path.unshift(node.callFrame)
    }
    const last = path.at(-1)?.functionName
    if (last === '(idle)' || last === '(program)') return
    let frame = root
    frame.microseconds += took
    for (const { functionName, url } of path.slice(1)) {
      const name = functionName === '' ? '(anonymous)' : functionName
      const key = `${name} ${url}`
      let child = frame.children.get(key)
      if (child === undefined) {
        child = { name, colour: ownerOf(name, url)?.[2] ?? '', microseconds: 0, children: new Map() }
        frame.children.set(key, child)
      }
      child.microseconds += took
      frame = child
    }
  })
  return root
}
