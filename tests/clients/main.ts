/**
 * `npm run test:clients`: runs real clients against strict simulators of the vendors, through a gateway. Prints the
 * matrix and writes it to `docs/clients.md`. `--fresh` installs the newest versions, `--only <word>` runs the rows with
 * that word (`ten turns` too) and keeps the latest measurements of the others. Exits with 1 when something fails.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AbsentClient, Cell, ClientRow } from './cell.ts'
import { folder, install } from './install.ts'
import { installPython } from './install-python.ts'
import { type Kept, readKept, writeKept } from './kept.ts'
import { packageRows, packages } from './packages.ts'
import { aiderPackage, aiderRow, aiderTitle, programPackages, programRows } from './programs.ts'
import { absentTalks, pythonPackages, pythonRows } from './python-packages.ts'
import { startSite } from './site.ts'
import { measureTenTurns } from './ten-turns.ts'
import { upstreams } from './upstreams.ts'
import { writePage } from './write-page.ts'

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
const isFresh = args.includes('--fresh')

const installed = install([...packages, ...programPackages], isFresh)
const python = installPython(join(folder, 'python-sdks'), pythonPackages, isFresh)
const aider = installPython(join(folder, 'python-aider'), [aiderPackage], isFresh)
const noAider = aider.absent.get(aiderPackage)
const absent: readonly AbsentClient[] = [
  ...absentTalks(python),
  ...(noAider === undefined ? [] : [{ title: aiderTitle, why: noAider }]),
]

const date = new Date().toISOString().slice(0, 10)
/** Updates the saved measurements. Reads them again each time, because another run may measure other rows meanwhile. */
const keep = (change: (kept: Kept) => Kept): void => writeKept(folder, change(readKept(folder)))

const isWanted = (title: string): boolean =>
  only === undefined || title.toLowerCase().includes(only.toLowerCase())

const site = await startSite()
const titles: string[] = []
try {
  const rows: readonly ClientRow[] = [
    ...packageRows(installed, site),
    ...pythonRows(python, folder, site),
    ...programRows(installed, site),
    ...(noAider === undefined ? [aiderRow(aider, site)] : []),
  ]
  for (const { title, version, run } of rows) {
    titles.push(title)
    if (!isWanted(title)) continue
    const cells: Cell[] = []
    for (const upstream of upstreams) {
      const cell = await run(upstream)
      cells.push(cell)
      const said = Object.entries(cell).map(([step, why]) => `${step}: ${why}`)
      console.log(`${title} on ${upstream.name}: ${said.length === 0 ? 'ok' : said.join('; ')}`)
    }
    keep((kept) => ({ ...kept, rows: { ...kept.rows, [title]: { title, version, cells, date } } }))
  }
} finally {
  await site.stop()
}
if (isWanted('ten turns')) {
  const list = await measureTenTurns(installed)
  for (const each of list)
    console.log(
      `${each.title} with ${each.model}: ${each.turns} turns, ${each.refused} refused, ${each.cached} cached; keys ${each.keys.join(', ')}`,
    )
  keep((kept) => ({ ...kept, turns: { list, date } }))
}
for (const { title, why } of absent) console.log(`${title}: not run, ${why}`)

const kept = readKept(folder)
const measured = titles.flatMap((title) => kept.rows[title] ?? [])
const turns = kept.turns?.list ?? []
const isComplete = measured.length === titles.length && kept.turns !== undefined
if (isComplete) {
  const oldest = [...measured, kept.turns].map((each) => each?.date ?? date).sort()[0] ?? date
  const page = join(import.meta.dirname, '../../docs/clients.md')
  writeFileSync(page, writePage({ measured, absent, turns }, oldest))
}
const isBroken = measured.some(({ cells }) => cells.some((cell) => Object.keys(cell).length > 0))
if (isBroken || turns.some(({ faults }) => faults.length > 0)) process.exitCode = 1
