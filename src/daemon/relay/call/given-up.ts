import { AppError } from '../../errors/app-error.ts'
import type { ConversationAnswer } from '../../protocols/conversation/types.ts'
import type { Answer, StreamAnswer } from './answer.ts'
import { noAnswer } from './failed-answer.ts'
import { assembleStream } from './prepare/translation.ts'

/**
 * Whether a provider abandoned an answer before it produced any output. Google does so when its model writes a
 * malformed tool call (`MALFORMED_FUNCTION_CALL`). Other protocols have no finish reason for this, and a normal one
 * would make an agent think that its task is done.
 */
export const isGivenUp = ({ finish, parts }: ConversationAnswer): boolean =>
  finish === 'error' &&
  parts.every((part) => part.kind === 'reasoning' || (part.kind === 'text' && part.text === ''))

/** Replaces an abandoned answer with an error, if nothing has been sent yet and the client speaks another protocol. */
export function refuseGivenUp(answer: Answer): Answer {
  if (answer.kind === 'failed' || answer.hasOutput) return answer
  const hasFailed =
    answer.kind === 'plain'
      ? answer.conversation !== undefined && isGivenUp(answer.conversation)
      : isStreamGivenUp(answer)
  if (!hasFailed) return answer
  return { ...noAnswer(answer.prepared, new AppError('upstream_no_answer')), isTransport: false }
}

/** Whether a stream that has ended was abandoned. */
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
