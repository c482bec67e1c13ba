import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { Link, useLocation } from 'wouter'
import { Page } from '../../components/page.tsx'
import { Button, buttonClass } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { links } from '../../routes.ts'
import { ChannelTable } from './channel-table.tsx'
import { RunPanel } from './run-panel.tsx'
import { useDeleteDisabled, useFixChannels } from './use-channel-actions.ts'
import { useChannelRun } from './use-channel-run.ts'
import { channelsKey } from './use-channels.ts'
import { type ChannelsHealth, useChannelsHealth } from './use-channels-health.ts'

/** Upstream accounts: their health, their share of the calls, and what is done to many of them at once. */
export function ChannelsPage() {
  const { t } = useTranslation(['channels', 'common'])
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [isReported, setReported] = useState(false)
  const { run, start } = useChannelRun(() => {
    setReported(true)
    void queryClient.invalidateQueries({ queryKey: channelsKey })
  })
  const [ask, confirmDialog] = useConfirm()
  const deleteDisabled = useDeleteDisabled()
  const fix = useFixChannels()
  const health = useChannelsHealth()

  // The list keeps its filters below the drawer.
  const add = () => navigate(links.channelAdd() + location.search)
  const askDeleteDisabled = async () => {
    // Counted at this moment: what the page last read may be half a minute old.
    const counts = (await health.refetch()).data
    if (!counts) return
    const { disabled: manual, disabled_automatically: automatic } = counts
    if (manual + automatic === 0) return void toast.info(t('deleteDisabled.none'))
    const isSure = await ask({
      title: t('deleteDisabled.title', { count: manual + automatic }),
      text: t('deleteDisabled.text', { manual, automatic }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure)
      deleteDisabled.mutate(undefined, { onSuccess: (count) => void toast.success(t('removed', { count })) })
  }
  const isRunning = run !== undefined || start.isPending
  return (
    <Page
      title={t('title')}
      lead={health.data && <Lead health={health.data} />}
      actions={
        <>
          <Button
            isBusy={isRunning && (run?.kind ?? start.variables) === 'test'}
            disabled={isRunning}
            onClick={() => start.mutate('test')}
          >
            {t('testAll')}
          </Button>
          <Button
            isBusy={isRunning && (run?.kind ?? start.variables) === 'balance'}
            disabled={isRunning}
            onClick={() => start.mutate('balance')}
          >
            {t('updateBalances')}
          </Button>
          <Menu
            label={t('common:action.more')}
            className={buttonClass('secondary', 'icon')}
            button={<Ellipsis size={16} aria-hidden />}
          >
            <MenuAction onSelect={() => fix.mutate()}>{t('fix.action')}</MenuAction>
            <MenuAction isDanger onSelect={() => void askDeleteDisabled()}>
              {t('deleteDisabled.action')}
            </MenuAction>
          </Menu>
          <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={add}>
            {t('add')}
          </Button>
        </>
      }
    >
      <RunPanel run={run} isReported={isReported} dismiss={() => setReported(false)} />
      <ChannelTable add={add} edit={(channel) => navigate(links.channelEdit(channel.id) + location.search)} />
      {confirmDialog}
    </Page>
  )
}

/** How many there are, and a way to those that need somebody. */
function Lead({ health }: { readonly health: ChannelsHealth }) {
  const { t } = useTranslation('channels')
  const { enabled, disabled, disabled_automatically: automatic } = health
  const total = enabled + disabled + automatic
  if (total === 0) return null
  return (
    <>
      {t('lead', { count: total, enabled })}{' '}
      {automatic > 0 && (
        <Link href={links.channels({ status: 3 })} className="text-bad underline-offset-2 hover:underline">
          {t('attention', { count: automatic })}
        </Link>
      )}
    </>
  )
}
