import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../../../components/ui/code-block.tsx'
import type { Trial } from '../use-try-channel.ts'

type Wire = NonNullable<Trial['request']>['headers']

/** The raw request and response; the daemon has masked secrets. */
export function ExchangeView({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('channelEditor')
  const { request, response } = trial
  return (
    <div className="flex flex-col gap-3" data-exchange>
      <section>
        <h3 className="mb-1.5 text-sm font-medium">{t('test.request')}</h3>
        {request ? (
          <CodeBlock
            label={t('test.request')}
            code={wireText(`${request.method} ${request.url}`, request.headers, request.body)}
          />
        ) : (
          <p className="text-sm text-muted">{t('test.nothingSent')}</p>
        )}
      </section>
      <section>
        <h3 className="mb-1.5 text-sm font-medium">{t('test.answer')}</h3>
        {response ? (
          <CodeBlock
            label={t('test.answer')}
            className="[&_section]:max-h-96 [&_section]:overflow-y-auto"
            code={wireText(`HTTP ${response.status}`, response.headers, response.body)}
          />
        ) : (
          <p className="text-sm text-muted">{t('test.noAnswer')}</p>
        )}
        {response?.is_cut && (
          <p className="mt-1 text-xs text-muted">{t('test.cut', { bytes: response.bytes })}</p>
        )}
        {response && response.body === '' && response.bytes > 0 && (
          <p className="mt-1 text-xs text-muted">{t('test.noText', { bytes: response.bytes })}</p>
        )}
      </section>
      <p className="text-xs text-muted">{t('test.masked')}</p>
    </div>
  )
}

const wireText = (head: string, headers: Wire, body: string): string =>
  [head, ...headers.map(({ name, value }) => `${name}: ${value}`), '', readable(body)].join('\n').trimEnd()

/** Formats JSON on several lines; everything else is left unchanged. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
