import { Box, Text, useWindowSize } from 'ink'
import { useSurroundings } from './show-screen.tsx'
import { useAnswer } from './use-answer.ts'
import { useScroll } from './use-scroll.ts'

/** Shows a long text below its question in the whole window, scrolled with the arrow keys. */
export function ScrolledConfirmation({
  question,
  body,
  context,
  onAnswer,
}: {
  readonly question: string
  readonly body: string
  readonly context: string
  onAnswer(answer: boolean): void
}) {
  const { look, phrase } = useSurroundings()
  const { rows } = useWindowSize()
  const { viewport, content, top, shown, total } = useScroll()
  useAnswer(onAnswer)
  return (
    <Box flexDirection="column" height={rows} paddingX={1}>
      <Box justifyContent="space-between" columnGap={2} flexShrink={0}>
        <Text bold wrap="truncate-end">
          {context}
        </Text>
        <Box flexShrink={0}>
          <Text dimColor>
            {phrase('screen.lines', { from: top + 1, to: Math.min(total, top + shown), total })}
          </Text>
        </Box>
      </Box>
      <Box
        ref={viewport}
        marginY={1}
        flexGrow={1}
        flexBasis={0}
        overflow="hidden"
        contentOffsetY={top}
        flexDirection="column"
      >
        <Box ref={content} flexDirection="column" flexShrink={0}>
          <Text>{body.trimEnd()}</Text>
        </Box>
      </Box>
      <Box columnGap={1} flexShrink={0}>
        <Text bold wrap="truncate-end">
          {question}
        </Text>
        <Text {...look.accent}>[y/N]</Text>
        <Box flexGrow={1} justifyContent="flex-end">
          <Text dimColor wrap="truncate-end">
            {phrase('keys.scroll')}
          </Text>
        </Box>
      </Box>
    </Box>
  )
}
