import type { English } from '../phrases.ts'

export const chat: English<'chat'> = {
  title: 'Chat',
  noToken: 'No enabled token available. Taking you to your API tokens',
  keysHidden:
    'This site shows the keys of API tokens only once, so it cannot pass one to the chat. Enter your key in the chat app yourself.',
  unknown: 'This chat does not exist. Choose one in the sidebar, or ask the administrator.',
  none: 'The administrator has not set up any chat links.',
  broken: 'Chat link config error, contact the administrator',
  program: '{{name}} is an app on your device. Opening it passes on the address of this site and your key.',
  open: 'Open {{name}}',
  leading: 'Opening the chat.',
  follow: 'Click here if nothing happens',
}
