import { tabText } from './tab-text.ts'

/**
 * Which conversation of the playground this tab shows; lasts as long as the tab and survives a reload. Without storage
 * a reload shows the newest one.
 */
export const conversationOfTab = tabText('playground-conversation')
