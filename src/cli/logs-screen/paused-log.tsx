import { Box, Text, useWindowSize } from 'ink'
import { useRef, useState } from 'react'
import type { CommandContext } from '../define-command.ts'
import { count } from '../top/figures.ts'
import { visibleFrom } from '../top/top-keys.ts'
import { explainCall } from '../ui/explained-call.ts'
import { ScrolledText } from '../ui/screen/scrolled-text.tsx'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import { type PressedKey, useKeys } from '../ui/screen/use-keys.ts'
import { LogBar } from './log-bar.tsx'
import { type LogLine, type LogSieve, passes } from './log-buffer.ts'
import type { LogSession } from './log-session.ts'
import { addText, typeIntoFilter } from './sieve-keys.ts'
import { useSession } from './use-session.ts'

const failure = 6

interface PausedLogProps {
  readonly session: LogSession
  readonly context: CommandContext
  problem(): { readonly error: unknown } | undefined
  finish(next: 'quit' | 'resume'): void
  fail(error: unknown): void
}

interface Explained {
  readonly title: string
  readonly text: string | undefined
}

/** Shows the lines at the time of the pause. One is selected, and its request can be explained. */
export function PausedLog({ session, context, problem, finish, fail }: PausedLogProps) {
  const { phrase, look } = useSurroundings()
  const { rows: height } = useWindowSize()
  const [start] = useState(() => ({ lines: session.lines(), count: session.count }))
  const [selected, setSelected] = useState(start.lines.at(-1)?.number ?? -1)
  const [top, setTop] = useState(0)
  const [explained, setExplained] = useState<Explained>()
  const [message, setMessage] = useState<string>()
  const [isTyping, setIsTyping] = useState(false)
  useSession(session, problem, fail)
  const latest = useRef({ selected, isTyping, isExplaining: false })

  const page = Math.max(1, height - 1)
  const lines = start.lines.filter((line) => passes(line, session.sieve))
  const at = indexOf(lines, selected)
  const first = visibleFrom(top, at, lines.length, page)
  if (first !== top) setTop(first)

  const select = (number: number): void => {
    latest.current.selected = number
    setSelected(number)
  }
  const type = (is: boolean): void => {
    latest.current.isTyping = is
    setIsTyping(is)
  }
  const explain = (line: LogLine | undefined): void => {
    const requestId = line?.row.request_id
    if (!requestId) return setMessage(phrase('logs.noCall'))
    latest.current.isExplaining = true
    setExplained({ title: requestId, text: undefined })
    void explainCall(requestId, context).then((text) =>
      setExplained((before) => (before?.title === requestId ? { ...before, text } : before)),
    )
  }
  const press = (key: PressedKey): boolean => {
    const { sieve } = session
    const now = start.lines.filter((line) => passes(line, sieve))
    const from = indexOf(now, latest.current.selected)
    const steps = stepsOf(key, page, now.length)
    if (steps !== undefined) {
      const to = now[Math.max(0, Math.min(now.length - 1, from + steps))]
      if (to !== undefined) select(to.number)
      return true
    }
    if (key.isReturn) explain(now[from])
    else if (key.input === 'q') finish('quit')
    else if (key.input === 'p' || key.input === ' ' || key.isEscape) finish('resume')
    else if (key.input === 'e') session.setSieve({ ...sieve, isErrorsOnly: !sieve.isErrorsOnly })
    else if (key.input === '/') type(true)
    return !key.isReturn
  }
  useKeys(
    (key) => {
      if (latest.current.isExplaining) {
        if (!key.isEscape && key.input !== 'q') return true
        latest.current.isExplaining = false
        setExplained(undefined)
        return false
      }
      setMessage(undefined)
      if (!latest.current.isTyping) return key.isChord || press(key)
      const next = typedSieve(session.sieve, key)
      session.setSieve(next.sieve)
      if (next.isDone) type(false)
      return true
    },
    (text) => {
      if (latest.current.isTyping) session.setSieve(addText(session.sieve, text))
    },
  )

  if (explained !== undefined)
    return <ScrolledText title={explained.title} text={explained.text ?? '…'} lines={height} />
  const waiting = session.count - start.count
  return (
    <Box flexDirection="column" height={height}>
      <Box flexDirection="column" height={page} flexShrink={0} overflow="hidden">
        {lines.length === 0 ? <Text dimColor>{phrase('logs.nothing')}</Text> : null}
        {lines.slice(first, first + page).map(({ number, row, text }) => {
          const isSelected = lines[at]?.number === number
          return (
            <Box key={number} height={1} flexShrink={0}>
              <Box width={1} flexShrink={0}>
                <Text {...look.accent}>{isSelected ? '›' : ' '}</Text>
              </Box>
              <Text
                {...(isSelected ? look.accent : row.type === failure ? look.bad : {})}
                bold={isSelected}
                wrap="truncate-end"
              >
                {text}
              </Text>
            </Box>
          )
        })}
      </Box>
      <LogBar
        session={session}
        lead={[
          phrase('logs.paused'),
          ...(waiting > 0 ? [phrase('logs.waiting', { count: count(waiting) })] : []),
        ].join(' · ')}
        isTyping={isTyping}
        message={message}
        keys={['logs.key.explain', 'logs.key.resume', 'logs.key.quit']}
      />
    </Box>
  )
}

/** Returns the index of the selected line, or of the last one if it is not among these. */
function indexOf(lines: readonly LogLine[], number: number): number {
  const at = lines.findIndex((line) => line.number === number)
  return at < 0 ? lines.length - 1 : at
}

function typedSieve(sieve: LogSieve, key: PressedKey): { sieve: LogSieve; isDone: boolean } {
  if (key.isEscape) return { sieve: { ...sieve, filter: '' }, isDone: true }
  const next = typeIntoFilter(sieve, key)
  return { sieve: next ?? sieve, isDone: next === undefined }
}

function stepsOf(key: PressedKey, page: number, all: number): number | undefined {
  if (key.isDown || key.input === 'j') return 1
  if (key.isUp || key.input === 'k') return -1
  if (key.isPageDown) return Math.max(1, page - 1)
  if (key.isPageUp) return -Math.max(1, page - 1)
  if (key.isHome || key.input === 'g') return -all
  if (key.isEnd || key.input === 'G') return all
  return undefined
}
