import type { PhraseKey } from '../phrases/phrases.ts'
import { ScrolledText } from '../ui/screen/scrolled-text.tsx'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { Viewer } from './follow-top.ts'

const keys: readonly PhraseKey[] = [
  'top.help.views',
  'top.help.select',
  'top.help.explain',
  'top.help.toggle',
  'top.help.filter',
  'top.help.sort',
  'top.help.pause',
  'top.help.quit',
]
const figures: readonly PhraseKey[] = [
  'top.help.window',
  'top.help.calls',
  'top.help.firstByte',
  'top.help.holds',
]

/** Explains the keys and the figures. */
export function TopHelp({ viewer, lines }: { readonly viewer: Viewer; readonly lines: number }) {
  const { phrase } = useSurroundings()
  const notes = viewer.errorsAreLogged === false ? [...figures, 'top.errorsNotLogged' as const] : figures
  return (
    <ScrolledText
      title="tollgate top"
      text={`${keys.map((key) => phrase(key)).join('\n')}\n\n${notes.map((key) => phrase(key)).join('\n')}`}
      lines={lines}
    />
  )
}
