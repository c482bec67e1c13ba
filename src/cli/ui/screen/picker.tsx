import { Box, Text, useInput, useWindowSize } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { oneLine } from '../table.ts'
import { type Choice, SearchList } from './search-list.tsx'
import { type Closing, showScreen, useSurroundings } from './show-screen.tsx'

/** The choices for a query, or some of them. */
export interface Choices {
  readonly rows: readonly Choice<string>[]
  /** Total number of matches; more than `rows` if only the first page was requested. */
  readonly total: number
}

export interface Question {
  readonly label: string
  /** Message when there is nothing to choose from. */
  readonly none: string
  /** Loads the choices. @param query empty at first, then the typed text, if the first result was incomplete */
  load(query: string): Promise<Choices>
}

/**
 * Lets the user choose one object by name.
 * @throws CliError `interrupted` after Esc and Ctrl-C, `not_found` when there is nothing to choose from
 */
export const pickOne = (
  question: Question,
  surroundings: Parameters<typeof showScreen>[1],
): Promise<string> =>
  showScreen<string>((closing) => <Picker question={question} closing={closing} />, surroundings, {
    layout: 'inline',
  })

interface Failure {
  readonly error: unknown
}

const rowsMax = 10
/** Long enough to type a word without pausing, short enough not to be noticed. */
const searchDelayMs = 150

function Picker({ question, closing }: { readonly question: Question; readonly closing: Closing<string> }) {
  const { phrase } = useSurroundings()
  const { rows } = useWindowSize()
  const [query, setQuery] = useState('')
  const [taken, setTaken] = useState<Choice<string>>()
  const [failure, setFailure] = useState<Failure>()
  const found = useChoices(question, query, setFailure)
  // Closes only after the list is off the screen, so that the error is shown alone.
  useEffect(() => {
    if (failure !== undefined) closing.fail(failure.error)
  }, [failure, closing])
  useInput((_, key) => {
    if (key.escape)
      closing.fail(new CliError('interrupted', exitCodes.interrupted, phrase('say.interrupted')))
  })
  if (failure !== undefined) return null
  if (taken !== undefined)
    return (
      <Box columnGap={2}>
        <Text bold>{question.label}</Text>
        <Text>{oneLine(taken.cells[0] ?? taken.value)}</Text>
      </Box>
    )
  return (
    <Box flexDirection="column">
      <SearchList
        choices={found?.rows}
        total={found?.total}
        query={query}
        onQuery={setQuery}
        onChoose={(choice) => {
          setTaken(choice)
          closing.finish(choice.value)
        }}
        rows={Math.max(1, Math.min(rowsMax, rows - 4))}
        label={question.label}
      />
      <Text dimColor wrap="truncate-end">
        {'  '}
        {phrase('keys.picker')}
      </Text>
    </Box>
  )
}

/** Returns the choices for a query: filtered locally if all are known, otherwise requested again. */
function useChoices(
  question: Question,
  query: string,
  onFailure: (failure: Failure) => void,
): Choices | undefined {
  const [choices, setChoices] = useState<Choices>()
  const isComplete = useRef(false)
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (isComplete.current || asked.current === query) return
    let isStale = false
    const ask = async (): Promise<void> => {
      asked.current = query
      try {
        const found = await question.load(query)
        if (isStale) return
        if (query === '' && found.total === 0)
          throw new CliError('not_found', exitCodes.notFound, question.none)
        isComplete.current = query === '' && found.total <= found.rows.length
        setChoices(found)
      } catch (error) {
        if (!isStale) onFailure({ error })
      }
    }
    const timer = setTimeout(
      () => void ask(),
      query === '' && asked.current === undefined ? 0 : searchDelayMs,
    )
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [query, question, onFailure])
  return choices
}
