// @ts-check

/**
 * Does what a person does who authorizes: opens each page that is asked for, and hands over where it leads.
 * @param {import('../../src/host/live.ts').LiveHost} host
 */
export function visitPages({ store, authorization }) {
  let visited = '';
  store.subscribe(() => {
    const { phase, url = '' } = store.state().authorization ?? {};
    if (phase !== 'waiting' || url === visited) return;
    visited = url;
    void visit(url).then((back) => {
      const why = authorization?.answer(back);
      if (why !== undefined) console.error(why);
    });
  });
}

/** @param {string} url */
async function visit(url) {
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}
