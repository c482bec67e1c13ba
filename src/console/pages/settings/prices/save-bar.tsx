import { Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { Button, IconButton } from '../../../components/ui/button.tsx'
import { useConfirm } from '../../../components/ui/confirm.tsx'
import type { PriceEditor } from './use-price-editor.ts'

/** What is not saved yet, with a way back, and the button that saves it. Stays in sight. */
export function SaveBar({ editor }: { readonly editor: PriceEditor }) {
  const { t } = useTranslation(['prices', 'common'])
  const [ask, dialog] = useConfirm()
  const { changed, removed } = editor.draft
  const count = changed.size + removed.size
  const discard = async () => {
    const isSure = await ask({
      title: t('discard.title'),
      text: t('discard.text', { count }),
      action: t('common:action.discard'),
      isDanger: true,
    })
    if (isSure) editor.discard()
  }
  return (
    <div className="bottom-0 z-10 mt-3 sm:sticky flex flex-col gap-2 rounded-lg border bg-surface px-3 py-2">
      <ProblemNotice error={editor.error} />
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={t('undo')}
          icon={<Undo2 size={16} aria-hidden />}
          disabled={!editor.canUndo}
          onClick={editor.undo}
        />
        <IconButton
          label={t('redo')}
          icon={<Redo2 size={16} aria-hidden />}
          disabled={!editor.canRedo}
          onClick={editor.redo}
        />
        <span className="min-w-0 text-sm text-muted" role="status">
          {count === 0 ? t('noChanges') : t('changes', { count })}
          {editor.mistakes.size > 0 && (
            <span className="ml-2 text-bad">{t('mistakes', { count: editor.mistakes.size })}</span>
          )}
        </span>
        <span className="grow" />
        {count > 0 && <Button onClick={() => void discard()}>{t('discard.action')}</Button>}
        <Button kind="primary" isBusy={editor.isSaving} onClick={editor.save}>
          {t('save')}
        </Button>
      </div>
      {dialog}
    </div>
  )
}
