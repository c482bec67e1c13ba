import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { Task } from './use-tasks.ts'

export type TaskMedia = Task['media'][number]

/** Plays the media of a task, and saves them. */
export function TaskPlayer({
  media,
  name,
  isAlone = false,
}: {
  readonly media: TaskMedia
  readonly name: string
  /** Shows the first frame, because nothing else says what the video is. */
  readonly isAlone?: boolean
}) {
  const { t } = useTranslation('tasks')
  // The list returns a new link now and then, which must not restart playback.
  const [url] = useState(media.url)
  const [problem, setProblem] = useState<string>()
  if (problem !== undefined) return <Notice tone="warn">{problem || t('player.failed')}</Notice>
  const player = {
    src: url,
    controls: true,
    'aria-label': t(media.kind === 'video' ? 'player.video' : 'player.audio', { name }),
    // A media element does not report why it failed.
    onError: () => void whyItFails(url).then(setProblem),
  }
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      {media.kind === 'video' ? (
        <video
          {...player}
          preload={isAlone ? 'metadata' : 'none'}
          playsInline
          className="max-h-96 w-full max-w-md rounded-md border bg-sunken"
        />
      ) : (
        <audio {...player} preload="none" className="w-full max-w-sm min-w-0" />
      )}
      <a href={`${url}&download=1`} download className={buttonClass('secondary', 'sm')}>
        <Download size={14} aria-hidden />
        {t(media.kind === 'video' ? 'player.saveVideo' : 'player.saveAudio')}
      </a>
    </div>
  )
}

/** Fetches the gateway's message; empty if there is none, as for a format that the browser cannot play. */
async function whyItFails(url: string): Promise<string> {
  try {
    const answer = await fetch(url, {
      headers: { range: 'bytes=0-0', 'accept-language': currentLanguage() },
    })
    if (answer.ok) {
      await answer.body?.cancel()
      return ''
    }
    const { error } = (await answer.json()) as { error?: { message?: string } }
    return error?.message?.replace(/ \(request id: \w+\)$/, '') ?? ''
  } catch {
    return ''
  }
}
