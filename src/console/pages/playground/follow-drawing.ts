import { isProblem } from '../../api/api-problem.ts'
import type { Answer } from './conversation.ts'
import { type DrawingBody, drawPictures } from './draw-pictures.ts'
import { isUncovered } from './empty-wallet.ts'
import type { RunningAnswer } from './follow-answer.ts'

/** Generates images and reports changes of the answer, as `followAnswer` does for text. */
export function followDrawing(
  body: DrawingBody,
  change: (how: (answer: Answer) => Partial<Answer>) => void,
): RunningAnswer {
  const controller = new AbortController()
  const follow = async () => {
    try {
      const drawn = await drawPictures(
        body,
        () => change(() => ({ isReconnecting: true })),
        controller.signal,
      )
      change(() =>
        drawn === 'cut'
          ? { state: 'incomplete', ending: 'cut', isReconnecting: false }
          : { ...drawn, state: 'complete', isReconnecting: false },
      )
    } catch (error) {
      change(() => ({
        state: 'error',
        problem: error instanceof Error ? error.message : String(error),
        isUncovered: isUncovered(error),
        requestId: isProblem(error) ? error.requestId : undefined,
      }))
    }
  }
  return {
    // Images arrive all at once.
    draw: () => undefined,
    abort: () => controller.abort(new DOMException('stopped', 'AbortError')),
    ended: follow(),
  }
}
