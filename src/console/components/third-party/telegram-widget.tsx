import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { links } from '../../routes.ts'
import { begunSignIn } from '../../state/begun-sign-in.ts'

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

/** What nobody elsewhere can guess: an address with another one was not made here. */
const newState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Telegram's own button. It comes back by an address instead of calling a function: for that it would run text as code,
 * which the content policy forbids.
 *
 * @see https://core.telegram.org/widgets/login
 */
export function TelegramWidget({
  botName,
  returnTo,
}: {
  readonly botName: string
  readonly returnTo: string
}) {
  const { t } = useTranslation('thirdParty')
  const box = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const place = box.current
    if (!place || botName === '') return
    setMissing(false)
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.dataset.telegramLogin = botName
    script.dataset.size = 'large'
    script.dataset.radius = '6'
    script.dataset.userpic = 'false'
    script.dataset.lang = currentLanguage()
    script.dataset.authUrl = location.origin + links.oauthTelegram(telegramState(returnTo))
    script.onerror = () => setMissing(true)
    place.replaceChildren(script)
    return () => place.replaceChildren()
  }, [botName, returnTo])
  return (
    <div className="flex min-h-10 flex-col items-center justify-center">
      <div ref={box} data-telegram-widget className="flex justify-center empty:hidden" />
      {(isMissing || botName === '') && (
        <p role="status" className="text-center text-sm text-muted">
          {t(botName === '' ? 'telegram.noName' : 'telegram.missing')}
        </p>
      )}
    </div>
  )
}

/** The state of the button on this page; a redirect to a provider begun here takes its place. */
function telegramState(returnTo: string): string {
  const state = newState()
  begunSignIn.remember({ state, returnTo })
  return state
}
