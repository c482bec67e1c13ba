import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Status } from '../../api/use-status.ts'
import { baseAddress } from '../../components/snippets.ts'
import { CopyButton } from '../../components/ui/copy.tsx'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { canRegister } from './hero.tsx'

/** The path after the gateway's address that clients of each protocol expect. */
const protocols = [
  { name: 'openai', path: '/v1' },
  { name: 'anthropic', path: '' },
  { name: 'gemini', path: '' },
] as const

/** Three steps to the first request, beside the addresses for clients. */
export function FirstSteps({ status }: { readonly status: Status }) {
  const { t } = useTranslation('home')
  const user = useSessionUser()
  const address = baseAddress(status)
  const first = user ? 'signedIn' : canRegister(status) ? 'register' : 'login'
  return (
    <section aria-labelledby="connect">
      <h2 id="connect" className="text-xl font-semibold tracking-tight">
        {t('connect.title')}
      </h2>
      <p className="mt-0.5 text-muted">{t('connect.lead')}</p>
      <div className="mt-4 grid gap-4 md:grid-cols-[1fr_1.15fr] md:gap-12">
        <ol className="flex flex-col gap-4 md:pt-4">
          <Step
            number={1}
            title={t(`connect.${first}.title`)}
            text={t(`connect.${first}.text`)}
            href={{ register: links.register(), login: links.login(), signedIn: links.wallet() }[first]}
          />
          <Step
            number={2}
            title={t('connect.token.title')}
            text={t('connect.token.text')}
            href={user && links.tokens()}
          />
          <Step number={3} title={t('connect.address.title')} text={t('connect.address.text')} />
        </ol>
        <ul className="min-w-0 divide-y rounded-lg border bg-surface">
          {protocols.map(({ name, path }) => (
            <li key={name} className="px-4 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{t(`protocol.${name}.name`)}</span>
                <span className="text-sm text-muted">{t(`protocol.${name}.clients`)}</span>
              </div>
              <div className="mt-1 flex items-center gap-1">
                <code className="min-w-0 grow font-mono wrap-anywhere">{address + path}</code>
                <CopyButton
                  text={address + path}
                  label={t('connect.copy', { protocol: t(`protocol.${name}.name`) })}
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Step({
  number,
  title,
  text,
  href,
}: {
  readonly number: number
  readonly title: string
  readonly text: string
  /** Link to the page of the step, if the reader can open it. */
  readonly href?: string | undefined
}) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-weak text-sm font-medium text-accent-text tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="leading-6 font-medium">
          {href === undefined ? (
            title
          ) : (
            <Link href={href} className="text-accent-text hover:underline">
              {title}
            </Link>
          )}
        </h3>
        <p className="text-muted">{text}</p>
      </div>
    </li>
  )
}
