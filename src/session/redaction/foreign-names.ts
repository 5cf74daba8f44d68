import { isSecretValue, kindOf, looksRandom } from './names.ts';
import type { SecretSpan } from './redaction.ts';

/** The names of secrets in other languages, as they stand before a value: `Kennwort: x`, `пароль=x`, `"密码"："x"`. */
const NAMED =
  /(?<![\p{L}\p{M}])(?:\w{1,20}(?=密码|密碼|密钥|口令))?(?:kennwort|geheimnis|contrase(?:ñ|n)a|clave|mot[ _-]de[ _-]passe|mdp|senha|wachtwoord|passord|adgangskode|l(?:ö|o)senord|salasana|has(?:ł|l)o|heslo|jelsz(?:ó|o)|lozinka|parol(?:a|ă)|zaporka|kata sandi|(?:ş|s)ifre|пароль|секрет|токен|密码|密碼|口令|密钥|パスワード|비밀번호|암호|סיסמה|كلمة (?:المرور|السر)|رمز عبور|รหัสผ่าน|पासवर्ड|暗証番号|κωδικός|mật khẩu)(?:[_-]\w{1,20})?(\\*["'`]?)\s{0,3}[:=：]\s{0,8}(\\*["'`]?)([^\s"'`,;<>\\]{1,200})/giu;

/** Four characters that each of these names has, with what may stand behind it where it is shorter. */
export const FOREIGN_PARTS: readonly string[] = [
  ...[
    'nwor',
    'eimn',
    'aseñ',
    'asen',
    'clav',
    'pass',
    'mdp=',
    'mdp:',
    'mdp"',
    'senh',
    'twoo',
    'gsko',
    'senor',
  ],
  ...['alas', 'asło', 'aslo', 'hesl', 'lszó', 'lszo', 'ozin', 'arol', 'ifre', 'ароль', 'екрет', 'окен'],
  ...[
    'パスワード',
    '비밀번호',
    'סיסמה',
    'مرور',
    'السر',
    'عبور',
    'หัสผ',
    'पासव',
    '暗証番号',
    'apor',
    'andi',
    'olă=',
    'olă:',
    'olă"',
    'κωδικός',
    'khẩu',
  ],
  ...['密码', '密碼', '口令', '密钥', '암호'].flatMap((name) =>
    ['": ', '":"', ': ', '=', '：'].flatMap((sign) => behind(name, sign)),
  ),
];

function behind(name: string, sign: string): string[] {
  const part = `${name}${sign}`;
  return part.length >= 4
    ? [part]
    : [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => `${part}${letter}`);
}

/** The secrets that a text has under such names; a word of a sentence is none. */
export function foreignNamesIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: found, 2: quote = '', 3: value = '', index } of text.matchAll(NAMED)) {
    const end = index + found.length;
    const isWord = quote === '' && /^\p{L}+[.!?]?$/u.test(value) && !looksRandom(value);
    const name = found.slice(0, found.search(/["'`\s\\]*[:=：]/)).toLowerCase();
    const kind = kindOf(name) ?? 'always';
    if (!isWord && isSecretValue(kind, value)) spans.push({ start: end - value.length, end });
  }
  return spans;
}
