// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts as views hold them
import { describe, expect, it } from 'vitest';
import { blockedOf, originOf } from '../../../src/check/view/content-policy.ts';
import { originsIn } from '../../../src/check/view/document.ts';

const told = (html: string): readonly string[] =>
  originsIn(html).map(
    ({ kind, url, isGuess }) => `${kind.replace('Domains', '')} ${originOf(url)}${isGuess ? '?' : ''}`,
  );

describe('originsIn', () => {
  it.each<[html: string, ...found: string[]]>([
    ['<img src=https://a.example/b.png>', 'resource https://a.example'],
    ["<IMG SRC='//a.example/b.png'>", 'resource https://a.example'],
    ['<img src="data:image/png;base64,AAAA"><img src="blob:https://a.example/1"><img src="b.png">'],
    [
      '<img srcset="https://a.example/1.png 1x, https://b.example:8443/2.png 2x">',
      'resource https://a.example',
      'resource https://b.example:8443',
    ],
    ['<script src="https&colon;//a.example/b.js"></script>', 'resource https://a.example'],
    ['<img src="&#104;ttps&#x3a;//a.example/b.js">', 'resource https://a.example'],
    ['<!-- <img src="https://a.example/b.png"> --><p title="<img src=https://a.example>">'],
    [
      '<a href="https://a.example/">go</a><form action="https://a.example/"></form><link rel=canonical href="https://a.example/">',
    ],
    ['<link rel="preload stylesheet" href="https://a.example/b.css">', 'resource https://a.example'],
    ['<link rel=preload as=fetch href="https://a.example/b.json">', 'connect https://a.example'],
    ['<iframe src="https://a.example/"></iframe>', 'frame https://a.example'],
    [
      '<iframe srcdoc="&lt;script src=&quot;https&amp;colon;//a.example/b.js&quot;&gt;&lt;/script&gt;"></iframe>',
      'resource https://a.example',
    ],
    [
      '<base href="https://a.example/app/"><img src="b.png">',
      'baseUri https://a.example',
      'resource https://a.example',
    ],
    ['<object data="https://a.example/b.pdf"></object>', 'none https://a.example'],
    [
      '<style>@import "https://a.example/b.css"; p { background: URL( //b.example/c.png ) }</style>',
      'resource https://a.example',
      'resource https://b.example',
    ],
    [
      '<style>@namespace svg url(http://www.w3.org/2000/svg); /* url(https://a.example) */ p { content: "x" }</style>',
    ],
    ['<p style="background: image-set(\'https://a.example/b.png\' 1x)">', 'resource https://a.example'],
    [
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://a.example/b.png"/></svg>',
      'resource https://a.example',
    ],
    [
      '<video poster="https://a.example/b.png"><source src="https://b.example/c.mp4"></video>',
      'resource https://a.example',
      'resource https://b.example',
    ],
    [
      '<textarea><img src="https://a.example/b.png"></textarea><noscript><img src="https://a.example/b.png"></noscript>',
    ],
  ])('%s', (html, ...found) => expect(told(html)).toEqual(found));

  it.each<[script: string, ...found: string[]]>([
    ['fetch("https://a.example/b")', 'connect https://a.example?'],
    ['await window.fetch(`https://a.example/${id}`)', 'connect https://a.example?'],
    [
      "const API = 'https://a.example'; fetch(API + '/b'); fetch(`${API}/c`)",
      'connect https://a.example?',
      'connect https://a.example?',
    ],
    ['const config = { url: "https://a.example" }; fetch(config.url)', 'connect https://a.example?'],
    [
      'fetch(new URL("/b", "https://a.example")); const u = new URL("https://b.example"); fetch(u)',
      'connect https://a.example?',
      'connect https://b.example?',
    ],
    [
      'h("img", { alt: "", src: "https://a.example/b.png" }); h("a", { href: "https://b.example" })',
      'resource https://a.example?',
    ],
    ['new WebSocket("wss://a.example/b")', 'connect wss://a.example?'],
    ['new EventSource("https:\\/\\/a.example/b")', 'connect https://a.example?'],
    ['x.open("GET", "https://a.example/b")', 'connect https://a.example?'],
    ['navigator.sendBeacon("//a.example/b", data)', 'connect https://a.example?'],
    [
      'import("https://a.example/b.js"); import * as d3 from "https://b.example/d3"; import{e}from"https://c.example/e"',
      'resource https://a.example?',
      'resource https://b.example?',
      'resource https://c.example?',
    ],
    ['image.src = "https://a.example/b.png"', 'resource https://a.example?'],
    ['node.innerHTML = `<img src="https://a.example/b.png">`', 'resource https://a.example?'],
    ['node.style.background = "url(https://a.example/b.png)"', 'resource https://a.example?'],
    ['// fetch("https://a.example/b")\n/* fetch("https://a.example/b") */'],
    [
      'document.createElementNS("http://www.w3.org/2000/svg", "svg"); link.href = "https://a.example"; open("https://a.example")',
    ],
    ['const r = /"[/"]/; fetch("https://a.example/b")', 'connect https://a.example?'],
    ['const half = a / 2; const s = "it\'s"; fetch("https://a.example/b") / 2', 'connect https://a.example?'],
    ['prefetch("https://a.example/b"); console.log("fetch(\'https://a.example\')")'],
  ])('of a script: %s', (script, ...found) =>
    expect(told(`<script type=module>${script}</script>`)).toEqual(found),
  );

  it('takes other scripts for data, but for the addresses of modules', () => {
    expect(told('<script type="application/json">{"a": "fetch(\'https://a.example\')"}</script>')).toEqual(
      [],
    );
    expect(told('<script type="importmap">{"imports": {"d3": "https://a.example/d3"}}</script>')).toEqual([
      'resource https://a.example?',
    ]);
  });

  it.each(['"', "'", '`'])('reads past a text of 20 MB in %s', (mark) => {
    const long = `${mark}data:font/woff2;base64,${'d09GMgABAAAA'.repeat(1_700_000)}\\${mark}${mark}`;
    expect(told(`<script>f(${long}); fetch("https://a.example/b")</script>`)).toEqual([
      'connect https://a.example?',
    ]);
  });

  // Where time grew with the square of the length this took minutes.
  it('comes to an end with what is not closed, in time with its length', { timeout: 60_000 }, () => {
    const scripts = ['import a ', 'a', '"\\', '(/[', "'<a ", 'new URL(', '`${`', '/*', 'x=', 'import{'];
    for (const part of scripts) originsIn(`<script>${part.repeat(100_000)}</script>`);
    for (const part of ['@import ', '"', 'image-set(', 'url(', '/*', "@import '"])
      originsIn(`<style>${part.repeat(100_000)}</style>`);
    originsIn(`<img srcset="${','.repeat(500_000)}">`);
    for (const part of [
      '<',
      '<a ',
      '<!--',
      '<img src="',
      '<script>',
      '<style>url(',
      '`${',
      '@import ',
      '"\\',
      '<script>`${',
      "<iframe srcdoc='",
    ])
      expect(originsIn(part.repeat(50_000))).toEqual([]);
  });
});

