import { useTranslation } from 'react-i18next'
import { useNotice } from '../../api/use-site-texts.ts'
import { Markup } from '../../components/markup.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { storedText, useStoredText } from '../../state/stored-text.ts'

/** The last notice dismissed in this browser. */
const seen = storedText('notice-seen')

/** The site's notice until it is dismissed; a new text is shown again. */
export function SiteNotice() {
  const { t } = useTranslation('home')
  const notice = useNotice().data ?? ''
  const isSeen = useStoredText(seen) === notice
  const close = () => seen.set(notice)
  return (
    <Dialog
      isOpen={notice !== '' && !isSeen}
      close={close}
      title={t('notice')}
      footer={
        <Button kind="primary" onClick={close}>
          {t('noticeSeen')}
        </Button>
      }
    >
      <Markup text={notice} format={/^\s*</.test(notice) ? 'html' : 'markdown'} />
    </Dialog>
  )
}
