import { useEffect, useRef, useState } from 'react'
import type { CommandContext } from '../define-command.ts'
import { explainCall } from '../ui/explained-call.ts'
import { problemText } from '../ui/problem-text.ts'
import { nameText } from './cell-texts.ts'
import { listChannels } from './follow-top.ts'
import type { TopRow } from './top-rows.ts'
import type { TopWatch } from './top-watch.ts'

/** The line above the keys: the result of an action, or why there was none. */
export interface Message {
  readonly text: string
  readonly isProblem: boolean
}

/** The explanation on the screen; `text` is undefined while it is being fetched. */
export interface ShownExplanation {
  readonly title: string
  readonly text: string | undefined
}

interface Change {
  readonly id: number
  readonly name: string
  /** The contract's status to set: 1 enabled, 2 disabled. */
  readonly status: 1 | 2
}

export interface RowActions {
  readonly message: Message | undefined
  readonly question: string | undefined
  readonly explanation: ShownExplanation | undefined
  tell(text: string): void
  clear(): void
  /** Fetches the explanation of the row's last call. @returns false with a message when there is none */
  explain(row: TopRow | undefined): boolean
  /** Prepares the question whether to switch the row's channel. @returns false with a message when there is none */
  ask(row: TopRow | undefined): boolean
  /** Carries out the change after the user has answered yes. */
  toggle(): void
}

/** Provides actions for the selected row. The server's response is always shown; success is never assumed. */
export function useRowActions(watch: TopWatch, context: CommandContext, refresh: () => void): RowActions {
  const { api, phrase } = context
  const [message, setMessage] = useState<Message>()
  const [explanation, setExplanation] = useState<ShownExplanation>()
  const [change, setChange] = useState<Change>()
  const isOpen = useOpenness()
  const tell = (text: string, isProblem = true): void => {
    if (isOpen()) setMessage({ text, isProblem })
  }

  const fetchExplanation = async (title: string, requestId: string): Promise<void> => {
    const show = (text: string): void => {
      // Only if this explanation is still on the screen.
      if (isOpen()) setExplanation((before) => (before?.title === title ? { title, text } : before))
    }
    show(await explainCall(requestId, context))
  }

  const carryOut = async ({ id, name, status }: Change): Promise<void> => {
    tell(phrase('top.changing'), false)
    try {
      await api.put('/api/channel/', { body: { id, status } })
      watch.setChannels(await listChannels(api))
      tell(phrase(status === 1 ? 'top.enabled' : 'top.disabled', { name }), false)
    } catch (error) {
      tell(phrase('error.line', { message: problemText(error) }))
    }
    refresh()
  }

  return {
    message,
    question: change && phrase(change.status === 1 ? 'top.enable' : 'top.disable', { name: change.name }),
    explanation,
    tell,
    clear: () => setMessage(undefined),
    explain(row) {
      if (row === undefined) {
        tell(phrase('top.selectRow'))
        return false
      }
      const name = nameText(row, phrase)
      if (row.lastRequestId === undefined) {
        tell(phrase('top.nothingToExplain', { name }))
        return false
      }
      const title = `${name}  ${row.lastRequestId}`
      setExplanation({ title, text: undefined })
      void fetchExplanation(title, row.lastRequestId)
      return true
    },
    ask(row) {
      if (row === undefined) {
        tell(phrase('top.selectChannel'))
        return false
      }
      const { channel } = row
      if (channel === undefined) {
        tell(phrase('top.channelGone', { name: nameText(row, phrase) }))
        return false
      }
      setChange({ id: channel.id, name: channel.name, status: channel.status === 'enabled' ? 2 : 1 })
      return true
    },
    toggle() {
      if (change !== undefined) void carryOut(change)
    },
  }
}

/** Returns a function that tells whether the screen is still open when a response arrives. */
function useOpenness(): () => boolean {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}
