import { excerpt, type Mask } from '../../excerpt.ts';
import type { TextFault } from './text-fault.ts';

/** Whether a text in lower case may give orders, at a glance; never false where it does. */
export const mayGiveOrders = (lower: string): boolean => MARKS.test(lower) || WORDS.test(lower);

/** Without a flag, for these are tried on everything that is listed. */
const MARKS =
  /<[|/ <]{0,3}(?:important|system|critical|secret|hidden|priority|admin|assistant|model|agent|override|instruction|user|im_|endof|start_|sys)|\[(?:\/?inst|important|system)/;
const WORDS =
  /ignor|disregard|forget|overrid|bypass|discard|supersede|secretly|covertly|system (?:prompt|instruction|override|note)|(?:not|n't|n’t|never|without|ever) (?:ever )?(?:tell|inform|alert|mention|reveal|disclose|show|explain|report|say)|without (?:the |your )?(?:user|human|person)|(?:hide|keep) (?:this|it|that|these|them) (?:a )?(?:secret )?from|contents?_(?:of|from)_|id_rsa|id_ed25519|~\/\.ssh|mcp\.json|claude_desktop_config|\/etc\/(?:passwd|shadow)|\.aws\/cred/;

const INSTRUCTIONS = '(?:instructions?|directives?|guidelines|system (?:prompt|message))';
const FORMER = '(?:previous|prior|above|earlier|preceding|former)';
const GAP = String.raw`[^.!?\n]{0,40}`;
const USER = String.raw`(?:the |your )?(?:user|human|person|anyone|anybody)\b`;
const NOT = String.raw`\b(?:do not|don['’]t|never|must not|should not) (?:ever )?`;
const SECRETS = String.raw`(?:~/\.ssh|id_rsa|id_ed25519|mcp\.json|claude_desktop_config|/etc/(?:passwd|shadow)|\.aws/credentials)`;

const pattern = (source: string): RegExp => new RegExp(source, 'i');

const ORDERS: readonly RegExp[] = [
  // Marks that set words apart from the description, and those of the formats that models are trained on.
  /<\/?\s?(?:important(?:[ _-](?:instructions?|notes?|message))?|system(?:[ _-](?:prompt|message|override|instructions?|note))|critical(?:[ _-]instructions?)?|(?:secret|hidden|priority|admin|assistant|model|agent)[ _-]instructions?)\s?>/i,
  /<(important|system|critical|secret|hidden|override)\b[^>]{0,40}>[\s\S]{10,5000}?<\/\1\s?>/i,
  // In small letters it stands for a value.
  /<(?:SYSTEM|SECRET|HIDDEN|ADMIN|OVERRIDE|CRITICAL|INSTRUCTIONS?)>/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/i,
  /\[system(?: (?:note|message|instructions?|override|prompt))\]|\b(?:important |critical )?system (?:instruction|override|note)s?:/i,
  pattern(
    String.raw`\b(?:ignore|disregard|forget)s?\b ${GAP}\b(?:${FORMER}|original|system|existing|other) ${GAP}\b${INSTRUCTIONS}`,
  ),
  pattern(String.raw`\b(?:ignore|disregard|forget)\b (?:all |any |the )*${FORMER} prompts?\b`),
  pattern(
    String.raw`\b(?:override|bypass|discard|supersede)s?\b ${GAP}\b(?:${FORMER}|existing) ${GAP}\b(?:instructions?|directives?|guidelines)\b`,
  ),
  pattern(String.raw`\b(?:ignore|disregard|forget) (?:all |any |your |the |my )+${INSTRUCTIONS}`),
  /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|you (?:were|have been) told|said (?:above|before))/i,
  pattern(String.raw`(?:${NOT}|\bwithout )(?:tell|inform|alert)(?:ing)? ${USER}`),
  pattern(
    `${NOT}(?:mention|reveal|disclose|show|explain|report|say) (?:this|these|that|it|anything|any of (?:this|these)|the (?:instructions?|above|side.?note)) (?:to|from|with) ${USER}`,
  ),
  pattern(
    String.raw`${NOT}(?:mention|reveal|disclose) (?:(?:this|it|these|that)(?=\s*(?:[.!,;]|$|in |anywhere))|that you\b|(?:these|your) (?:instructions?|steps?))`,
  ),
  pattern(
    String.raw`\b(?=without )(?<!\b(?:never|not|cannot)\b[^.!?\n]{0,60}|n['’]t [^.!?\n]{0,60})without (?:the |your )?(?:user|human|person)(?:['’]s)? (?:\w+ )?(?:knowledge|knowing|noticing)\b`,
  ),
  pattern(
    String.raw`\b(?:keep (?:this|it|that|these) (?:a )?secret|hide (?:this|it|these|them)) from ${USER}`,
  ),
  /\b(?:reveal|print|repeat|output|send|leak|include) your (?:\w+ )?system prompt\b/i,
  /\b(?:secretly|covertly) (?:send|read|call|add|forward|copy|include|pass|run|upload|collect|record)/i,
  // A file with secrets, to be handed on with the call.
  pattern(
    String.raw`\b(?:read|open|cat)\b [^!?\n]{0,40}${SECRETS}[\s\S]{0,80}\b(?:pass|send|include|append|put)\b`,
  ),
  pattern(
    String.raw`\b(?:pass|send|include|provide|append|upload|forward)\b ${GAP}\bcontents? of [^!?\n]{0,40}${SECRETS}`,
  ),
  // A name may ask for it, too.
  /\bcontents?_(?:of|from)_\w*(?:id_rsa|ssh|passwd|credentials|dotenv|env_file|mcp_json)/i,
];

/** Texts are looked through so far. */
const LONGEST = 20_000;
const SHOWN = 70;

/** Words in a text that tell a model what to do beside what a tool is for. */
export function wordsToModel(text: string, mask: Mask): TextFault | undefined {
  if (text.length < 8 || !mayGiveOrders(text.toLowerCase())) return undefined;
  const head = text.slice(0, LONGEST);
  for (const order of ORDERS) {
    const match = order.exec(head);
    if (match === null) continue;
    const from = text.slice(match.index).replace(/\s+/g, ' ');
    return { says: `gives orders to the model ("${excerpt(from, SHOWN, mask)}")` };
  }
  return undefined;
}
