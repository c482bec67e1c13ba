import type { Command, CommandContext, Following, LineView } from '../define-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { OutputStream } from '../io.ts'
import { formatRow, type OutputOptions } from './output.ts'
import { forStream } from './plain-text.ts'

/**
 * Writes rows as they arrive, one line each, waiting for the stream if necessary.
 * @returns 130 after Ctrl-C, otherwise 0
 */
export async function writeRows(
  command: Command,
  following: Following<unknown>,
  context: CommandContext,
  output: OutputOptions,
): Promise<ExitCode> {
  const { io } = context
  const signal = io.interruption?.() ?? new AbortController().signal
  const isForPeople = output.format === 'table' && !output.isQuiet
  const end = new AbortController()
  const notes = isForPeople
    ? writeNotes(following, context, { output, signal: AbortSignal.any([signal, end.signal]) })
    : undefined
  let view: LineView | undefined
  let isFirst = true
  try {
    for await (const row of following.rows(context, signal)) {
      if (isForPeople) view ??= await lineView(context, output)
      await write(
        io.stdout,
        view
          ? forStream(`${following.line(row, view)}\n`, io.stdout)
          : await formatRow(command, row, output, { isFirst, stream: io.stdout }),
      )
      isFirst = false
    }
  } finally {
    end.abort()
    await notes
  }
  return signal.aborted ? exitCodes.interrupted : exitCodes.done
}

/**
 * Writes notes between the rows. Never throws: an error that prevents reading notes either ends the rows too or is
 * unimportant.
 */
async function writeNotes(
  following: Following<unknown>,
  context: CommandContext,
  { output, signal }: { readonly output: OutputOptions; readonly signal: AbortSignal },
): Promise<void> {
  if (!following.notes) return
  const { stdout } = context.io
  try {
    const view = await lineView(context, output)
    for await (const text of following.notes(context, signal, view))
      await write(stdout, forStream(`${text}\n`, stdout))
  } catch {
    // The rows report the error.
  }
}

async function lineView({ io, now }: CommandContext, output: OutputOptions): Promise<LineView> {
  const [view, { default: measure }] = await Promise.all([output.view(), import('string-width')])
  return {
    ...view,
    measure,
    // Read for each line, because the window may have been resized.
    get widthMax() {
      return io.stdout.isTTY ? io.stdout.columns : undefined
    },
    now,
  }
}

async function write(stream: OutputStream, text: string): Promise<void> {
  if (stream.write(text) === false && stream.once) {
    const { once } = stream
    await new Promise<void>((resolve) => once.call(stream, 'drain', resolve))
  }
}
