/**
 * The keeper: a separate process that owns the database servers of one run. It starts them when they are first needed,
 * listens on a loopback port, and removes everything when its standard input closes, which happens however the process
 * that started it ends: normally, by Ctrl-C or by kill -9. It also deletes the folder for temporary files, because a
 * test process that is killed cannot.
 */
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createServices } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-'))
// PostgreSQL runs as another user, and its data folder is inside this one.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
const services = createServices(process.env)

const server = createServer(async (request, response) => {
  try {
    const body: unknown = JSON.parse((await text(request)) || '{}')
    const answer = await services.handle(request.url ?? '/', body as Record<string, string>)
    response.end(JSON.stringify(answer ?? {}))
  } catch (error) {
    response.statusCode = 500
    response.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }))
  }
})
server.requestTimeout = 0
// A test that computes for seconds does not see that its idle connection was closed, and would use it again. So only
// the tests close connections.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1')
await once(server, 'listening')

const address = server.address()
if (address === null || typeof address === 'string') throw new Error('no loopback port')
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}`, folder })}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.resume()
await once(process.stdin, 'close')
await services.removeAll()
// An ending browser still deletes its own files. If a file is already gone, `rmSync` of Node 26 stops without an error
// and leaves the rest.
await rm(folder, { recursive: true, force: true, maxRetries: 10 })
process.exit(0)
