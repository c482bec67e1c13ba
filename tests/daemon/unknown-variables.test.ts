import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { daemonVariables, unknownVariables } from '../../src/daemon/unknown-variables.ts'

it('a variable whose name is mistyped is told with the one that may be meant', () => {
  expect(
    unknownVariables({
      TOLLGATE_SECRT_KEY: 'x',
      TOLLGATE_DATABASE_URI: 'postgres://h/d',
      TOLLGATE_DATA_DIR: 'data',
    }),
  ).toEqual([
    'TOLLGATE_DATABASE_URI is set, but Tollgate reads no variable of this name. Did you mean TOLLGATE_DATABASE_URL?',
    'TOLLGATE_SECRT_KEY is set, but Tollgate reads no variable of this name. Did you mean TOLLGATE_SECRET_KEY?',
  ])
  expect(unknownVariables({ TOLLGATE_COLOUR: 'red' })).toEqual([
    'TOLLGATE_COLOUR is set, but Tollgate reads no variable of this name.',
  ])
})

it.each([
  ['the daemon', daemonVariables],
  [
    'the terminal',
    [...readFileSync('docs/cli.md', 'utf8').matchAll(/^\| `(TOLLGATE_[A-Z_]+)`/gm)].map(
      ([, name = '']) => name,
    ),
  ],
  ['manifests', ['TOLLGATE_CHANNEL_OPENAI_MAIN_KEY', 'TOLLGATE_USER_ALICE_PASSWORD']],
  ['Kubernetes', ['TOLLGATE_SERVICE_HOST', 'TOLLGATE_PORT_3000_TCP_ADDR']],
])('variables of %s may be set', (_whose, names) => {
  expect(names.length).toBeGreaterThan(1)
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

it('the README lists the variables of the daemon', () => {
  const rows = [...readFileSync('README.md', 'utf8').matchAll(/^\| `(TOLLGATE_[A-Z_]+)`/gm)]
  expect(rows.map(([, name]) => name).sort()).toEqual([...daemonVariables].sort())
})
