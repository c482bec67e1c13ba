import { createParser } from 'eventsource-parser'
import { useEffect, useRef } from 'react'
import { currentLanguage } from '../i18n/i18n.ts'
import { session } from '../state/session.ts'

/** The feed is never silent for more than a second; a connection without data for this long is dead. */
const SILENCE_MS = 10_000
const AGAIN_MS = 3_000

/**
 * Follows the log rows of the signed-in user while `isOn`: calls `onRow` for each new row of a type, and whenever a
 * connection is made, because rows may have been missed before.
 */
export function useLogFeed(isOn: boolean, type: number, onRow: () => void): void {
  const latest = useRef(onRow)
  useEffect(() => {
    latest.current = onRow
  })
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    void follow(type, () => latest.current(), stop.signal)
    return () => stop.abort()
  }, [isOn, type])
}

async function follow(type: number, onRow: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await readFeed(type, onRow, signal)
    await pause(AGAIN_MS, signal)
  }
}

/** Reads one connection until it ends for any reason. */
async function readFeed(type: number, onRow: () => void, signal: AbortSignal): Promise<void> {
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end)
  let silence = setTimeout(end, SILENCE_MS)
  try {
    const user = session.user()
    // Without a username, administrators would get everybody's rows.
    const query = new URLSearchParams({ type: String(type), username: user?.username ?? '' })
    const response = await fetch(`/api/event/?${query}`, {
      headers: { 'tollgate-user': String(user?.id ?? ''), 'accept-language': currentLanguage() },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (!response.ok || !response.body) return
    onRow()
    const parser = createParser({
      onEvent: ({ event }) => {
        if (event === 'log') onRow()
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    // The connection failed or broke; the caller reconnects.
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    connection.abort()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
