import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/editor/form-dialog.tsx'
import { Field, TextArea } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { pasteRows } from './paste-rows.ts'
import { readPaste } from './price-paste.ts'
import type { PriceField } from './price-row.ts'
import type { PriceEditor } from './use-price-editor.ts'

const PREVIEW_ROWS = 5

/** Imports prices from a spreadsheet, with a preview before they go into the grid. */
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
  const { rows, unit, otherCurrency } = readPaste(text)
  const asUnit = unit ?? editor.units.unit
  const isRefused = rows.length === 0 || otherCurrency !== undefined
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      width={640}
      title={t('paste.title')}
      submit={t('paste.apply', { count: rows.length })}
      isDisabled={isRefused}
      onSubmit={() => {
        if (isRefused) return
        pasteRows(editor, text)
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
      {otherCurrency !== undefined && (
        <Notice tone="bad">{t('paste.otherCurrency', { currency: otherCurrency })}</Notice>
      )}
      {!isRefused && (
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
