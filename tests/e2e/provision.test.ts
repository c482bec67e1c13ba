import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { spawnKept } from '../support/kept-child.ts'

const script = fileURLToPath(new URL('provision.sh', import.meta.url))

it('a pipeline provisions an empty gateway from environment and standard input alone', {
  timeout: 300_000,
}, async () => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOLLGATE_'))
  const child = spawnKept('bash', [script], { env: Object.fromEntries(own) })
  child.stdin.end()
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/^ok: /gm)).toHaveLength(9)
})
