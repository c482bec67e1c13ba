import { Box, Text } from 'ink'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { Viewer } from './follow-top.ts'
import type { TopView } from './top-keys.ts'
import type { Message } from './use-row-actions.ts'

interface TopMessageProps {
  readonly view: TopView
  readonly viewer: Viewer
  readonly question: string | undefined
  readonly message: Message | undefined
  /** Present when there are more rows than lines. */
  readonly range: { readonly first: number; readonly shown: number; readonly total: number } | undefined
}

/** Shows the line above the keys: a question, the filter, or the result of an action; on the right, the sort order. */
export function TopMessage({ view, viewer, question, message, range }: TopMessageProps) {
  const { look, phrase } = useSurroundings()
  const order = [
    view.filter !== '' && view.focus !== 'filter' ? phrase('top.filter', { filter: view.filter }) : '',
    phrase(`top.sorting.${view.sorting}`),
    range === undefined
      ? ''
      : phrase('top.range', { from: range.first + 1, to: range.first + range.shown, total: range.total }),
  ]
  return (
    <Box paddingX={1} height={1} columnGap={2} justifyContent="space-between" flexShrink={0}>
      <Box flexShrink={1} flexGrow={1}>
        {view.focus === 'question' ? (
          <Text bold {...look.warning} wrap="truncate-middle">
            {question}
          </Text>
        ) : view.focus === 'filter' ? (
          <Text wrap="truncate-start">
            <Text {...look.accent}>/</Text>
            {view.filter}
            <Text inverse> </Text>
          </Text>
        ) : message !== undefined ? (
          <Text {...(message.isProblem ? look.warning : look.good)} wrap="truncate-end">
            {message.text}
          </Text>
        ) : viewer.errorsAreLogged === false ? (
          <Text dimColor wrap="truncate-end">
            {phrase('top.errorsNotLogged')}
          </Text>
        ) : null}
      </Box>
      <Box flexShrink={0}>
        <Text dimColor>{order.filter((each) => each !== '').join(' · ')}</Text>
      </Box>
    </Box>
  )
}
