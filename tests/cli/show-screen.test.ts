import nodeConsole from 'node:console'
import { PassThrough } from 'node:stream'
import { Text } from 'ink'
import { createElement, useEffect } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { loadPhrases } from '../../src/cli/phrases/phrases.ts'
import { showScreen } from '../../src/cli/ui/screen/show-screen.tsx'

// Ink patches the console while it draws, and the test runner's console lacks the methods that Ink needs.
vi.stubGlobal('console', nodeConsole)
afterAll(() => void vi.unstubAllGlobals())

const markPastes = '\x1b[?2004h'
const leavePastesUnmarked = '\x1b[?2004l'

/** Creates streams that look like a terminal and record everything written to it. */
function openTerminal() {
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 })
  let written = ''
  output.on('data', (piece: Buffer) => {
    written += piece.toString()
  })
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  })
  return {
    io: { env: { TERM: 'xterm' }, stdin, stdout: output, stderr: output },
    written: () => written,
  }
}

test.each(['inline', 'full'] as const)(
  'terminal 6: pastes are marked before the first line of an %s screen is drawn, and no longer once it has ended',
  async (layout) => {
    const terminal = openTerminal()
    const phrase = await loadPhrases('en')
    await showScreen(
      ({ finish }) =>
        createElement(function Question() {
          useEffect(() => finish(undefined))
          return createElement(Text, null, 'Who administers this server?')
        }),
      { io: terminal.io, phrase },
      { layout },
    )
    const text = terminal.written()
    expect(text.indexOf(markPastes)).toBeGreaterThanOrEqual(0)
    expect(text.indexOf(markPastes)).toBeLessThan(text.indexOf('Who administers'))
    expect(text.lastIndexOf(leavePastesUnmarked)).toBeGreaterThan(text.lastIndexOf(markPastes))
  },
)
