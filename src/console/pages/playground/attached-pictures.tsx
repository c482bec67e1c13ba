import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { chatStore } from './chat-store.ts'
import type { AttachedPicture } from './conversation.ts'
import { keptPicture } from './picture-memory.ts'
import { useFocusHeir } from './use-focus-heir.ts'

/** The pictures for the next question, each with a button that removes it. */
export function AttachedPictures({
  pictures,
  box,
}: {
  readonly pictures: readonly AttachedPicture[]
  /** Gets the focus when a remove button disappears. */
  readonly box: RefObject<HTMLTextAreaElement | null>
}) {
  const { t } = useTranslation('playground')
  return (
    <ul aria-label={t('pictures.attached')} className="flex flex-wrap gap-2 px-1.5 pt-1">
      {pictures.map((picture) => (
        <li key={picture.id} className="relative">
          <img
            src={keptPicture(picture.id)}
            alt={picture.name}
            title={picture.name}
            className="size-16 rounded-md border object-cover"
          />
          <RemoveButton picture={picture} box={box} />
        </li>
      ))}
    </ul>
  )
}

function RemoveButton({
  picture: { id, name },
  box,
}: {
  readonly picture: AttachedPicture
  readonly box: RefObject<HTMLTextAreaElement | null>
}) {
  const { t } = useTranslation('playground')
  return (
    <button
      ref={useFocusHeir(box)}
      type="button"
      aria-label={t('pictures.remove', { name })}
      className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full border bg-surface text-muted hover:bg-hover hover:text-text"
      onClick={() => chatStore.detach(id)}
    >
      <X size={13} aria-hidden />
    </button>
  )
}

/** The pictures of a question that has been sent. */
export function QuestionPictures({ pictures }: { readonly pictures: readonly AttachedPicture[] }) {
  const { t } = useTranslation('playground')
  return (
    <ul className="mb-1.5 flex flex-wrap gap-2 last:mb-0">
      {pictures.map(({ id, name }) => {
        const source = keptPicture(id)
        return (
          <li key={id} className="min-w-0">
            {source === undefined ? (
              <p className="rounded-md border border-dashed px-2 py-1 text-sm text-muted">
                {t('pictures.gone', { name })}
              </p>
            ) : (
              <img
                src={source}
                alt={name}
                title={name}
                className="max-h-48 max-w-full rounded-md border bg-surface"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
