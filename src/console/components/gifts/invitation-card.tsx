import { Copy, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { useMoney, wholeNumber } from '../../format.ts'
import { links } from '../../routes.ts'
import { QueryView } from '../query-view.tsx'
import { siteAddress } from '../third-party/providers.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useCopy } from '../ui/copy.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { GiftSkeleton } from './gift-skeleton.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { useEarnings, useInviteCode } from './use-earnings.ts'

/** The invitation link and what it has earned. Renders nothing if invitations are off. */
export function InvitationCard() {
  const { t } = useTranslation('gifts')
  const money = useMoney()
  const site = useStatus().data
  const isEnabled = site?.aff_enabled === true && !site.self_use_mode_enabled
  const code = useInviteCode(isEnabled)
  const earnings = useEarnings(isEnabled)
  const [isTransferring, setTransferring] = useState(false)
  if (!isEnabled) return null
  return (
    <Card title={t('invite.title')} icon={<UserPlus size={16} aria-hidden className="text-muted" />}>
      <p className="mb-3 text-sm text-muted">{t('invite.lead')}</p>
      <QueryView query={code} loading={<GiftSkeleton />}>
        {(text) => <InviteLink link={siteAddress(site) + links.register({ aff: text })} />}
      </QueryView>
      <QueryView query={earnings} loading={<GiftSkeleton />}>
        {({ aff_quota: pending, aff_history_quota: total, aff_count: count }) => (
          <>
            <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3 border-t pt-4">
              <Fact label={t('invite.pending')}>
                <Amount quota={pending} />
              </Fact>
              <Fact label={t('invite.total')}>
                <Amount quota={total} />
              </Fact>
              <Fact label={t('invite.count')}>{wholeNumber(count)}</Fact>
            </dl>
            <div className="mt-4">
              <Button onClick={() => setTransferring(true)}>{t('invite.transfer')}</Button>
            </div>
            <TransferDialog
              // An amount typed for earlier earnings no longer makes sense.
              key={pending}
              isOpen={isTransferring}
              close={() => setTransferring(false)}
              pending={pending}
              least={money.quotaPerUnit}
            />
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** A button that copies the link it shows. */
function InviteLink({ link }: { readonly link: string }) {
  const { t } = useTranslation('gifts')
  const { copy, dialog } = useCopy()
  return (
    <>
      <button
        type="button"
        aria-label={t('invite.link', { link })}
        className="flex w-full items-center justify-between gap-2 rounded-md border bg-sunken px-3 py-2 text-left font-mono text-sm hover:bg-hover"
        onClick={() => void copy(link, t('invite.copied'))}
      >
        <span className="min-w-0 wrap-anywhere">{link}</span>
        <Copy size={14} aria-hidden className="shrink-0 text-muted" />
      </button>
      {dialog}
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}

function Amount({ quota }: { readonly quota: number }) {
  const money = useMoney()
  return (
    <Tooltip text={money.other(quota)}>
      <span>{money.shown(quota)}</span>
    </Tooltip>
  )
}
