import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutsideLink } from '../../components/tasks/task-parts.tsx'
import { Button, buttonClass, IconButton } from '../../components/ui/button.tsx'
import type { Picture } from './conversation.ts'
import { keptPicture, savePicture } from './picture-memory.ts'

/** The images of an answer, each with a way to save it. */
export function DrawnPictures({
  pictures,
  copy,
}: {
  readonly pictures: readonly Picture[]
  readonly copy: (text: string) => void
}) {
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,20rem))]">
      {pictures.map((picture, index) => (
        <li key={picture.id} className="flex min-w-0 flex-col gap-1.5">
          <PictureView picture={picture} number={index + 1} count={pictures.length} copy={copy} />
        </li>
      ))}
    </ul>
  )
}

interface PictureViewProps {
  readonly picture: Picture
  readonly number: number
  readonly count: number
  readonly copy: (text: string) => void
}

function PictureView({ picture, number, count, copy }: PictureViewProps) {
  const { t } = useTranslation('playground')
  const [isBroken, setBroken] = useState(false)
  const { url } = picture
  const source = url ?? keptPicture(picture.id)
  if (source === undefined)
    return <p className="rounded-lg border border-dashed p-3 text-sm text-muted">{t('drawing.notKept')}</p>
  return (
    <>
      {isBroken ? (
        <p className="rounded-lg border border-dashed p-3 text-sm text-muted">{t('drawing.broken')}</p>
      ) : (
        <img
          src={source}
          alt={t('drawing.alt', { number, count })}
          referrerPolicy="no-referrer"
          className="h-auto max-w-full self-start rounded-lg border"
          onError={() => setBroken(true)}
        />
      )}
      <div className="flex flex-wrap items-center gap-1">
        {url === undefined ? (
          <Button
            size="sm"
            icon={<Download size={14} aria-hidden />}
            onClick={() => savePicture(source, t('drawing.fileName', { number }))}
          >
            {t('drawing.download')}
          </Button>
        ) : (
          <>
            <OutsideLink href={url} className={buttonClass('secondary', 'sm')}>
              {t('drawing.open')}
            </OutsideLink>
            <IconButton
              size="icon-sm"
              label={t('drawing.copyLink')}
              icon={<Copy size={14} aria-hidden />}
              onClick={() => copy(url)}
            />
          </>
        )}
      </div>
    </>
  )
}
