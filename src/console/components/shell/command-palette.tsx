import { lazy, Suspense, useEffect } from 'react'
import { useWasTrue } from '../../state/was-true.ts'
import { Opening } from '../ui/opening.tsx'
import { useEarlyTyping } from './early-typing.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))

/** Opened by Ctrl-K (or Cmd-K) on any page. The dialog itself is fetched when it is first opened. */
export function CommandPalette({
  isOpen,
  setOpen,
}: {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}) {
  const wasOpened = useWasTrue(isOpen)
  const takeTyped = useEarlyTyping(isOpen)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [setOpen])
  if (!wasOpened) return null
  return (
    <Suspense fallback={<Opening />}>
      <PaletteDialog isOpen={isOpen} close={() => setOpen(false)} takeTyped={takeTyped} />
    </Suspense>
  )
}
