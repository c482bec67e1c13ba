import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { downloadFile } from '../../components/ui/table/csv.ts'

export interface MadeCodes {
  readonly name: string
  readonly keys: readonly string[]
}

/** Newly created codes, to be copied or saved as a file. */
export function NewCodesDialog({
  made,
  close,
}: {
  readonly made: MadeCodes | undefined
  readonly close: () => void
}) {
  const { t } = useTranslation('coupons')
  const { copy, dialog } = useCopy()
  const keys = made?.keys ?? []
  const text = keys.join('\n')
  return (
    <Dialog
      isOpen={made !== undefined}
      close={close}
      width={560}
      title={t('created.title', { count: keys.length })}
      footer={
        <>
          <Button onClick={() => void copy(text, t('copied', { count: keys.length }))}>
            {t('created.copy')}
          </Button>
          <Button
            icon={<Download size={15} aria-hidden />}
            onClick={() => downloadFile(fileName(made?.name ?? ''), `${text}\n`, 'text/plain;charset=utf-8')}
          >
            {t('created.download')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('created.done')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{t('created.text')}</p>
      <CodeBlock label={t('created.codes')} className="max-h-80 overflow-y-auto" code={text} />
      {dialog}
    </Dialog>
  )
}

/** Replaces characters in a name that file systems refuse. */
const fileName = (name: string): string => `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'codes'}.txt`
