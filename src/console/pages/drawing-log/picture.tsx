import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutsideLink, safeAddress } from '../../components/tasks/task-parts.tsx'
import type { Drawing } from './use-drawings.ts'

/** A thumbnail of the result that opens the full image. If the image cannot be shown, a link remains. */
export function Picture({
  drawing,
  isLarge = false,
}: {
  readonly drawing: Drawing
  readonly isLarge?: boolean
}) {
  const { t } = useTranslation('tasks')
  const [brokenAddress, setBrokenAddress] = useState<string>()
  const href = safeAddress(drawing.image_url)
  if (href === undefined) return null
  if (brokenAddress === href) return <OutsideLink href={href}>{t('openImage')}</OutsideLink>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={t('openImage')} className="inline-block">
      <img
        src={href}
        alt={t('picture', { id: drawing.mj_id })}
        referrerPolicy="no-referrer"
        loading="lazy"
        className={
          isLarge
            ? 'max-h-96 max-w-full rounded-md border'
            : 'size-9 max-w-none rounded-md border object-cover max-sm:size-16'
        }
        onError={() => setBrokenAddress(href)}
      />
    </a>
  )
}
