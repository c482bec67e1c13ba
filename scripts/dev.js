/**
 * Runs the daemon from source, restarting it whenever a source changes, and the console with hot reload, which proxies
 * API calls to the daemon. This does not use `node --watch`, because that writes its own messages into the channels of
 * worker threads.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { sep } from 'node:path'
import { onPinnedNode, root } from './pinned-node.js'

onPinnedNode()

const env = { TOLLGATE_DRAIN_SECONDS: '1', ...process.env }
const start = () => {
  const started = spawn(process.execPath, [`${root}bin/tollgate`, 'serve', ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  })
  started.once('exit', (code) => {
    if (!isRestarting) process.stderr.write(`the daemon ended (${code}); waiting for a change\n`)
  })
  return started
}

let isRestarting = false
let daemon = start()

const restart = async () => {
  if (isRestarting) return
  isRestarting = true
  if (daemon.exitCode === null && daemon.signalCode === null)
    await new Promise((resolve) => {
      daemon.once('exit', resolve)
      daemon.kill('SIGTERM')
    })
  isRestarting = false
  daemon = start()
}

/** An editor may write several files at once, so all of them cause only one restart. */
let timer
for (const folder of ['src', 'openapi', 'migrations'])
  watch(root + folder, { recursive: true }, (_event, file) => {
    if (folder === 'src' && file?.startsWith(`console${sep}`)) return
    // Generated from its neighbors when the daemon starts.
    if (folder === 'openapi' && file?.startsWith('bundled.gen.json')) return
    clearTimeout(timer)
    timer = setTimeout(restart, 200)
  })

const console = spawn(
  process.execPath,
  ['node_modules/vite/bin/vite.js', '--config', 'src/console/vite.config.ts'],
  {
    cwd: root,
    env: {
      TOLLGATE_URL: `http://127.0.0.1:${portOf(process.argv) ?? process.env.TOLLGATE_PORT ?? 3000}`,
      ...process.env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)

/** @param {string[]} argv */
function portOf(argv) {
  const place = argv.findIndex((each) => each === '--port' || each.startsWith('--port='))
  return place < 0 ? undefined : (argv[place]?.split('=')[1] ?? argv[place + 1])
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isRestarting = true
    console.kill('SIGTERM')
    daemon.once('exit', (code) => process.exit(code ?? 0))
    if (!daemon.kill('SIGTERM')) process.exit(0)
  })
