import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useSessionUser } from '../../state/session.ts'
import { doorAddress, readTerminalRequest, type TerminalRequest } from './terminal-request.ts'
import { useAllowTerminal } from './use-allow-terminal.ts'

/** Asks whether a terminal may sign in; opened by `tollgate login --browser`. */
export function TerminalPage() {
  const { t } = useTranslation('terminal')
  const [query] = useSearchParams()
  const request = readTerminalRequest(query)
  useDocumentTitle(t('title'))
  return (
    <div className="mx-auto mt-[8vh] flex w-full max-w-[440px] flex-col gap-5">
      <h1 className="flex items-center justify-center gap-2 text-xl font-semibold tracking-tight">
        <SquareTerminal size={22} aria-hidden />
        {t('title')}
      </h1>
      {request ? <Question request={request} /> : <Notice tone="warn">{t('incomplete')}</Notice>}
    </div>
  )
}

function Question({ request }: { readonly request: TerminalRequest }) {
  const { t } = useTranslation('terminal')
  const username = useSessionUser()?.username ?? ''
  const allowing = useAllowTerminal()
  const allowOnce = useMutateOnce(allowing)
  const [isRefused, setRefused] = useState(false)
  const refuse = () => {
    setRefused(true)
    if (request.door) location.replace(doorAddress(request.door, { refused: 'true' }))
  }
  if (isRefused) return <Notice tone="info">{t('refused')}</Notice>
  if (allowing.data !== undefined && request.door) return <Notice tone="ok">{t('returning')}</Notice>
  if (allowing.data !== undefined)
    return (
      <div className="flex flex-col gap-3 rounded-lg border bg-surface p-5">
        <p>{t('paste')}</p>
        <CodeBlock code={allowing.data} label={t('code')} isWrapped />
        <p className="text-sm text-muted">{t('short')}</p>
      </div>
    )
  return (
    <div className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
      <p>{t('question', { username })}</p>
      <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">{request.name}</p>
      <Notice tone="warn">{t(request.door ? 'warning' : 'warningElsewhere')}</Notice>
      <ProblemNotice error={allowing.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={refuse}>{t('refuse')}</Button>
        <Button kind="primary" isBusy={allowing.isPending} onClick={() => allowOnce(request)}>
          {t('allow')}
        </Button>
      </div>
    </div>
  )
}
