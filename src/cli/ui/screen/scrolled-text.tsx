import { Box, Text } from 'ink'
import { useSurroundings } from './show-screen.tsx'
import { useScroll } from './use-scroll.ts'

/** Shows a text in the whole window, scrolled with the arrow keys; the caller decides which key closes it. */
export function ScrolledText({
  title,
  text,
  lines,
}: {
  readonly title: string
  readonly text: string
  /** Height of the window. */
  readonly lines: number
}) {
  const { phrase } = useSurroundings()
  const { viewport, content, top, shown, total } = useScroll()
  return (
    <Box flexDirection="column" height={lines} paddingX={1}>
      <Box justifyContent="space-between" columnGap={2} height={1} flexShrink={0}>
        <Text bold wrap="truncate-end">
          {title}
        </Text>
        {total > shown ? (
          <Box flexShrink={0}>
            <Text dimColor>
              {phrase('screen.lines', { from: top + 1, to: Math.min(total, top + shown), total })}
            </Text>
          </Box>
        ) : null}
      </Box>
      <Box
        ref={viewport}
        marginY={lines < 8 ? 0 : 1}
        flexGrow={1}
        flexBasis={0}
        overflow="hidden"
        contentOffsetY={top}
        flexDirection="column"
      >
        <Box ref={content} flexDirection="column" flexShrink={0}>
          <Text>{text.trimEnd()}</Text>
        </Box>
      </Box>
      <Box columnGap={2} height={1} flexShrink={0}>
        <Text dimColor wrap="truncate-end">
          {`${phrase('top.key.back')}  ${phrase('top.key.scroll')}`}
        </Text>
      </Box>
    </Box>
  )
}
