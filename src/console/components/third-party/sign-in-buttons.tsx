import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Status, useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Button } from '../ui/button.tsx'
import { isAtSiteAddress, isOffered, type Provider, providers, siteAddress } from './providers.ts'
import { TelegramWidget } from './telegram-widget.tsx'
import { useLeaveForProvider } from './use-begin-sign-in.ts'
import { useSignedIn } from './use-signed-in.ts'
import { useWechatSignIn } from './use-wechat.ts'
import { WechatDialog } from './wechat-dialog.tsx'

/** Returns whether there are other sign-in methods than username and password. */
export const hasProviders = (status: Status | undefined, without?: Provider): boolean =>
  providers.some((each) => each !== without && isOffered(each, status))

/**
 * The other ways to sign in that are switched on.
 * @param without Telegram creates no accounts, so sign-up does not offer it
 */
export function SignInButtons({
  returnTo,
  without,
}: {
  readonly returnTo: string | null
  readonly without?: 'telegram'
}) {
  const { t } = useTranslation('thirdParty')
  const status = useStatus().data
  const leaving = useLeaveForProvider()
  const [isAskingCode, setAskingCode] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  if (!status) return null
  const leave = (provider: Exclude<Provider, 'wechat' | 'telegram'>) => {
    if (leaving.isPending || leaving.isSuccess) return
    setElsewhere(!isAtSiteAddress(status))
    if (isAtSiteAddress(status)) leaving.mutate({ provider, status, returnTo: returnTo ?? '' })
  }
  return (
    <div className="flex flex-col gap-2.5">
      {providers.map((provider) => {
        if (!isOffered(provider, status) || provider === without) return null
        if (provider === 'telegram')
          return (
            <TelegramWidget key={provider} botName={status.telegram_bot_name} returnTo={returnTo ?? ''} />
          )
        const isBusy = leaving.variables?.provider === provider && (leaving.isPending || leaving.isSuccess)
        return (
          <Button
            key={provider}
            className="h-9"
            isBusy={isBusy}
            onClick={() => (provider === 'wechat' ? setAskingCode(true) : leave(provider))}
          >
            {t(`continueWith.${provider}`)}
          </Button>
        )
      })}
      {isElsewhere && (
        <p role="alert" className="text-sm text-bad wrap-anywhere">
          {t('elsewhere', { address: siteAddress(status) })}
        </p>
      )}
      <ProblemNotice error={leaving.error} />
      <WechatSignIn isOpen={isAskingCode} close={() => setAskingCode(false)} />
    </div>
  )
}

function WechatSignIn({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { t } = useTranslation('thirdParty')
  const signIn = useWechatSignIn(useSignedIn())
  return (
    <WechatDialog
      isOpen={isOpen}
      close={close}
      title={t('wechat.title')}
      submit={t('wechat.submit')}
      action={signIn}
    />
  )
}

/** A divider with a word in it, between two alternatives. */
export function OrLine() {
  const { t } = useTranslation('thirdParty')
  return (
    <div className="my-4 flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {t('or')}
    </div>
  )
}
