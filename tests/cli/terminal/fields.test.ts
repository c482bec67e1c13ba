import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { startTerminal, type TerminalWindow } from '../support/terminal.ts'

const gateway = await startGateway()
const configDirectory = await mkdtemp(join(tmpdir(), 'tollgate-fields-'))
afterAll(async () => {
  await gateway.stop()
  await rm(configDirectory, { recursive: true, force: true })
})

async function openForm(): Promise<TerminalWindow> {
  const env = { TOLLGATE_URL: gateway.url, TOLLGATE_CONFIG_DIR: configDirectory }
  const terminal = await startTerminal(['setup'], { env })
  await terminal.until('Enter next')
  return terminal
}

const filled = /Username +root\n[\s\S]*Password +\*{13}\n[\s\S]*Repeat +\*{13}\n/

const ways = [
  ['typed', (terminal: TerminalWindow, text: string) => terminal.type(text)],
  ['pasted', (terminal: TerminalWindow, text: string) => terminal.paste(text)],
] as const

for (const [way, give] of ways) {
  test.each([
    ['tabs', '\t'],
    ['line breaks', '\r'],
  ])(
    `terminal 6: name and password ${way} in one piece with %s between them fill their fields, and no password is shown`,
    async (_, between) => {
      const terminal = await openForm()
      await give(terminal, ['root', 'correct-horse', 'correct-horse'].join(between))
      const screen = await terminal.until(filled)
      expect(screen).not.toContain('correct')
      expect(await terminal.history()).not.toContain('correct')
      // The form waits for Enter, so nothing has been sent.
      expect(screen).toContain('Who administers this server?')
    },
  )
}

test('terminal 6: an arrow key in the same piece moves as well', async () => {
  const terminal = await openForm()
  await terminal.type('root\x1b[Bcorrect-horse\x1b[Bcorrect-horse')
  expect(await terminal.until(filled)).not.toContain('correct')
})

test('terminal 6: a name that is refused keeps the password that followed it off the screen', async () => {
  const terminal = await openForm()
  await terminal.type('a@b\rcorrect-horse')
  expect(await terminal.until(/Username +a@b\n/)).not.toContain('correct')
})

test('terminal 6: a paste into the last field never submits the form', async () => {
  const terminal = await openForm()
  await terminal.paste('root\tcorrect-horse\tcorrect-horse\n')
  expect(await terminal.until(filled)).toContain('Who administers this server?')
})
