import { Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { IconButton } from '../../../components/ui/button.tsx'
import type { PriceEditor } from './use-price-editor.ts'

/** The number of unsaved price changes, with undo and redo. The page's save bar saves them. */
export function GridChanges({ editor }: { readonly editor: PriceEditor }) {
  const { t } = useTranslation('prices')
  const { changed, removed } = editor.draft
  const count = changed.size + removed.size
  return (
    <div className="mt-3 flex flex-col gap-2">
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
      </div>
    </div>
  )
}
