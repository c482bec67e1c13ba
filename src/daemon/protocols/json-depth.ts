/** Whether JSON text is nested more than `max` levels deep. Texts too short for that are not scanned. */
export function nestsDeeperThan(text: string, max: number): boolean {
  if (text.length < 2 * max) return false
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      i = endOfString(text, i)
      if (i === -1) return false
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > max) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

/** Returns the index of the closing quote, or -1. Searching for quotes is faster than looking at every character. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}
