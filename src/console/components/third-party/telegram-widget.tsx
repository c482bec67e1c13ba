import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { links } from '../../routes.ts'
import { begunSignIn } from '../../state/begun-sign-in.ts'

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

/**
 * Returns a random state that nobody else can guess: a return address with a different one was not created by this
 * page.
 */
const newState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Telegram's own button. It returns by a redirect instead of a callback function, for which it would evaluate text as
 * code; the content security policy forbids that.
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

/** Creates and stores the state of the button on this page; starting a redirect to a provider replaces it. */
function telegramState(returnTo: string): string {
  const state = newState()
  begunSignIn.remember({ state, returnTo })
  return state
}
