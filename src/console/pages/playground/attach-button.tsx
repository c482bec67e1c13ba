import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/ui/button.tsx'
import { listOfTexts } from '../../format.ts'
import {
  CONVERSATION_BYTES_MAX,
  type NotAttached,
  PICTURE_BYTES_MAX,
  PICTURE_TYPES,
  PICTURES_MAX,
} from './attach-pictures.ts'

/** Lets people choose files. @param noteId ID of the text that says why the button is disabled */
export function AttachButton({
  attach,
  isOff,
  noteId,
}: {
  readonly attach: (files: readonly File[]) => void
  readonly isOff: boolean
  readonly noteId: string
}) {
  const { t } = useTranslation('playground')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        hidden
        data-pictures
        onChange={({ target }) => {
          attach([...(target.files ?? [])])
          // Otherwise the browser would not report a file that is chosen again after it was removed.
          target.value = ''
        }}
      />
      <IconButton
        label={t('pictures.attach')}
        icon={<ImagePlus size={17} aria-hidden />}
        disabled={isOff}
        aria-describedby={isOff ? noteId : undefined}
        onClick={() => input.current?.click()}
      />
    </>
  )
}

const megabytes = (bytes: number): number => bytes / 1_000_000

/** The limit mentioned in each error message. */
const limits = {
  kind: 0,
  large: megabytes(PICTURE_BYTES_MAX),
  many: PICTURES_MAX,
  together: megabytes(CONVERSATION_BYTES_MAX),
} as const satisfies Record<NotAttached['why'], number>

/** Lists the files that were not attached, one line for each reason. */
export function RefusedPictures({ refused }: { readonly refused: readonly NotAttached[] }) {
  const { t } = useTranslation('playground')
  const reasons = Map.groupBy(refused, ({ why }) => why)
  return [...reasons].map(([why, files]) => (
    <p key={why} className="break-words">
      {t(`pictures.refused.${why}`, { names: listOfTexts(files.map(({ name }) => name)), max: limits[why] })}
    </p>
  ))
}
