import { isProblem } from '../../api/api-problem.ts'
import type { Answer } from './conversation.ts'
import { isUncovered } from './empty-wallet.ts'
import { type ChatBody, streamChat } from './stream-chat.ts'

/** Text that arrives within this time is rendered at once; models send faster than anybody reads. */
const DRAW_MS = 60

/** An answer being received. */
export interface RunningAnswer {
  /** Renders what has arrived since the last update. */
  readonly draw: () => void
  readonly abort: () => void
  /** Resolves after the last change. */
  readonly ended: Promise<void>
}

/**
 * Sends a request and reports changes of the answer until it ends in any way.
 *
 * @param change is also called once after `abort`, with an error that callers must ignore
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
