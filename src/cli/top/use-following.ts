import { useEffect, useRef } from 'react'
import type { CommandContext } from '../define-command.ts'
import { problemText } from '../ui/problem-text.ts'
import { followTop, type Viewer } from './follow-top.ts'
import type { TopWatch } from './top-watch.ts'

interface Hearers {
  onChange(): void
  onProblem(message: string): void
  /** Called when the feed has ended for good. */
  onFail(error: unknown): void
}

/** Follows the feed while the screen is open. */
export function useFollowing(
  watch: TopWatch,
  viewer: Viewer,
  context: CommandContext,
  hearers: Hearers,
): void {
  const latest = useRef(hearers)
  latest.current = hearers
  useEffect(() => {
    const stop = new AbortController()
    followTop(watch, viewer, context, {
      signal: stop.signal,
      onChange: () => latest.current.onChange(),
      onChannelsUnread: (error) =>
        latest.current.onProblem(context.phrase('top.channelsUnread', { message: problemText(error) })),
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) latest.current.onFail(error)
    })
    return () => stop.abort()
  }, [watch, viewer, context])
}