describe('blockedOf', () => {
  it.each<[url: string, source: string, isAllowed: boolean]>([
    ['https://a.example/b', 'https://a.example', true],
    ['https://a.example/b', 'a.example', true],
    ['https://a.example/b', 'HTTPS://A.EXAMPLE', true],
    ['https://a.example/b', 'https://*.example', true],
    ['https://example/b', 'https://*.example', false],
    ['https://b.a.example/b', 'https://a.example', false],
    ['https://a.example:8443/b', 'https://a.example', false],
    ['https://a.example:8443/b', 'https://a.example:*', true],
    ['https://a.example/b', 'http://a.example', true],
    ['http://a.example/b', 'https://a.example', false],
    ['https://a.example/b/c.js', 'https://a.example/b/', true],
    ['https://a.example/c.js', 'https://a.example/b/', false],
    ['https://a.example/b', 'https:', true],
    ['wss://a.example/b', 'wss://a.example', true],
    ['wss://a.example/b', 'https://a.example', false],
    ['http://localhost:3000/b', 'http://localhost:3000', true],
    ['https://a.example/b', '*', true],
    ['https://a.example/b', "'self'", false],
    ['https://a.example/b', 'data:', false],
  ])('%s, %s: %s', (url, source, isAllowed) => {
    const none = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    const blocked = blockedOf([{ kind: 'connectDomains', url: new URL(url), where: 'fetch()' }], {
      ...none,
      connectDomains: [source],
    });
    expect(blocked.length).toBe(isAllowed ? 0 : 1);
  });
});
