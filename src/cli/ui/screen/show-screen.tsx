import { Box, render, useInput, usePaste, useWindowSize } from 'ink'
import { Component, createContext, type ReactElement, type ReactNode, use } from 'react'
import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import { createLook, type Look } from './look.ts'
import { terminalStreams } from './terminal.ts'

/** Callbacks that end a screen; only the first call counts. */
export interface Closing<T> {
  /** Ends the screen with this result. */
  finish(value: T): void
  /** Ends the screen with an error: the terminal is restored, then the error is reported like any other. */
  fail(error: unknown): void
}

export interface ScreenOptions {
  /**
   * `inline` draws below the existing output and leaves the last frame there, for questions. `full` takes the whole
   * window and restores it afterwards, for live views and dialogs with several steps.
   */
  readonly layout: 'inline' | 'full'
  /** Default: `stdout` for `full`, `stderr` for `inline`. */
  readonly output?: 'stdout' | 'stderr'
  /** Message on exit after Ctrl-C; default: none. */
  readonly interruption?: () => string
}

interface Surroundings {
  readonly phrase: Phrase
  readonly look: Look
}

/** Moves to the top left corner and clears the screen. */
const homeAndErase = '\x1b[H\x1b[J'

/** Makes the terminal mark pasted text from now on (xterm, "Bracketed Paste Mode"). */
const markPastes = '\x1b[?2004h'
const leavePastesUnmarked = '\x1b[?2004l'

const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

/** Returns the phrases and colors of this run, within a screen. */
export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext)
  if (surroundings === undefined) throw new Error('a component of a screen was drawn outside of showScreen')
  return surroundings
}

/**
 * Opens a screen and waits until it ends. Whatever happens, the terminal is restored: cooked mode, visible cursor, the
 * previous window. Nothing taller than the window is drawn.
 *
 * @throws CliError `interrupted` (130) after Ctrl-C; any error that the screen ended with
 */
export async function showScreen<T>(
  draw: (closing: Closing<T>) => ReactElement,
  { io, phrase }: { readonly io: Io; readonly phrase: Phrase },
  options: ScreenOptions,
): Promise<T> {
  const isFull = options.layout === 'full'
  const streams = terminalStreams(io, options.output ?? (isFull ? 'stdout' : 'stderr'))
  if (streams === undefined)
    throw new CliError('no_terminal', exitCodes.usage, phrase('usage.noTerminal'), {
      hint: phrase('hint.noTerminal'),
    })
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined
  const end = (how: NonNullable<typeof outcome>): void => {
    if (outcome !== undefined) return
    outcome = how
    // Deferred, because Ink unmounts its tree immediately and must not do so during a render.
    queueMicrotask(() => instance?.unmount())
  }
  const closing: Closing<T> = {
    finish: (value) => end({ value }),
    fail: (error) => end({ error }),
  }
  const interrupt = (): void =>
    closing.fail(
      new CliError(
        'interrupted',
        exitCodes.interrupted,
        options.interruption?.() ?? phrase('say.interrupted'),
      ),
    )
  let instance: ReturnType<typeof render> | undefined
  // A terminal rewraps its content before we learn its new width, so nothing is where it was drawn: redraw everything.
  const redraw = (): void => {
    instance?.clear()
    streams.output.write(homeAndErase)
  }
  // Ink sets the terminal's modes only after it has drawn. Users who respond immediately must not type in the shell's
  // mode, in which Ctrl-C also ends the shell's script, Enter is another key, and a line break in a pasted text is
  // Enter.
  streams.stdin.setRawMode(true)
  streams.output.write(markPastes)
  try {
    instance = render(
      <SurroundingsContext value={{ phrase, look: createLook(io.env) }}>
        <Guard onError={closing.fail}>
          <Window isFull={isFull} onInterrupt={interrupt}>
            {draw(closing)}
          </Window>
        </Guard>
      </SurroundingsContext>,
      {
        stdin: streams.stdin,
        stdout: streams.output,
        stderr: io.stderr as NodeJS.WriteStream,
        alternateScreen: isFull,
        exitOnCtrlC: false,
        interactive: true,
      },
    )
    // The screen may have finished before `render` returned.
    if (outcome !== undefined) instance.unmount()
    if (isFull) streams.output.prependListener('resize', redraw)
    await instance.waitUntilExit()
  } finally {
    streams.output.off('resize', redraw)
    streams.output.write(leavePastesUnmarked)
    streams.stdin.setRawMode(false)
  }
  if (outcome === undefined)
    throw new CliError('interrupted', exitCodes.interrupted, phrase('say.interrupted'))
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Keeps the content inside the window: content that does not fit is cut off, never scrolled. */
function Window({
  isFull,
  onInterrupt,
  children,
}: {
  readonly isFull: boolean
  onInterrupt(): void
  readonly children: ReactNode
}) {
  const { rows, columns } = useWindowSize()
  useInput((input, key) => {
    if (key.ctrl && input === 'c') onInterrupt()
  })
  // If no component listens for pastes, Ink passes them on as keys, and a line break in them would be Enter.
  usePaste(() => {})
  // One row less if the shell's output is above: a full last row would scroll it away.
  const height = isFull ? { height: rows } : { maxHeight: Math.max(1, rows - 1) }
  return (
    <Box width={columns} {...height} overflow="hidden" flexDirection="column">
      <Box width={columns} minHeight={isFull ? rows : 0} flexShrink={0} flexDirection="column">
        {children}
      </Box>
    </Box>
  )
}

/** Ends the screen with the error of a component that throws, instead of printing a stack trace across the window. */
class Guard extends Component<
  { readonly onError: (error: unknown) => void; readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError = () => ({ isBroken: true })

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
