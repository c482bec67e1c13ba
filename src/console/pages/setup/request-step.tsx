import { CircleCheck, LoaderCircle, OctagonX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useOwnModels } from '../../api/use-own-models.ts'
import { useStatus } from '../../api/use-status.ts'
import { QueryView } from '../../components/query-view.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { Snippets } from '../../components/snippets-card.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { dollars, duration, useMoney, wholeNumber } from '../../format.ts'
import { links } from '../../routes.ts'
import { goToSetupStep } from '../../state/setup-wizard.ts'
import { useFirstCall, useFirstToken } from './use-first-request.ts'

/** A request to paste, containing the new token; its result is shown when it arrives. */
export function RequestStep() {
  const { t } = useTranslation('setup')
  const status = useStatus().data
  const token = useFirstToken()
  const models = useOwnModels().data
  const call = useFirstCall(token.data?.name)
  const [, navigate] = useLocation()
  return (
    <QueryView query={token}>
      {({ key }) => (
        <div className="flex flex-col gap-4">
          <p className="text-muted">{t('request.lead')}</p>
          {models?.length === 0 && <Notice tone="warn">{t('request.noModels')}</Notice>}
          <Snippets
            address={baseAddress(status)}
            apiKey={`sk-${key.replace(/^sk-/, '')}`}
            model={models?.includes('gpt-4o-mini') ? 'gpt-4o-mini' : models?.[0]}
          />
          <Result call={call.data ?? undefined} />
          <Button
            kind="primary"
            className="h-9 self-end"
            onClick={() => {
              navigate(links.tokens())
              goToSetupStep(undefined)
            }}
          >
            {t('request.finish')}
          </Button>
        </div>
      )}
    </QueryView>
  )
}

type Call = NonNullable<ReturnType<typeof useFirstCall>['data']>

function Result({ call }: { readonly call: Call | undefined }) {
  const { t } = useTranslation('setup')
  const money = useMoney()
  if (!call)
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <LoaderCircle size={16} aria-hidden className="animate-spin" />
        {t('request.waiting')}
      </p>
    )
  if (call.type !== 2)
    return (
      <Notice tone="bad">
        <span className="flex items-start gap-2">
          <OctagonX size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
          <span>
            {t('request.failed')} <span className="break-words">{call.content}</span>
          </span>
        </span>
      </Notice>
    )
  return (
    <div role="status" className="rounded-lg border border-ok/30 bg-ok-weak p-3" data-first-call>
      <p className="flex items-center gap-2 font-medium text-ok">
        <CircleCheck size={18} aria-hidden />
        {t('request.done', { model: call.model_name })}
      </p>
      <p className="mt-1 text-sm tabular-nums">
        {t('request.price', {
          input: wholeNumber(call.prompt_tokens),
          output: wholeNumber(call.completion_tokens),
          time: duration(call.use_time),
          price: dollars(Number(call.quota_exact) / money.quotaPerUnit, 6),
        })}
      </p>
    </div>
  )
}
