import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** A short form in a dialog, with a button to leave and one to submit. */
export function FormDialog({
  isOpen,
  close,
  title,
  width,
  leave,
  submit,
  isDanger = false,
  isBusy = false,
  isDisabled = false,
  onSubmit,
  children,
}: {
  readonly isOpen: boolean
  /** Called by the button that leaves, by Escape, by a click outside the dialog and by its close button. */
  readonly close: () => void
  readonly title: string
  /** In pixels; 440 when absent. */
  readonly width?: number
  /** Label of the button that leaves; "Cancel" when absent. */
  readonly leave?: string
  /** Label of the button that submits. */
  readonly submit: string
  readonly isDanger?: boolean
  /** The form is being submitted: pressing the button again does nothing. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      title={title}
      {...(width !== undefined && { width })}
      footer={
        <>
          <Button onClick={close}>{leave ?? t('action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            kind={isDanger ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
