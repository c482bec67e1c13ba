import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { Redirect, useParams } from 'wouter'
import { isProblem } from '../../api/api-problem.ts'
import { Markup } from '../../components/markup.tsx'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { dateTime } from '../../format.ts'
import { links } from '../../routes.ts'
import type { InboxMessage } from './use-inbox.ts'
import { useInboxMessage } from './use-inbox-message.ts'
import { useReadMessage } from './use-read-message.ts'

/** One message. The address of a missing message, or of somebody else's, leads back to the inbox. */
export function InboxMessagePage() {
  const { t } = useTranslation('inbox')
  const { id: written = '' } = useParams<{ id: string }>()
  const id = /^[1-9]\d{0,14}$/.test(written) ? Number(written) : undefined
  const message = useInboxMessage(id)
  if (id === undefined || (isProblem(message.error) && message.error.status === 404)) return <NoMessage />
  return (
    <QueryView query={message} failed={t('loadFailed')}>
      {(loaded) => <MessageView key={loaded.id} message={loaded} />}
    </QueryView>
  )
}

function NoMessage() {
  const { t } = useTranslation('inbox')
  useEffect(() => {
    // The ID keeps the toast single, however often the page renders.
    toast.error(t('notFound'), { id: 'no-message' })
  }, [t])
  return <Redirect to={links.inbox()} replace />
}

function MessageView({ message }: { readonly message: InboxMessage }) {
  const { t } = useTranslation('inbox')
  useReadMessage(message)
  return (
    <Page
      title={message.title}
      lead={t('sent', { when: dateTime(Date.parse(message.created_at) / 1000) })}
      actions={
        <LinkButton href={links.inbox()} icon={<ArrowLeft size={15} aria-hidden />}>
          {t('back')}
        </LinkButton>
      }
    >
      <article className="overflow-x-auto rounded-lg border bg-surface px-5 py-4">
        <Markup text={message.content} format={message.format} className="max-w-prose" />
      </article>
      {message.read_at !== null && (
        <p className="mt-2 text-xs text-muted">
          {t('read', { when: dateTime(Date.parse(message.read_at) / 1000) })}
        </p>
      )}
    </Page>
  )
}
