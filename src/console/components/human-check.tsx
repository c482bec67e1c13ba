import { useEffect, useRef } from 'react'
import { useTheme } from '../state/theme.ts'

interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'expired-callback': () => void
    },
  ): string
  remove(id: string): void
}

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
let loading: Promise<Turnstile> | undefined

/** @see https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => resolve((window as unknown as { turnstile: Turnstile }).turnstile)
    script.onerror = () => {
      loading = undefined
      reject(new Error('Turnstile did not load'))
    }
    document.head.append(script)
  })
  return loading
}

/** Cloudflare's human check. `onToken` gets the token, and an empty text once it has expired. */
export function HumanCheck({
  siteKey,
  onToken,
}: {
  readonly siteKey: string
  readonly onToken: (token: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    let id: string | undefined
    let isGone = false
    onToken('')
    loadTurnstile().then(
      (turnstile) => {
        if (isGone || !box.current) return
        id = turnstile.render(box.current, {
          sitekey: siteKey,
          theme,
          callback: onToken,
          'expired-callback': () => onToken(''),
        })
      },
      // The form says that the check is still running, and nothing can be sent without its token.
      () => undefined,
    )
    return () => {
      isGone = true
      if (id !== undefined) void loadTurnstile().then((turnstile) => turnstile.remove(id ?? ''))
    }
  }, [siteKey, theme, onToken])
  return <div ref={box} className="min-h-16" data-human-check />
}
