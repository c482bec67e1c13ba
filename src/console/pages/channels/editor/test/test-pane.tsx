import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../components/ui/button.tsx'
import { TextInput } from '../../../../components/ui/field.tsx'
import { type Channel, splitNames } from '../channel-values.ts'
import { useTryChannel } from '../use-try-channel.ts'
import { ExchangeView } from './exchange-view.tsx'
import { TrialRow } from './trial-row.tsx'

/** Maximum number of rows; searching narrows them down. */
const SHOWN = 200

/** Tests the models of a stored channel and shows the raw requests and responses. */
export function TestPane({ channel }: { readonly channel: Pick<Channel, 'id' | 'models' | 'test_model'> }) {
  const { t } = useTranslation('channelEditor')
  const { states, isRunning, run, stop } = useTryChannel(channel.id)
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string>()
  const usual = channel.test_model
  const models = [...new Set([...(usual === '' ? [] : [usual]), ...splitNames(channel.models)])]
  const wanted = search.trim().toLowerCase()
  const matching = models.filter((model) => model.toLowerCase().includes(wanted))
  const done = [...states.values()].filter(({ kind }) => kind === 'done' || kind === 'refused').length
  const state = opened === undefined ? undefined : states.get(opened)
  const test = (chosen: readonly string[]) => {
    if (chosen.length === 1) setOpened(chosen[0])
    run(chosen)
  }
  return (
    <div className="flex flex-col gap-3" data-test-pane>
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          className="max-w-72"
          aria-label={t('test.search')}
          placeholder={t('test.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        {isRunning ? (
          <Button onClick={stop}>{t('test.stop')}</Button>
        ) : (
          <Button disabled={matching.length === 0} onClick={() => test(matching)}>
            {t('test.all', { count: matching.length })}
          </Button>
        )}
        <p role="status" className="ml-auto text-sm text-muted tabular-nums">
          {states.size > 0 && t('test.progress', { done, total: states.size })}
        </p>
      </div>
      <ul className="max-h-72 overflow-y-auto rounded-lg border">
        {matching.slice(0, SHOWN).map((model) => (
          <TrialRow
            key={model}
            model={model}
            isUsual={model === usual}
            state={states.get(model)}
            isOpen={model === opened}
            onOpen={() => setOpened(model === opened ? undefined : model)}
            onTest={() => test([model])}
          />
        ))}
        {matching.length === 0 && <li className="px-3 py-6 text-center text-muted">{t('picker.none')}</li>}
        {matching.length > SHOWN && (
          <li className="px-3 py-2 text-xs text-muted">
            {t('test.more', { count: matching.length - SHOWN })}
          </li>
        )}
      </ul>
      {opened !== undefined && state?.kind === 'done' && <ExchangeView trial={state.trial} />}
    </div>
  )
}
