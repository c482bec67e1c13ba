import { type ReactNode, useState } from 'react'
import { Tabs } from '../ui/tabs.tsx'

interface View {
  readonly label: string
  readonly content: ReactNode
}

/** The form of an editor beside a second view of its contents. Submitting switches back to the form. */
export function EditorTabs({
  formId,
  label,
  form,
  other,
  onSubmit,
}: {
  /** The frame's form id, so that the drawer's button submits the form. */
  readonly formId: string
  /** Accessible name of the tabs. */
  readonly label: string
  readonly form: View
  readonly other: View
  readonly onSubmit: () => void
}) {
  const [view, setView] = useState<'form' | 'other'>('form')
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setView('form')
        onSubmit()
      }}
    >
      <Tabs
        label={label}
        value={view}
        onChange={setView}
        tabs={[
          { name: 'form', ...form },
          { name: 'other', ...other },
        ]}
      />
    </form>
  )
}
