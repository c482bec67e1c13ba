import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findProgram, providePrograms, tmuxProgram } from '../../support/services/programs.ts'

/** A tmux server with one window, over one persistent connection, so that reading the window starts no program. */
export interface Tmux {
  /** Runs a tmux command. @returns its output @throws Error with tmux's message */
  tell(...words: string[]): Promise<string>
  /** Ends the server and everything in its window. */
  end(): Promise<void>
}

interface Question {
  resolve(answer: string): void
  reject(error: Error): void
}

/** @param words the commands that create the session `window`, detached */
export async function startTmux(
  socket: string,
  env: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): Promise<Tmux> {
  const options = ['-u', '-L', socket, '-f', '/dev/null']
  await promisify(execFile)(pathOfTmux(), [...options, ...words], { env })
  // Control mode: https://github.com/tmux/tmux/wiki/Control-Mode
  const client = spawn(pathOfTmux(), [...options, '-C', 'attach-session', '-t', 'window'], { env })
  const ended = once(client, 'exit')
  // A separate pipe instead of the worker's stderr. If tmux still held the worker's open, the test run would never end.
  let complaint = ''
  client.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  // The answer to `attach-session` itself comes first.
  const attached = Promise.withResolvers<string>()
  const questions: Question[] = [attached]
  let block: { readonly number: string; readonly lines: string[] } | undefined

  createInterface({ input: client.stdout }).on('line', (line) => {
    const [, word, number = ''] = /^%(begin|end|error) \d+ (\d+) /.exec(line) ?? []
    if (block === undefined) {
      // Lines outside of blocks are notifications about the window, not answers.
      if (word === 'begin') block = { number, lines: [] }
    } else if (number === block.number && (word === 'end' || word === 'error')) {
      const text = block.lines.map((each) => `${each}\n`).join('')
      block = undefined
      const question = questions.shift()
      if (word === 'end') question?.resolve(text)
      else question?.reject(new Error(text.trim()))
    } else block.lines.push(line)
  })
  client.stdin.on('error', () => undefined)
  void ended.then(() => {
    for (const each of questions.splice(0)) each.reject(new Error(`tmux has ended: ${complaint}`))
  })
  await attached.promise
  return {
    tell: (...command) =>
      new Promise((resolve, reject) => {
        questions.push({ resolve, reject })
        client.stdin.write(`${command.map(quoted).join(' ')}\n`)
      }),
    async end() {
      client.stdin.write('kill-server\n')
      await ended
    },
  }
}

/** Finds tmux, and installs it if necessary. @throws Error when it is missing and cannot be installed */
export function pathOfTmux(): string {
  providePrograms([tmuxProgram])
  return findProgram(tmuxProgram) ?? 'tmux'
}

/** Quotes one word of a tmux command line, which ends at a line break. */
const quoted = (word: string): string =>
  `"${word
    .replace(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')}"`
