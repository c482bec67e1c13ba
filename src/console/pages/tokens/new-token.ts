/** `edit=new` in the address creates a token, `edit=7` changes token 7. */
export const NEW_TOKEN = 'new'
