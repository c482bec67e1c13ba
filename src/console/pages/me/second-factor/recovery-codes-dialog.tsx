import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../../api/use-status.ts'
import { Button } from '../../../components/ui/button.tsx'
import { useCopy } from '../../../components/ui/copy.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Checkbox } from '../../../components/ui/field.tsx'
import { downloadFile } from '../../../components/ui/table/csv.ts'

/** Shows recovery codes once; it only closes when the user confirms that they are stored. */
export function RecoveryCodesDialog({
  codes,
  text,
  close,
}: {
  readonly codes: readonly string[]
  /** Explains what the codes are for. */
  readonly text: string
  readonly close: () => void
}) {
  const { t } = useTranslation(['secondFactor', 'common'])
  const siteName = useStatus().data?.system_name ?? ''
  const [isStored, setStored] = useState(false)
  const { copy, dialog } = useCopy()
  const lines = codes.join('\n')
  return (
    <Dialog
      isOpen
      close={isStored ? close : undefined}
      title={t('codes.title')}
      footer={
        <Button kind="primary" disabled={!isStored} onClick={close}>
          {t('codes.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{text}</p>
        <ul
          aria-label={t('codes.list')}
          className="grid gap-x-6 gap-y-1.5 rounded-lg border bg-sunken p-4 font-mono text-[13px] min-[420px]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void copy(lines, t('codes.copied'))}>
            <Copy size={14} aria-hidden />
            {t('common:action.copy')}
          </Button>
          <Button
            size="sm"
            onClick={() =>
              downloadFile('recovery-codes.txt', `${siteName}\n\n${lines}\n`, 'text/plain;charset=utf-8')
            }
          >
            <Download size={14} aria-hidden />
            {t('codes.download')}
          </Button>
        </div>
        <Checkbox isChecked={isStored} onChange={setStored}>
          {t('codes.stored')}
        </Checkbox>
      </div>
      {dialog}
    </Dialog>
  )
}
