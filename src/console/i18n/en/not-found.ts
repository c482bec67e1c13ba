import type { English } from '../phrases.ts'

export const notFound: English<'notFound'> = {
  title: 'Page not found',
  text: 'Page does not exist, check your browser address',
  home: 'Go to the home page',
  search: 'Press Ctrl K to search pages, or to jump to a token or a request.',
}
