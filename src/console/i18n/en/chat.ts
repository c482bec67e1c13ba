import type { English } from '../phrases.ts'

export const chat: English<'chat'> = {
  title: 'Chat',
  noToken: 'No enabled token available, on the way to the tokens',
  unknown: 'There is no such chat. Choose one in the sidebar, or ask the administrator.',
  none: 'The administrator has set no chat link.',
  broken: 'Chat link config error, contact the administrator',
  program: '{{name}} is a program on your device. Opening it fills in the address of this site and your key.',
  open: 'Open {{name}}',
  leading: 'Opening the chat.',
  follow: 'Click here if nothing happens',
}
