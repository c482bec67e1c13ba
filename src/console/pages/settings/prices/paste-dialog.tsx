import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { FormDialog } from '../../../components/editor/form-dialog.tsx'
import { Field, TextArea } from '../../../components/ui/field.tsx'
import { pasteRows } from './paste-rows.ts'
import { readPaste } from './price-paste.ts'
import type { PriceField } from './price-row.ts'
import type { PriceEditor } from './use-price-editor.ts'

const PREVIEW_ROWS = 5

/** Prices from a spreadsheet, shown as they will be read before they go into the grid. */
export function PasteDialog({
  isOpen,
  close,
  editor,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly editor: PriceEditor
}) {
  const { t } = useTranslation('prices')
  const [text, setText] = useState('')
  const { rows, unit } = readPaste(text)
  const asUnit = unit ?? editor.units.unit
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      width={640}
      title={t('paste.title')}
      submit={t('paste.apply', { count: rows.length })}
      isDisabled={rows.length === 0}
      onSubmit={() => {
        if (rows.length === 0) return
        const { changed, added } = pasteRows(editor, text)
        toast.success(t('paste.done', { changed, added }))
        setText('')
        close()
      }}
    >
      <Field label={t('paste.label')} hint={t(`paste.hint.${editor.units.unit}`)}>
        <TextArea
          isMono
          rows={8}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {rows.length > 0 && (
        <div className="text-sm">
          <p className="text-muted">{t(`paste.readAs.${asUnit}`, { count: rows.length })}</p>
          <ul className="mt-1">
            {rows.slice(0, PREVIEW_ROWS).map(({ name, values }) => (
              <li key={name} className="truncate">
                <code>
                  {[
                    name,
                    ...Object.entries(values).map(
                      ([field, value]) => `${t(`field.${asUnit}.${field as PriceField}`)} ${value}`,
                    ),
                  ].join(' · ')}
                </code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
