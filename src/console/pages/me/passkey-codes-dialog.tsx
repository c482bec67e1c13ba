import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'

/** Shows the recovery codes that come with a first passkey, once. */
export function PasskeyCodesDialog({
  codes,
  close,
}: {
  readonly codes: readonly string[]
  readonly close: () => void
}) {
  const { t } = useTranslation('passkey')
  return (
    <Dialog
      isOpen={codes.length > 0}
      close={close}
      title={t('codes.title')}
      footer={
        <Button kind="primary" onClick={close}>
          {t('codes.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{t('codes.text')}</Notice>
        <CodeBlock code={codes.join('\n')} label={t('codes.title')} />
      </div>
    </Dialog>
  )
}
