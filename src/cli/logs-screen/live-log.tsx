import { styleText } from 'node:util'
import { Box, Text, useStdout, useWindowSize } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import { useKeys } from '../ui/screen/use-keys.ts'
import { LogBar } from './log-bar.tsx'
import type { LogSession } from './log-session.ts'
import { addText, typeIntoFilter } from './sieve-keys.ts'
import { useSession } from './use-session.ts'

const failure = 6

interface LiveLogProps {
  readonly session: LogSession
  problem(): { readonly error: unknown } | undefined
  finish(next: 'quit' | 'pause'): void
  fail(error: unknown): void
}

/**
 * Prints lines into the terminal's scrollback. Below them are the lines of running tasks, which change, and the bar.
 */
export function LiveLog({ session, problem, finish, fail }: LiveLogProps) {
  const { look } = useSurroundings()
  const { write } = useStdout()
  const { rows: height } = useWindowSize()
  const [isTyping, setIsTyping] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const typing = useRef(false)
  const type = (is: boolean): void => {
    typing.current = is
    setIsTyping(is)
  }
  /** Removes the bar first, so that the scrollback contains only log lines. */
  const end = (next: 'quit' | 'pause'): void => {
    setIsOver(true)
    setTimeout(() => finish(next))
  }
  useSession(session, problem, fail)
  useEffect(() => {
    if (isOver) return
    const lines = session.takeNew()
    const ended = session.takeEnded()
    if (lines.length + ended.length === 0) return
    const drawn = [
      ...lines.map(({ row, text }) =>
        row.type === failure && look.bad.color !== undefined
          ? styleText('red', text, { validateStream: false })
          : text,
      ),
      ...ended,
    ]
    write(`${drawn.join('\n')}\n`)
  })
  useKeys(
    (key) => {
      const { sieve } = session
      if (typing.current) {
        if (key.isEscape) session.setSieve({ ...sieve, filter: '' })
        const next = key.isEscape ? undefined : typeIntoFilter(sieve, key)
        if (next === undefined) type(false)
        else session.setSieve(next)
        return true
      }
      if (key.isChord) return true
      if (key.input === 'q') end('quit')
      else if (key.input === 'p' || key.input === ' ' || key.isUp) end('pause')
      else if (key.input === 'e') session.setSieve({ ...sieve, isErrorsOnly: !sieve.isErrorsOnly })
      else if (key.input === '/') type(true)
      else if (key.isEscape) session.setSieve({ ...sieve, filter: '' })
      else return true
      // After one of these keys, the remaining input belongs to another window.
      return key.input === 'e' || key.input === '/' || key.isEscape
    },
    (text) => {
      if (typing.current) session.setSieve(addText(session.sieve, text))
    },
  )
  if (isOver) return null
  const tasks = session.tasks
  // However many tasks run, most of the window is reserved for the log.
  const shown = tasks.slice(-Math.max(1, Math.floor(height / 3)))
  return (
    <Box flexDirection="column">
      {shown.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; its text changes.
        <Text key={at} {...look.accent} wrap="truncate-end">
          {text}
        </Text>
      ))}
      <LogBar
        session={session}
        isTyping={isTyping}
        keys={['logs.key.pause', 'logs.key.errors', 'logs.key.filter', 'logs.key.quit']}
      />
    </Box>
  )
}
