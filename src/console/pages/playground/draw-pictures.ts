import { safeAddress } from '../../components/tasks/task-parts.tsx'
import { askPlayground, unreadable } from './ask-playground.ts'
import type { Picture } from './conversation.ts'
import { keepPicture } from './picture-memory.ts'

/** Request body of the API. */
export interface DrawingBody {
  readonly model: string
  /** Price group; empty = the account's own. */
  readonly group: string
  readonly prompt: string
  /** Number of images. */
  readonly n: number
  /** Absent = the provider's default. */
  readonly size?: string
  readonly quality?: string
}

/** Images received, and the request ID of their row of the log. */
export interface Drawn {
  readonly requestId: string | undefined
  readonly pictures: readonly Picture[]
}

/**
 * Generates images on behalf of the signed-in user, see `askPlayground`.
 *
 * @returns `cut` when the response broke off
 * @throws ApiProblem for refusals and failures; AbortError once `signal` aborts
 */
export const drawPictures = (
  body: DrawingBody,
  onReconnect: () => void,
  signal: AbortSignal,
): Promise<Drawn | 'cut'> =>
  askPlayground(
    { path: '/pg/images/generations', body },
    { onReconnect, read: (response) => readPictures(response, signal) },
    signal,
  )

async function readPictures(response: Response, signal: AbortSignal): Promise<Drawn | 'nothing'> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    if (signal.aborted) throw error
    return 'nothing'
  }
  const pictures = toPictures(text)
  if (pictures.length === 0) throw unreadable(requestId)
  return { requestId, pictures }
}

interface Answered {
  readonly data?: readonly { readonly b64_json?: unknown; readonly url?: unknown }[]
}

/** Reads the images of a response and skips everything that is neither an image nor a URL. */
function toPictures(text: string): readonly Picture[] {
  let answer: Answered
  try {
    answer = JSON.parse(text) as Answered
  } catch {
    return []
  }
  if (!Array.isArray(answer?.data)) return []
  return (answer.data as NonNullable<Answered['data']>).flatMap((each) => {
    const url = safeAddress(each?.url)
    if (url !== undefined) return [{ id: url, url }]
    const id = typeof each?.b64_json === 'string' ? keepPicture(each.b64_json) : undefined
    return id === undefined ? [] : [{ id }]
  })
}
