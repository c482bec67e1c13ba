import { isProblem } from '../../api/api-problem.ts'
import type { Answer } from './conversation.ts'
import { isUncovered } from './empty-wallet.ts'
import { type ChatBody, streamChat } from './stream-chat.ts'

/** Text that arrives within so long is drawn at once; models send faster than anybody reads. */
const DRAW_MS = 60

/** An answer on its way. */
export interface RunningAnswer {
  /** Draws what has arrived and was not drawn yet. */
  readonly draw: () => void
  readonly abort: () => void
  /** Settles after the last change. */
  readonly ended: Promise<void>
}

/**
 * Asks, and tells how the answer changes while it comes, whatever becomes of it.
 *
 * @param change after `abort` it is called once more, with a failure that is none: the caller that aborts does not listen any more
 */
export function followAnswer(
  body: ChatBody,
  change: (how: (answer: Answer) => Partial<Answer>) => void,
): RunningAnswer {
  const controller = new AbortController()
  const arrived = { text: '', reasoning: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    const { text, reasoning } = arrived
    if (text === '' && reasoning === '') return
    arrived.text = ''
    arrived.reasoning = ''
    change((answer) => ({
      state: 'incomplete',
      isReconnecting: false,
      text: answer.text + text,
      reasoning: answer.reasoning + reasoning,
    }))
  }
  const add = (part: 'text' | 'reasoning') => (more: string) => {
    arrived[part] += more
    timer ??= setTimeout(draw, DRAW_MS)
  }
  const follow = async () => {
    try {
      const ending = await streamChat(
        body,
        {
          onRequest: (requestId) => change(() => ({ requestId, isReconnecting: false })),
          onText: add('text'),
          onReasoning: add('reasoning'),
          onReconnect: () => change(() => ({ isReconnecting: true })),
        },
        controller.signal,
      )
      draw()
      change(() => (ending === 'complete' ? { state: 'complete' } : { state: 'incomplete', ending: 'cut' }))
    } catch (error) {
      draw()
      const problem = error instanceof Error ? error.message : String(error)
      const requestId = isProblem(error) ? error.requestId : undefined
      change((answer) => ({
        ...(answer.text === '' ? { state: 'error' } : { state: 'incomplete', ending: 'cut' }),
        problem,
        isUncovered: isUncovered(error),
        requestId: requestId ?? answer.requestId,
      }))
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    draw,
    abort: () => controller.abort(new DOMException('stopped', 'AbortError')),
    ended: follow(),
  }
}
