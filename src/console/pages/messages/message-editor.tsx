import { useTranslation } from 'react-i18next'
import { sayDone } from '../../api/say-done.ts'
import { DraftNotice } from '../../components/editor/draft-notice.tsx'
import type { EditorFrame } from '../../components/editor/editor-drawer.tsx'
import { EditorTabs } from '../../components/editor/editor-tabs.tsx'
import { MovedNotice } from '../../components/editor/moved-notice.tsx'
import { useEditor } from '../../components/editor/use-editor.ts'
import { useNewest } from '../../components/editor/use-newest.ts'
import { withBefore } from '../../components/editor/with-before.ts'
import { Markup } from '../../components/markup.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { dateTime, wholeNumber } from '../../format.ts'
import { secondsOf } from './message-columns.tsx'
import { MessageForm } from './message-form.tsx'
import {
  CONTENT_MAX,
  findMessageMistakes,
  type MessageMistake,
  newMessageValues,
  TITLE_MAX,
  toCreateBody,
  toMessageValues,
  toUpdateBody,
} from './message-values.ts'
import { RecipientList } from './recipient-list.tsx'
import { RecipientPicker } from './recipient-picker.tsx'
import type { Message } from './use-messages.ts'
import { type MessageUpdate, useCreateMessage, useUpdateMessage } from './use-save-message.ts'

interface MessageEditorProps {
  /** The message as it was read; undefined = a new one. The form keeps it, whatever is read later. */
  readonly loaded: Message | undefined
  readonly readAgain: () => Promise<Message | undefined>
  readonly frame: EditorFrame
}

export function MessageEditor({ loaded, readAgain, frame }: MessageEditorProps) {
  const { t } = useTranslation(['messages', 'common'])
  const newest = useNewest({ loaded, readAgain, toValues: toMessageValues, empty: () => newMessageValues })
  const { base, first } = newest
  const update = useUpdateMessage()
  const putBack = async (id: number, body: MessageUpdate) => Boolean(await update.mutateAsync({ id, body }))
  const editor = useEditor({
    first,
    frame,
    find: (values) => findMessageMistakes(values, base === undefined),
    say: (mistake: MessageMistake) =>
      t(`mistake.${mistake}`, { max: wholeNumber(mistake === 'titleLength' ? TITLE_MAX : CONTENT_MAX) }),
    create: useCreateMessage(),
    update,
  })
  const { values, fields, change } = editor
  const save = () => {
    newest.begin()
    if (base === undefined) return editor.create(toCreateBody(values))
    const body = toUpdateBody(base, values)
    const before = toUpdateBody({ ...base, ...values }, first)
    editor.update(
      body && { id: base.id, body: withBefore(body, base) },
      (saved) =>
        sayDone({
          text: t('updated', { title: values.title.trim() }),
          undo: before && (() => putBack(base.id, withBefore(before, saved))),
        }),
      (refusal) => void newest.catchUp(refusal, editor.rebase),
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <MovedNotice isShown={newest.isMoved} />
      <DraftNotice isShown={editor.isDraft} onDiscard={editor.reset} />
      {base !== undefined && <Facts message={base} />}
      <EditorTabs
        formId={frame.formId}
        label={t('drawer.views')}
        form={{ label: t('drawer.form'), content: <MessageForm {...fields} /> }}
        other={{
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
        }}
        onSubmit={() => editor.attempt(save)}
      />
      {base === undefined ? (
        <RecipientPicker
          value={values.userIds}
          onChange={(userIds) => change({ userIds })}
          error={fields.errorOf('userIds', 'user_ids')}
        />
      ) : (
        <RecipientList messageId={base.id} />
      )}
      <ProblemNotice error={editor.error} />
    </div>
  )
}

/** The facts about a message that cannot be changed. */
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
