import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Field, TextInput } from '../../../components/ui/field.tsx'

/**
 * Asks for the name of a group to add. Existing rows cannot be renamed, because channels, tokens and users refer to
 * groups by name.
 */
export function AddGroup({
  label,
  action,
  taken,
  onAdd,
}: {
  readonly label: string
  readonly action: string
  readonly taken: readonly string[]
  readonly onAdd: (name: string) => void
}) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  // Channels list their groups separated by commas.
  const hasComma = name.includes(',')
  const error = hasComma ? t('groups.comma') : taken.includes(name.trim()) ? t('groups.taken') : undefined
  const add = () => {
    if (name.trim() === '' || error !== undefined) return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={label} error={error} className="w-48">
        <TextInput
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </Field>
      <Button icon={<Plus size={15} aria-hidden />} className={error && 'mb-6'} onClick={add}>
        {action}
      </Button>
    </div>
  )
}
