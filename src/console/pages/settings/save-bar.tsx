import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { classNames } from '../../components/class-names.ts'
import { Button } from '../../components/ui/button.tsx'
import type { SavePart } from './save-parts.ts'

/** The page's save bar: the number of unsaved changes, and buttons to save or discard all of them. It stays in view. */
export function SaveBar({
  parts,
  isBesideList,
}: {
  readonly parts: readonly SavePart[]
  /** The bar is as wide as the settings and does not cover the list of sections. */
  readonly isBesideList: boolean
}) {
  const { t } = useTranslation(['settings', 'common'])
  const changed = parts.filter((part) => part.count > 0)
  const count = changed.reduce((sum, part) => sum + part.count, 0)
  return (
    <div
      data-save-bar
      data-stays="bottom"
      className={classNames(
        'sticky bottom-0 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-4 py-2.5 shadow-pop',
        isBesideList && 'lg:ml-50',
      )}
    >
      <span role="status" className="min-w-0 grow text-sm text-muted">
        {count === 0 ? t('noChanges') : t('changes', { count })}
      </span>
      {count > 0 && (
        <Button
          kind="ghost"
          onClick={() => {
            for (const part of changed) part.discard()
          }}
        >
          {t('common:action.discard')}
        </Button>
      )}
      <Button
        kind={count > 0 ? 'primary' : 'secondary'}
        isBusy={parts.some((part) => part.isSaving)}
        onClick={() => {
          if (count === 0)
            toast.info(
              parts.find((part) => part.unchanged !== undefined)?.unchanged ?? t('common:form.unchanged'),
            )
          for (const part of changed) part.save()
        }}
      >
        {t('common:action.save')}
      </Button>
    </div>
  )
}
