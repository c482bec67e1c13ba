import { useTranslation } from 'react-i18next'
import { isProblem } from '../api/api-problem.ts'
import { ProblemText } from './problem-text.tsx'
import { Notice } from './ui/notice.tsx'

/** Shows a failed call where the person is looking: message and request ID. Renders nothing without an error. */
export function ProblemNotice({
  error,
  head,
}: {
  readonly error: unknown
  /** What failed, before the reason. */
  readonly head?: string | undefined
}) {
  const { t } = useTranslation()
  if (!error) return null
  const message = error instanceof Error ? error.message : String(error)
  const isOurs = isProblem(error) && error.status !== 0
  // Request IDs of refusals (a wrong password, a name that is taken) help nobody; those of failures do.
  const requestId = isProblem(error) && error.status >= 500 ? error.requestId : undefined
  return (
    <Notice tone="bad" head={head}>
      <ProblemText text={isOurs ? message : t('problem.error', { message })} requestId={requestId} />
    </Notice>
  )
}
