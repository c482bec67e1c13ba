import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { phrase } from '../../i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'

/**
 * Copies a text to the clipboard.
 * @returns whether it worked; it does not on plain HTTP, or if the browser refuses
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Copies a text and reports `copied: <what>`. If the browser refuses, `dialog` offers the text for copying by hand.
 * @param refused title of the dialog, where the specification has its own wording
 */
export function useCopy(refused?: string): {
  readonly copy: (text: string, said?: string) => Promise<void>
  readonly dialog: React.ReactNode
} {
  const [manual, setManual] = useState<string>()
  return {
    copy: async (text, said) => {
      if (await copyText(text)) toast.success(said ?? phrase('copy.done', { text: shorten(text) }))
      else setManual(text)
    },
    dialog: <ManualCopy text={manual} close={() => setManual(undefined)} title={refused} />,
  }
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text)

/** A button that copies a text and briefly shows that it did. */
export function CopyButton({
  text,
  label,
  refused,
}: {
  readonly text: string
  readonly label?: string
  /** Title of the dialog for copying by hand. */
  readonly refused?: string
}) {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  const [isManual, setManual] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <>
      <IconButton
        size="icon-sm"
        label={isDone ? t('action.copied') : (label ?? t('action.copy'))}
        icon={isDone ? <Check size={14} aria-hidden className="text-ok" /> : <Copy size={14} aria-hidden />}
        onClick={async () => {
          if (await copyText(text)) setDone(true)
          else setManual(true)
        }}
      />
      <ManualCopy text={isManual ? text : undefined} close={() => setManual(false)} title={refused} />
    </>
  )
}

/** Shows a text to copy by hand, because the clipboard is unavailable on plain HTTP and in some browsers. */
function ManualCopy({
  text,
  close,
  title,
}: {
  readonly text: string | undefined
  readonly close: () => void
  readonly title: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={text !== undefined}
      close={close}
      title={title ?? t('copy.refused')}
      footer={<Button onClick={close}>{t('action.close')}</Button>}
    >
      <p className="mb-2 text-muted">{t('copy.manual')}</p>
      <TextArea
        readOnly
        isMono
        aria-label={t('copy.manual')}
        rows={6}
        value={text ?? ''}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
