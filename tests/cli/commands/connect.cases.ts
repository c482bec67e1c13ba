import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandCase, CommandCases } from './command-case.ts'

const env = { KEY: 'sk-of-a-client' }

/** Creates the case of a client, whose settings are in a new file. */
const connect = (broken: string): CommandCase => ({
  good: async (world, n) => {
    const path = join(await world.directory(), `settings-${n}`)
    return { line: `--token-key-env KEY --file ${path}`, env }
  },
  signedOut: '--token mine',
  unreachable: '--token mine',
  invalid: async (world) => {
    const path = join(await world.directory(), 'broken')
    await writeFile(path, broken)
    return { line: `--token-key-env KEY --file ${path}`, env }
  },
})

/** Cases of the commands that configure other programs. */
export const cases: CommandCases = {
  'connect claude': connect('{"env": 7}'),
  'connect codex': connect('model = '),
  'connect env': {
    ...connect(''),
    alsoGood: [() => ({ line: '--token-key-env KEY', env })],
    invalid: { none: 'any file may hold lines for a shell' },
  },
}
