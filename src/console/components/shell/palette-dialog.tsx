import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { usePaletteEntries } from './palette-entries.ts'
import type { PaletteEntry } from './palette-entry.ts'

interface PaletteDialogProps {
  readonly isOpen: boolean
  readonly close: () => void
  /** Returns what was typed before the field appeared. */
  readonly takeTyped: () => string
}

export function PaletteDialog({ isOpen, close, takeTyped }: PaletteDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      className="relative z-50 focus:outline-none"
      aria-label={t('palette.title')}
    >
      <DialogBackdrop className="fixed inset-0 bg-overlay" />
      <div className="fixed inset-0 flex justify-center px-4 pt-[12vh]">
        <DialogPanel className="h-fit w-full max-w-xl overflow-hidden rounded-lg border bg-surface shadow-pop">
          <Finder close={close} takeTyped={takeTyped} />
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function Finder({ close, takeTyped }: Omit<PaletteDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const typed = takeTyped()
    if (typed === '') return
    field.current?.focus()
    // Inserted as if typed now, because the combobox tracks the text of its field itself and notices no other change.
    document.execCommand('insertText', false, typed)
  }, [takeTyped])
  const { groups, isSearching } = usePaletteEntries(useDeferredValue(text))
  return (
    <Combobox
      immediate
      value={null as PaletteEntry | null}
      onChange={(entry) => {
        if (!entry) return
        // The dialog restores the focus when it closes. The entry may open something that takes the focus, so it runs
        // later.
        flushSync(close)
        queueMicrotask(entry.run)
      }}
    >
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search size={16} aria-hidden className="text-faint" />
        <ComboboxInput
          ref={field}
          autoFocus
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          className="h-11 grow bg-transparent focus:outline-none"
          onChange={(event) => setText(event.target.value)}
          // Otherwise the options, which are always shown, would consume the first Escape.
          onKeyDownCapture={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
          }}
        />
      </div>
      <ComboboxOptions static modal={false} className="max-h-[50vh] overflow-y-auto p-1.5">
        {groups.map(({ name, entries }) => (
          <div key={name}>
            <div className="px-2 pt-2 pb-1 text-xs text-faint">{t(`palette.${name}`)}</div>
            {entries.map((entry) => (
              <ComboboxOption
                key={entry.id}
                value={entry}
                className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 data-focus:bg-hover"
              >
                <entry.icon size={15} aria-hidden className="shrink-0 text-muted" />
                <span className="truncate">{entry.label}</span>
                {entry.detail !== undefined && (
                  <span className="ml-auto truncate text-xs text-muted">{entry.detail}</span>
                )}
              </ComboboxOption>
            ))}
          </div>
        ))}
        {groups.length === 0 && (
          <p className="px-2 py-6 text-center text-muted" aria-live="polite">
            {t(isSearching ? 'palette.searching' : 'palette.none')}
          </p>
        )}
      </ComboboxOptions>
      <p className="border-t px-3.5 py-2 text-xs text-faint">{t('palette.hint')}</p>
    </Combobox>
  )
}
