/**
 * `npm run test:clients`: real clients against strict simulators of the vendors, through a gateway. Prints the matrix and writes it
 * to `docs/clients.md`. `--fresh` installs the newest versions, `--only <word>` runs the rows with that word and writes nothing.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.ts'
import { packageRows, packages } from './packages.ts'
import { programPackages, programRows } from './programs.ts'
import { startSite } from './site.ts'
import { upstreams } from './upstreams.ts'
import { type Measured, writePage } from './write-page.ts'

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined

const installed = install([...packages, ...programPackages], args.includes('--fresh'))
const site = await startSite()
const measured: Measured[] = []
try {
  for (const client of [...packageRows(installed, site), ...programRows(installed, site)]) {
    if (only !== undefined && !client.title.toLowerCase().includes(only.toLowerCase())) continue
    const cells = []
    for (const upstream of upstreams) {
      const cell = await client.run(upstream)
      cells.push(cell)
      const said = Object.entries(cell).map(([step, why]) => `${step}: ${why}`)
      console.log(`${client.title} on ${upstream.name}: ${said.length === 0 ? 'ok' : said.join('; ')}`)
    }
    measured.push({ title: client.title, version: installed.versionOf(client.package), cells })
  }
} finally {
  await site.stop()
}
if (only === undefined) {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(join(import.meta.dirname, '../../docs/clients.md'), writePage(measured, date))
}
