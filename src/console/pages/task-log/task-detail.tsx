import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Part } from '../../components/detail-part.tsx'
import { isRefunded } from '../../components/tasks/task-cost.tsx'
import { Facts, FullText } from '../../components/tasks/task-parts.tsx'
import { toDateText, useMoney } from '../../format.ts'
import { TaskPlayer } from './task-player.tsx'
import { type Clip, clipsOf, lyricsOf, videoOf } from './task-result.ts'
import type { Task } from './use-tasks.ts'

/** All details of a task: songs, lyrics, and its texts in full. */
export function TaskDetail({ task }: { readonly task: Task }) {
  const { t } = useTranslation('tasks')
  const money = useMoney()
  const clips = clipsOf(task)
  const lyrics = lyricsOf(task)
  const video = videoOf(task)
  return (
    <div className="grid max-w-5xl gap-x-6 gap-y-4 px-4 py-3 sm:pr-6 sm:pl-12 lg:grid-cols-2" data-detail>
      {clips.length > 0 && (
        <Part title={t('detail.clips')}>
          <ul className="grid grid-cols-1 gap-2">
            {clips.map((clip) => (
              <ClipCard key={clip.key} clip={clip} />
            ))}
          </ul>
        </Part>
      )}
      {task.platform === 'video' && task.media.length > 0 && (
        <Part title={t('detail.videoFile')}>
          {task.media.map((media) => (
            <TaskPlayer key={media.kind} media={media} name={task.properties.input || task.task_id} isAlone />
          ))}
        </Part>
      )}
      {lyrics.map(({ key, title, text }) => (
        <FullText key={key} title={title || t('detail.lyrics')} text={text} />
      ))}
      <div className="flex min-w-0 flex-col gap-4">
        <FullText title={t('detail.failReason')} text={task.fail_reason} isBad />
        <FullText title={t('detail.prompt')} text={task.properties.input} />
        <Part title={t('detail.facts')}>
          <Facts
            facts={[
              [t('column.id'), task.task_id],
              [t('detail.model'), task.properties.model],
              [t('detail.started'), task.start_time === 0 ? '' : toDateText(task.start_time)],
              [t('detail.length'), video?.seconds ? t('seconds', { value: video.seconds }) : ''],
              [t('detail.size'), video?.size ?? ''],
              [t('detail.expires'), video?.expiresAt ? toDateText(video.expiresAt) : ''],
              [t('column.cost'), money.shown(Number(task.quota_exact))],
            ]}
          />
          {isRefunded(task) && <p className="mt-1 text-sm text-muted">{t('refunded')}</p>}
        </Part>
      </div>
    </div>
  )
}

/** A song with its cover, audio and video, and lyrics. */
function ClipCard({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation('tasks')
  const [hasCover, setHasCover] = useState(true)
  return (
    <li className="flex gap-3 rounded-md border bg-surface p-2.5">
      {clip.cover !== undefined && hasCover && (
        <img
          src={clip.cover}
          alt={t('detail.cover')}
          referrerPolicy="no-referrer"
          loading="lazy"
          className="size-16 shrink-0 rounded-md border object-cover"
          onError={() => setHasCover(false)}
        />
      )}
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{clip.title || t('detail.untitled')}</p>
        {clip.tags !== '' && <p className="truncate text-sm text-muted">{clip.tags}</p>}
        {clip.media.length > 0 && (
          <div className="mt-1.5 flex flex-col gap-2">
            {clip.media.map((media) => (
              <TaskPlayer key={media.kind} media={media} name={clip.title || t('detail.untitled')} />
            ))}
          </div>
        )}
        {clip.words !== '' && (
          <p className="mt-2 max-h-56 overflow-y-auto text-sm whitespace-pre-wrap wrap-anywhere text-muted">
            {clip.words}
          </p>
        )}
      </div>
    </li>
  )
}
