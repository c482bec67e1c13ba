import { AppError } from '../../errors/app-error.ts'
import type { ConversationAnswer } from '../../protocols/conversation/types.ts'
import type { Answer, StreamAnswer } from './answer.ts'
import { noAnswer } from './failed-answer.ts'
import { assembleStream } from './prepare/translation.ts'

/**
 * Whether a provider gave an answer up before it had anything for the client. Google does so when its model calls a tool in a
 * way that cannot be read (`MALFORMED_FUNCTION_CALL`). Other protocols cannot say that. If they told it as an end, an agent would
 * take it for the end of its task.
 */
export const isGivenUp = ({ finish, parts }: ConversationAnswer): boolean =>
  finish === 'error' &&
  parts.every((part) => part.kind === 'reasoning' || (part.kind === 'text' && part.text === ''))

/** The answer, or an error in its place if it was given up, nothing was sent yet, and the client speaks another protocol. */
export function refuseGivenUp(answer: Answer): Answer {
  if (answer.kind === 'failed' || answer.hasOutput) return answer
  const hasFailed =
    answer.kind === 'plain'
      ? answer.conversation !== undefined && isGivenUp(answer.conversation)
      : isStreamGivenUp(answer)
  if (!hasFailed) return answer
  return { ...noAnswer(answer.prepared, new AppError('upstream_no_answer')), isTransport: false }
}

/** A stream that has ended. */
function isStreamGivenUp({ prepared, opening }: StreamAnswer): boolean {
  const { translation } = prepared
  if (translation?.kind !== 'conversation' || opening.ended !== 'end') return false
  const said = opening.keptEvents().map(({ data }) => data)
  const assembler = assembleStream(
    translation.upstream,
    said.filter((data) => data !== ''),
  )
  return assembler.isFinished && isGivenUp(assembler.answer())
}
