import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import type { EditorFrame } from '../../components/editor-drawer.tsx'
import { Markup } from '../../components/markup.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useEditor } from '../../components/use-editor.ts'
import { dateTime, wholeNumber } from '../../format.ts'
import { secondsOf } from './message-columns.tsx'
import { MessageForm } from './message-form.tsx'
import {
  findMessageMistakes,
  type MessageValues,
  newMessageValues,
  toCreateBody,
  toMessageValues,
  toUpdateBody,
} from './message-values.ts'
import { RecipientList } from './recipient-list.tsx'
import { RecipientPicker } from './recipient-picker.tsx'
import type { Message } from './use-messages.ts'
import { useCreateMessage, useUpdateMessage } from './use-save-message.ts'

interface MessageEditorProps {
  /** As it was read; undefined = a new one. Kept for the life of the form, whatever is read later. */
  readonly loaded: Message | undefined
  readonly frame: EditorFrame
}

export function MessageEditor({ loaded, frame }: MessageEditorProps) {
  const { t } = useTranslation(['messages', 'common'])
  const [base] = useState(loaded)
  const [first] = useState<MessageValues>(() => (base ? toMessageValues(base) : newMessageValues))
  const [view, setView] = useState<'form' | 'preview'>('form')
  const editor = useEditor({ first, frame, create: useCreateMessage(), update: useUpdateMessage() })
  const { values, error, change } = editor
  const found = findMessageMistakes(values, base === undefined)
  const mistakes = editor.hasTried ? found : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    editor.setTried()
    setView('form')
    if (Object.keys(found).length > 0) return
    if (base === undefined) editor.create(toCreateBody(values))
    else {
      const body = toUpdateBody(base, values)
      editor.update(body && { id: base.id, body })
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {base !== undefined && <Facts message={base} />}
      <form id={frame.formId} noValidate onSubmit={submit}>
        <Tabs
          label={t('drawer.views')}
          value={view}
          onChange={setView}
          tabs={[
            {
              name: 'form',
              label: t('drawer.form'),
              content: (
                <MessageForm
                  values={values}
                  onChange={change}
                  mistakes={mistakes}
                  refused={isProblem(error) ? error : undefined}
                />
              ),
            },
            {
              name: 'preview',
              label: t('drawer.preview'),
              content: (
                <div className="min-h-40 overflow-x-auto rounded-lg border px-4 py-3">
                  {values.content.trim() === '' ? (
                    <p className="text-muted">{t('drawer.nothing')}</p>
                  ) : (
                    <Markup text={values.content} format={values.format} />
                  )}
                </div>
              ),
            },
          ]}
        />
      </form>
      {base === undefined ? (
        <RecipientPicker
          value={values.userIds}
          onChange={(userIds) => change({ userIds })}
          error={mistakes.userIds && t('mistake.recipients')}
        />
      ) : (
        <RecipientList messageId={base.id} />
      )}
      <ProblemNotice error={error} />
    </div>
  )
}

/** What nobody can change. */
function Facts({ message }: { readonly message: Message }) {
  const { t } = useTranslation('messages')
  const facts = [
    [t('fact.id'), String(message.id)],
    [t('fact.created'), dateTime(secondsOf(message.created_at))],
    [t('fact.recipients'), wholeNumber(message.stats.total_recipients)],
    [t('fact.read'), wholeNumber(message.stats.read_count)],
  ] as const
  return (
    <dl className="grid grid-cols-4 gap-3 rounded-lg bg-sunken px-4 py-3 max-sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
