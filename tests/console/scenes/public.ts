import type { PageScenes } from '../support/scene.ts'

/** Scenes of the public pages. */
export const publicPages: PageScenes = {
  // The time at which the program was started.
  data: [/^[A-Z][a-z]{2} \d{1,2}, \d{4}, [\d:]+\s[AP]M$/],
  scenes: [
    { name: 'home', path: '/', isPublic: true },
    { name: 'about', path: '/about', isPublic: true },
    { name: 'not-found', path: '/nope', isPublic: true },
    { name: 'login', path: '/login?expired=true', isPublic: true },
    {
      name: 'login-mistake',
      path: '/login',
      isPublic: true,
      act: (page) => page.locator('button[type=submit]').click(),
    },
  ],
}
