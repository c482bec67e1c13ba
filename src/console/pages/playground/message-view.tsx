import { Check, Copy, LoaderCircle, OctagonX, Pencil, RotateCcw, Scissors, Square } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../components/problem-text.tsx'
import { IconButton } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { AnswerCost } from './answer-cost.tsx'
import { AnswerMarkup } from './answer-markup.tsx'
import { stateKey } from './answer-state.ts'
import { QuestionPictures } from './attached-pictures.tsx'
import { type Answer, isRunning, type Message, type Question } from './conversation.ts'
import { DrawnPictures } from './drawn-pictures.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { UncoveredHint } from './wallet-notice.tsx'

export interface MessageActions {
  readonly copy: (text: string) => void
  readonly retry: (id: number) => void
  readonly edit: (id: number, text: string) => void
}

/** One question or answer with its actions. */
export const MessageView = memo(function MessageView({
  message,
  actions,
}: {
  readonly message: Message
  readonly actions: MessageActions
}) {
  return message.role === 'user' ? (
    <QuestionView question={message} actions={actions} />
  ) : (
    <AnswerView answer={message} actions={actions} />
  )
})

function QuestionView({
  question,
  actions,
}: {
  readonly question: Question
  readonly actions: MessageActions
}) {
  const { t } = useTranslation(['playground', 'common'])
  const [isEdited, setEdited] = useState(false)
  const [isEditLeft, setEditLeft] = useState(false)
  if (isEdited)
    return (
      <li data-role="user">
        <QuestionEditor
          text={question.text}
          canBeEmpty={question.pictures !== undefined}
          cancel={() => {
            setEdited(false)
            setEditLeft(true)
          }}
          send={(text) => {
            setEdited(false)
            actions.edit(question.id, text)
          }}
        />
      </li>
    )
  return (
    <li data-role="user" className="flex flex-col items-end gap-1">
      <div className="max-w-[85%] rounded-lg bg-sunken px-3.5 py-2.5 break-words whitespace-pre-wrap">
        <span className="sr-only">{t('you')}</span>
        {question.pictures && <QuestionPictures pictures={question.pictures} />}
        {question.text}
      </div>
      <div className="flex gap-0.5">
        {question.text !== '' && (
          <IconButton
            size="icon-sm"
            label={t('common:action.copy')}
            icon={<Copy size={14} aria-hidden />}
            onClick={() => actions.copy(question.text)}
          />
        )}
        <IconButton
          size="icon-sm"
          label={t('common:action.edit')}
          autoFocus={isEditLeft}
          icon={<Pencil size={14} aria-hidden />}
          onClick={() => setEdited(true)}
        />
      </div>
    </li>
  )
}

function AnswerView({ answer, actions }: { readonly answer: Answer; readonly actions: MessageActions }) {
  const { t } = useTranslation(['playground', 'common'])
  const isOver = !isRunning(answer)
  return (
    <li data-role="assistant" data-state={answer.state} className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span className="font-mono break-all">{answer.model}</span>
        <StateLabel answer={answer} />
      </p>
      {answer.reasoning !== '' && (
        <details className="rounded-lg border px-3 py-2 text-sm text-muted">
          <summary>{t('reasoning')}</summary>
          <p className="mt-2 break-words whitespace-pre-wrap">{answer.reasoning}</p>
        </details>
      )}
      {answer.text !== '' && <AnswerMarkup text={answer.text} />}
      {isWordless(answer) && <p className="text-muted">{t('wordless')}</p>}
      {answer.pictures !== undefined && answer.pictures.length > 0 && (
        <DrawnPictures pictures={answer.pictures} copy={actions.copy} />
      )}
      {answer.problem !== undefined && (
        <Notice tone={answer.state === 'error' ? 'bad' : 'warn'}>
          <ProblemText
            text={answer.isUncovered ? t('wallet.uncovered') : answer.problem}
            requestId={answer.requestId}
          />
          {answer.isUncovered && <UncoveredHint />}
        </Notice>
      )}
      {isOver && (
        <div className="flex flex-wrap items-center gap-0.5 text-xs text-muted">
          {answer.text !== '' && (
            <IconButton
              size="icon-sm"
              label={t('common:action.copy')}
              icon={<Copy size={14} aria-hidden />}
              onClick={() => actions.copy(answer.text)}
            />
          )}
          <IconButton
            size="icon-sm"
            label={t('retry')}
            icon={<RotateCcw size={14} aria-hidden />}
            onClick={() => actions.retry(answer.id)}
          />
          {answer.requestId !== undefined && (
            <span className="ml-1.5">
              <AnswerCost requestId={answer.requestId} isDrawing={answer.pictures !== undefined} />
            </span>
          )}
        </div>
      )}
    </li>
  )
}

/** Returns whether the model ended without any text: it wrote nothing, or used all its tokens for reasoning. */
const isWordless = ({ state, text, pictures, problem }: Answer): boolean =>
  state === 'complete' && text === '' && pictures === undefined && problem === undefined

/** The state as text, with an icon. */
function StateLabel({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('playground')
  return (
    <span className="inline-flex items-center gap-1">
      <StateIcon answer={answer} />
      {t(stateKey(answer))}
    </span>
  )
}

function StateIcon({ answer: { state, ending } }: { readonly answer: Answer }) {
  if (state === 'error') return <OctagonX size={13} aria-hidden className="text-bad" />
  if (state === 'complete') return <Check size={13} aria-hidden className="text-ok" />
  if (ending === 'stopped') return <Square size={12} aria-hidden />
  if (ending === 'cut') return <Scissors size={13} aria-hidden className="text-warn" />
  return <LoaderCircle size={13} aria-hidden className="animate-spin" />
}
