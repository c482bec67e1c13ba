import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Question {
  readonly title: string
  readonly text: ReactNode
  /** Label of the button that confirms. */
  readonly action: string
  readonly isDanger?: boolean
}

/**
 * Asks for confirmation before something that cannot be undone.
 * @returns `ask`, which resolves to true when the person confirms, and the dialog to render on the page
 */
export function useConfirm(): readonly [ask: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ question: Question; answer: (isYes: boolean) => void }>()
  const answer = (isYes: boolean) => {
    open?.answer(isYes)
    setOpen(undefined)
  }
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setOpen({ question, answer: resolve })
    })
  const dialog = (
    <Dialog
      isOpen={open !== undefined}
      close={() => answer(false)}
      title={open?.question.title ?? ''}
      footer={
        <>
          <Button onClick={() => answer(false)}>{t('action.cancel')}</Button>
          <Button kind={open?.question.isDanger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {open?.question.action ?? ''}
          </Button>
        </>
      }
    >
      <div className="text-muted">{open?.question.text}</div>
    </Dialog>
  )
  return [ask, dialog]
}
