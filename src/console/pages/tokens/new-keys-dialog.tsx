import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { baseAddress } from '../../components/snippets.ts'
import { Snippets } from '../../components/snippets-card.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { clientKey } from './token-key.ts'
import type { Token } from './use-tokens.ts'

export interface NewKeys {
  readonly tokens: readonly Token[]
  /** The dialog shows the new key of an existing token. */
  readonly isRotated: boolean
}

/** Shows new keys: a single one with ready-made snippets, a list of several, or the new key of an existing token. */
export function NewKeysDialog({
  made: { tokens: made, isRotated },
  close,
}: {
  readonly made: NewKeys
  readonly close: () => void
}) {
  const { t } = useTranslation('tokens')
  const status = useStatus().data
  const [first] = made
  return (
    <Dialog
      isOpen={first !== undefined}
      close={close}
      width={640}
      title={isRotated ? t('rotate.done') : t('created.title', { count: made.length })}
      footer={
        <Button kind="primary" onClick={close}>
          {t('created.done')}
        </Button>
      }
    >
      <p className="mb-3 text-muted">{t('created.text')}</p>
      {status?.token_keys_shown_once && (
        <Notice tone="warn" className="mb-3">
          {t('created.once')}
        </Notice>
      )}
      {made.length === 1 && first ? (
        <div className="flex flex-col gap-4">
          <CodeBlock label={t('created.key')} code={clientKey(first)} />
          <Snippets
            address={baseAddress(status)}
            apiKey={clientKey(first)}
            model={first.model_limits_enabled ? first.model_limits.split(',')[0] : undefined}
          />
        </div>
      ) : (
        <CodeBlock
          label={t('created.keys')}
          className="max-h-80 overflow-y-auto"
          code={made.map((token) => `${token.name}\t${clientKey(token)}`).join('\n')}
        />
      )}
    </Dialog>
  )
}
