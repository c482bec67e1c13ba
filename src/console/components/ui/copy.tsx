import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { phrase } from '../../i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'

/**
 * Puts a text on the clipboard.
 * @returns whether it worked; it does not on plain-http addresses and where the browser refuses
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
 * Copies, and says `copied: <what>`; where that is refused, `dialog` offers the text for copying by hand.
 * @param refused title of that dialog, where the specification words it in its own way
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

/** An icon that copies and shows for a moment that it has. */
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

/** The clipboard is refused on plain http and by some browsers: the text is there to be copied by hand. */
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
