import { useEffect, useRef, useState } from 'react'
import type { Task } from '../commands/task/task-object.ts'
import type { CommandContext } from '../define-command.ts'
import { followTasks } from '../tasks/follow-tasks.ts'
import type { Viewer } from './follow-top.ts'

/** How long a task is still shown after it has ended, with its result. */
const endedMs = 10_000

interface Shown {
  readonly task: Task
  /** Time on the clock of this process; undefined = still running. */
  readonly endedAt: number | undefined
}

/** Returns running tasks, newest first, and those that have just ended; the same ones while paused. */
export function useTasks(
  { isAdministrator }: Viewer,
  context: CommandContext,
  isPaused: boolean,
): readonly Task[] {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const held = useRef<readonly Task[]>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      const news = followTasks({ isEvery: isAdministrator, signal: stop.signal }, context)
      for await (const { running, ended } of news) {
        const now = performance.now()
        setShown((before) => [
          ...running.map((task) => ({ task, endedAt: undefined })),
          ...ended.map((task) => ({ task, endedAt: now })),
          ...before.filter(({ endedAt }) => endedAt !== undefined && now - endedAt < endedMs),
        ])
      }
    }
    void follow()
    return () => stop.abort()
  }, [isAdministrator, context])
  const tasks = shown.map(({ task }) => task)
  if (!isPaused) held.current = undefined
  else held.current ??= tasks
  return held.current ?? tasks
}
