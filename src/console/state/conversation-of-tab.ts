import { tabText } from './tab-text.ts'

/**
 * Which conversation of the playground this tab shows; lives as long as the tab, also over a reload. Without storage a
 * reload shows the newest one.
 */
export const conversationOfTab = tabText('playground-conversation')
