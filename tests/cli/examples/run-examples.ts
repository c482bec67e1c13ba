import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { jqProgram, providePrograms } from '../../support/services/programs.ts'
import type { World } from '../commands/world.ts'
import { openExampleWorld } from './example-world.ts'
import type { Precondition } from './precondition.ts'
import { preconditions } from './preconditions.ts'
import { keysOf, readExamples, shareOf } from './read-examples.ts'
import { openShell } from './stage.ts'

/** Signs of a fault in the output of a successful command. */
const faults =
  /^\s+at \S.*:\d+:\d+\)?$|\b(?:undefined|NaN|\[object Object\]|internal error|not found: )|^error\b|Error: /m

/** Runs the examples of one part of the commands in a shell, each in a new folder. */
export async function runExamples(part: number, parts: number): Promise<void> {
  const examples = shareOf(await readExamples(), part, parts)
  let world: World
  beforeAll(async () => {
    providePrograms([jqProgram])
    world = await openExampleWorld()
  })

  describe('every example of every help runs as printed', () => {
    test.each(examples.map((example) => [`${example.path}: ${example.line}`, example] as const))(
      '%s',
      async (_, example) => {
        const wanted = keysOf(example).flatMap((key) => preconditions[key] ?? [])
        const last = <K extends keyof Precondition>(key: K) => wanted.findLast((each) => key in each)?.[key]
        const shell = await openShell(world)
        for (const { before = [], files = {}, env = {}, arrange } of wanted) {
          for (const [name, text] of Object.entries(files)) {
            const path = join(shell.folder, name)
            await mkdir(dirname(path), { recursive: true })
            await writeFile(path, text)
          }
          shell.setEnv(env)
          await shell.prepare(...before)
          await arrange?.(shell)
        }

        const { line } = example
        const inTerminal = last('inTerminal')
        if (inTerminal) {
          const window = await shell.runInTerminal(line)
          await inTerminal(window, shell)
          const code = await window.exitCode()
          const printed = await window.history()
          expect(code, printed).toBe(last('exit') ?? 0)
          if (!last('isSilent')) expect(printed).toMatch(/\S/)
          expect(printed).not.toMatch(faults)
          return
        }
        const { code, stdout, stderr } = await shell.run(line, last('meanwhile'))
        expect(code, stdout + stderr).toBe(last('exit') ?? 0)
        expect(stdout + stderr).not.toMatch(faults)
        for (const secret of world.secrets) expect(stdout + stderr).not.toContain(secret)
        const isWritten = / > \S+$/.test(line)
        if (!last('isSilent') && !isWritten) expect(stdout + stderr).toMatch(/\S/)
        if (/ --json$| -o json$/.test(line)) expect(JSON.parse(stdout)).toBeDefined()
      },
    )
  })
}
