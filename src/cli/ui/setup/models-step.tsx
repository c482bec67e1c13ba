import { Box, Text } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { matching, SearchList } from '../screen/search-list.tsx'
import { useSurroundings } from '../screen/show-screen.tsx'
import { refusalOf, type StepProps } from './setup-step.ts'

/** If there are more models than this, none are ticked by default. */
const tickedMax = 30

/** Asks which models the channel serves: from the upstream's list, or typed names. */
export function ModelsStep({ session, drafts, rows, change, go, fail }: StepProps) {
  const { look, phrase } = useSurroundings()
  const draft = drafts.channel
  const [names, setNames] = useState<readonly string[]>()
  const [failure, setFailure] = useState<string>()
  const [query, setQuery] = useState('')
  const asked = useRef(false)
  const chosen = new Set(draft?.models)
  useEffect(() => {
    if (asked.current || draft === undefined) return
    asked.current = true
    const offer = (listed: readonly string[]): void => {
      // If the upstream has no list of models, or an empty one, the known models of this type are offered.
      const fetched = listed.length > 0 ? listed : draft.type.models
      setNames([...new Set([...draft.models, ...fetched])])
      if (draft.models.length > 0) return
      if (listed.length === 0) return
      const usual = fetched.filter((name) => draft.type.models.includes(name))
      const ticked = usual.length > 0 ? usual : fetched
      if (ticked.length <= tickedMax) change({ channel: { ...draft, models: ticked } })
    }
    session.fetchModels(draft).then(offer, (error: unknown) => {
      if (
        !(error instanceof CliError) ||
        (error.exitCode === exitCodes.unavailable && error.code !== 'fetch_models_failed')
      )
        return fail(error)
      // The address or the key is wrong, so the user returns to the form to correct it.
      if (error.exitCode === exitCodes.rejected && error.options.field !== undefined)
        return go('channel', refusalOf(error))
      // The daemon's message already says that the list could not be fetched.
      const isSaid = error.code === 'fetch_models_failed'
      setFailure(isSaid ? error.message : phrase('setup.models.failed', { reason: error.message }))
      offer([])
    })
  }, [session, draft, change, go, fail, phrase])
  if (draft === undefined) return null
  const set = (models: readonly string[]): void => change({ channel: { ...draft, models } })
  const toggle = (name: string): void => {
    if (names?.includes(name))
      return set(chosen.has(name) ? draft.models.filter((each) => each !== name) : [...draft.models, name])
    const typed = name.split(/[,，]/).filter(Boolean)
    setNames([...new Set([...typed, ...(names ?? [])])])
    setQuery('')
    set([...new Set([...draft.models, ...typed])])
  }
  const choices = names?.map((name) => ({ value: name, cells: [name] }))
  const isAddress = query.includes('://')
  const isNew = query !== '' && !isAddress && choices !== undefined && !names?.includes(query)
  const offered = isNew
    ? [...(choices ?? []), { value: query, cells: [query, phrase('setup.models.add')] }]
    : choices
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.models', { count: chosen.size })}</Text>
      {isAddress ? (
        <Text {...look.bad}>{phrase('setup.models.address')}</Text>
      ) : (
        failure !== undefined && <Text {...look.warning}>{failure}</Text>
      )}
      <SearchList
        label={phrase('setup.models')}
        choices={offered}
        total={names?.length}
        query={query}
        onQuery={setQuery}
        marked={chosen}
        onToggle={({ value }) => toggle(value)}
        onChoose={({ value }) => {
          if (isAddress) return
          // A name that is not in the list was typed on purpose.
          if (isNew && matching(choices ?? [], query).length === 0) toggle(value)
          else if (chosen.size > 0) go('test')
          else if (value !== undefined) toggle(value)
        }}
        rows={Math.max(3, rows - 5)}
      />
    </Box>
  )
}
