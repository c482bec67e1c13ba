import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says that the form contains a draft from before it left the screen. */
export function DraftNotice({
  isShown,
  onDiscard,
}: {
  readonly isShown: boolean
  readonly onDiscard: () => void
}) {
  const { t } = useTranslation()
  if (!isShown) return null
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {t('draft.text')}
        <Button size="sm" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
      </span>
    </Notice>
  )
}
