import type { Readable } from 'node:stream'

/** Standard streams and environment, so that a test runs the whole program without a process. */
export interface Io {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /**
   * For what runs until it is told to stop: from now on Ctrl-C ends the signal instead of the process. A second one
   * ends the process all the same.
   */
  interruption?(): AbortSignal
}

export interface OutputStream {
  /** False = the reader is behind: wait for `drain`, where there is such an event. */
  write(text: string): unknown
  once?(event: 'drain', listener: () => void): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** All of standard input as text. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(chunks).toString('utf8')
}
