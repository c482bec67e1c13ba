import type { Readable } from 'node:stream'

/** Standard streams and environment, so that a test can run the whole program without a process. */
export interface Io {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /**
   * For commands that run until stopped: from now on, Ctrl-C and SIGTERM abort the signal instead of ending the
   * process. A second signal of the same kind ends the process.
   * @param work `outlivesReaders` = keep going when nothing reads the output any more
   */
  interruption?(work?: { readonly outlivesReaders?: boolean }): AbortSignal
  /** Version of the system's Node.js, if it was too old and had to start this process with another one. */
  readonly olderNode?: string | undefined
}

export interface OutputStream {
  /** Returns false when the reader is behind; then wait for `drain` if the stream has that event. */
  write(text: string): unknown
  once?(event: 'drain', listener: () => void): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Reads all of standard input as text. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return textOf(Buffer.concat(chunks))
}

/**
 * Decodes text from a file or a pipe, without its byte order mark. Windows editors add one, and PowerShell's `>` writes
 * UTF-16 with one.
 */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
