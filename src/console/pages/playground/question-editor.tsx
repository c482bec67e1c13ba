import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { TextArea } from '../../components/ui/field.tsx'

/** A form to change a question and ask it again. */
export function QuestionEditor({
  text,
  canBeEmpty,
  cancel,
  send,
}: {
  readonly text: string
  /** True if the question has pictures and needs no text. */
  readonly canBeEmpty: boolean
  readonly cancel: () => void
  readonly send: (text: string) => void
}) {
  const { t } = useTranslation(['playground', 'common'])
  const [changed, setChanged] = useState(text)
  const isComplete = canBeEmpty || changed.trim() !== ''
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) send(changed)
      }}
    >
      <TextArea
        autoFocus
        aria-label={t('editQuestion')}
        rows={Math.min(12, Math.max(3, changed.split('\n').length))}
        value={changed}
        onChange={(event) => setChanged(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      <p className="text-xs text-muted">{t('editHint')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={cancel}>{t('common:action.cancel')}</Button>
        <Button type="submit" kind="primary" disabled={!isComplete}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
