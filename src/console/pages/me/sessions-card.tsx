import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { dateTime, relativeTime } from '../../format.ts'
import { type Session, useEndOtherSessions, useEndSession, useSessions } from './use-sessions.ts'

/** Lists the account's sessions, so that its owner can end those they do not recognize. */
export function SessionsCard() {
  const { t } = useTranslation('me')
  const sessions = useSessions()
  const ending = useEndSession()
  const endOnce = useMutateOnce(ending)
  const endingOthers = useEndOtherSessions()
  const endOthersOnce = useMutateOnce(endingOthers)
  const [ask, question] = useConfirm()
  const endOthers = async () => {
    const isYes = await ask({
      title: t('sessions.endOthersTitle'),
      text: t('sessions.endOthersText'),
      action: t('sessions.endOthers'),
      isDanger: true,
    })
    if (isYes) endOthersOnce(undefined)
  }
  const hasOthers = sessions.data?.some((session) => !session.is_current) ?? false
  return (
    <Card
      title={t('sessions.title')}
      aside={
        hasOthers && (
          <Button size="sm" isBusy={endingOthers.isPending} onClick={endOthers}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <QueryView query={sessions}>
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={ending.isPending && ending.variables === session.id}
                onEnd={() => endOnce(session.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ProblemNotice error={ending.error ?? endingOthers.error} />
      {question}
    </Card>
  )
}

function SessionRow({
  session,
  isBusy,
  onEnd,
}: {
  readonly session: Session
  readonly isBusy: boolean
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('me')
  const { device, user_agent: agent, ip, is_current: isCurrent } = session
  const name = device || agent || t('sessions.unknownDevice')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 last:pb-0">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium" title={agent}>
          <span className="wrap-anywhere">{name}</span>
          {isCurrent && <Badge tone="accent">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <span className="wrap-anywhere">{ip}</span>
          {' · '}
          <span title={dateTime(session.last_used_time)}>
            {t('sessions.lastUse', { when: relativeTime(session.last_used_time) })}
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={t('sessions.endNamed', { name })} isBusy={isBusy} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
