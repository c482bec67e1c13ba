import { Box, Text, useAnimation } from 'ink'
import { useSurroundings } from './show-screen.tsx'

const dots = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Shows that something is in progress. */
export function Waiting({ text }: { readonly text: string }) {
  const { look } = useSurroundings()
  const { frame } = useAnimation({ interval: 100 })
  return (
    <Box columnGap={1}>
      <Text {...look.accent}>{dots[frame % dots.length]}</Text>
      <Text>{text}</Text>
    </Box>
  )
}
