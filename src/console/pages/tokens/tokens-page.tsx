import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { Page } from '../../components/page.tsx'
import { ELEMENT, Phrase } from '../../components/phrase.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { Snippets } from '../../components/snippets-card.tsx'
import { Button, LinkButton } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useDrawer } from '../../state/drawer.ts'
import { useWasTrue } from '../../state/was-true.ts'
import type { NewKeys } from './new-keys-dialog.tsx'
import { NEW_TOKEN } from './new-token.ts'
import type { Rotating } from './rotate-dialog.tsx'
import { TokenTable } from './token-table.tsx'
import type { Token } from './use-tokens.ts'

// Fetched when first opened: most visits only need the list.
const TokenDrawer = lazy(async () => ({ default: (await import('./token-drawer.tsx')).TokenDrawer }))
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }))
const NewKeysDialog = lazy(async () => ({ default: (await import('./new-keys-dialog.tsx')).NewKeysDialog }))

/**
 * The user's credentials for calls to models. The page is useful even before there are any: it shows the address and
 * snippets.
 */
export function TokensPage() {
  const { t } = useTranslation('tokens')
  const status = useStatus().data
  const drawer = useDrawer('edit')
  const [made, setMade] = useState<NewKeys>({ tokens: [], isRotated: false })
  const [rotating, setRotating] = useState<Rotating>()
  const address = baseAddress(status)
  // The drawer closes first, because two dialogs at the same moment would compete for the focus.
  const showMade = (tokens: readonly Token[], isRotated = false) =>
    void setTimeout(setMade, 0, { tokens, isRotated })
  return (
    <Page
      title={t('title')}
      lead={
        <Phrase text={t('lead', { address: ELEMENT })}>
          <span className="inline-flex max-w-full items-center gap-0.5 align-middle">
            <code className="truncate rounded-sm border px-1.5 leading-[18px]">{`${address}/v1`}</code>
            <CopyButton text={`${address}/v1`} label={t('copyAddress')} />
          </span>
        </Phrase>
      }
      actions={
        <>
          {hasPage('wallet') && <LinkButton href={links.wallet()}>{t('redeem')}</LinkButton>}
          <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={() => drawer.open(NEW_TOKEN)}>
            {t('new')}
          </Button>
        </>
      }
    >
      <Notice tone="warn" head={t('warning.head')} className="mb-4">
        {t('warning.text')}
      </Notice>
      <TokenTable drawer={drawer} rotate={setRotating} />
      <section className="mt-4 grid rounded-lg border bg-surface md:grid-cols-[1fr_1.4fr]">
        <div className="p-4">
          <h2 className="font-semibold">{t('first.title')}</h2>
          <p className="mt-1 text-muted">{t('first.text')}</p>
        </div>
        <div className="min-w-0 border-t p-4 md:border-t-0 md:border-l">
          <Snippets address={address} apiKey="$TOLLGATE_KEY" />
        </div>
      </section>
      <Suspense fallback={<Opening />}>
        {useWasTrue(drawer.isOpen) && (
          <TokenDrawer drawer={drawer} onCreated={(tokens) => showMade(tokens)} />
        )}
        {rotating && (
          <RotateDialog
            rotating={rotating}
            close={() => setRotating(undefined)}
            onRotated={(token) => showMade([token], true)}
          />
        )}
        {useWasTrue(made.tokens.length > 0) && (
          <NewKeysDialog made={made} close={() => setMade({ ...made, tokens: [] })} />
        )}
      </Suspense>
    </Page>
  )
}
