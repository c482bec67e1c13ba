import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Button } from '../ui/button.tsx'
import {
  isAtSiteAddress,
  isOffered,
  type Provider,
  providerFields,
  providers,
  siteAddress,
} from './providers.ts'
import { TelegramWidget } from './telegram-widget.tsx'
import { useLeaveForProvider } from './use-begin-sign-in.ts'
import { useWechatBind } from './use-wechat.ts'
import { WechatDialog } from './wechat-dialog.tsx'

type Bound = Pick<
  components['schemas']['User'],
  (typeof providerFields)[keyof typeof providerFields]['identity']
>

/**
 * The identities that are linked to the signed-in user's account, with buttons to link the others on offer.
 * @param children the first row: a sign-in method that does not involve a provider
 */
export function BindLogins({ user, children }: { readonly user: Bound; readonly children: ReactNode }) {
  const { t } = useTranslation('thirdParty')
  const status = useStatus().data
  const leaving = useLeaveForProvider()
  const binding = useWechatBind()
  const [asked, setAsked] = useState<'wechat' | 'telegram'>()
  const [isElsewhere, setElsewhere] = useState(false)
  if (!status) return null
  const bind = (provider: Provider) => {
    if (provider === 'wechat' || provider === 'telegram') return setAsked(provider)
    if (leaving.isPending || leaving.isSuccess) return
    setElsewhere(!isAtSiteAddress(status))
    if (isAtSiteAddress(status)) leaving.mutate({ provider, status, returnTo: '' })
  }
  return (
    <section className="min-w-0 rounded-lg border bg-surface">
      <h2 className="px-5 pt-4 pb-2 font-semibold">{t('bind.title')}</h2>
      <ul className="divide-y border-t">
        <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">{children}</li>
        {providers.map((provider) => {
          const identity = user[providerFields[provider].identity]
          const name = t(`name.${provider}`)
          return (
            <li key={provider} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
              <span className="w-24 shrink-0 font-medium">{name}</span>
              <span className="min-w-0 grow basis-24 text-muted wrap-anywhere">
                {identity === '' ? <BindState isOn={isOffered(provider, status)} /> : identity}
              </span>
              {identity === '' &&
                isOffered(provider, status) &&
                (provider === 'telegram' && asked === 'telegram' ? (
                  <TelegramWidget botName={status.telegram_bot_name} returnTo="" />
                ) : (
                  <Button
                    size="sm"
                    aria-label={t('bind.actionFor', { provider: name })}
                    isBusy={
                      leaving.variables?.provider === provider && (leaving.isPending || leaving.isSuccess)
                    }
                    onClick={() => bind(provider)}
                  >
                    {t('bind.action')}
                  </Button>
                ))}
            </li>
          )
        })}
      </ul>
      {isElsewhere && (
        <p role="alert" className="border-t px-5 py-3 text-sm text-bad wrap-anywhere">
          {t('elsewhere', { address: siteAddress(status) })}
        </p>
      )}
      {leaving.error && (
        <div className="border-t p-4">
          <ProblemNotice error={leaving.error} />
        </div>
      )}
      <WechatDialog
        isOpen={asked === 'wechat'}
        close={() => setAsked(undefined)}
        title={t('wechat.bindTitle')}
        submit={t('wechat.bindSubmit')}
        action={binding}
      />
    </section>
  )
}

function BindState({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation('thirdParty')
  return <>{t(isOn ? 'bind.none' : 'bind.off')}</>
}
