import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/ui/notice.tsx'

/** Explains why no chat is shown. */
export function ChatNotice({
  tone,
  children,
}: {
  readonly tone: 'warn' | 'bad'
  readonly children: ReactNode
}) {
  const { t } = useTranslation('chat')
  return (
    <div className="mx-auto mt-[8vh] max-w-md">
      <h1 className="sr-only">{t('title')}</h1>
      <Notice tone={tone}>{children}</Notice>
    </div>
  )
}
