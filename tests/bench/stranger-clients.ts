/**
 * Simulates strangers: `--strangers` connections to `--url`, each posting bodies of `--bytes` without a key, one after
 * another, as fast as the server accepts them. Runs in a separate process, so that its own work is not measured as
 * delay.
 */
import { connect } from 'node:net'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    path: { type: 'string', default: '/' },
    strangers: { type: 'string', default: '1' },
    bytes: { type: 'string', default: '0' },
  },
})
const { hostname, port } = new URL(values.url)
const piece = Buffer.alloc(65_536, 'x')
const head = `POST ${values.path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${values.bytes}\r\n\r\n`

const begin = (): void => {
  const socket = connect(Number(port), hostname)
  let left = Number(values.bytes)
  const send = () => {
    while (left > 0) {
      const bytes = piece.subarray(0, left)
      left -= bytes.length
      if (!socket.write(bytes)) return
    }
    socket.destroy()
  }
  socket.on('error', () => undefined).on('data', () => undefined)
  socket.on('drain', send).on('close', begin)
  socket.write(head)
  send()
}

for (let started = 0; started < Number(values.strangers); started += 1) begin()
process.stdin.resume().on('end', () => process.exit(0))
process.stdout.write(`${values.url}\n`)
