import { visible } from '../../../text/visible.ts';
import type { TextFault } from './text-fault.ts';

/** Whether a text in lower case may give orders, at a glance; never false where it does. */
export const mayGiveOrders = (lower: string): boolean => MARKS.test(lower) || WORDS.test(lower);

/** Without a flag, for these are tried on everything that is listed. */
const MARKS =
  /<[|/ <]{0,3}(?:important|system|critical|secret|hidden|priority|admin|assistant|model|agent|override|user|im_|endof|start_|sys)|\[(?:\/?inst|important|system)/;
const WORDS =
  /ignor|disregard|forget|overrid|bypass|discard|secretly|covertly|system (?:prompt|instruction|override|note)|(?:not|n't|n’t|never|without|ever) (?:ever )?(?:tell|inform|alert|mention|reveal|disclose|show|explain|report|say)|without (?:the |your )?(?:user|human|person)|hide (?:this|it|these|them) from|id_rsa|id_ed25519|~\/\.ssh|mcp\.json|claude_desktop_config|\/etc\/(?:passwd|shadow)|\.aws\/cred/;

const INSTRUCTIONS = '(?:instructions?|prompts?|directives?|guidelines|system (?:prompt|message))';
const FORMER = '(?:previous|prior|above|earlier|preceding|existing|other|former|original|system)';
const GAP = String.raw`[^.!?\n]{0,40}`;
const SECRETS = String.raw`(?:~/\.ssh|id_rsa|id_ed25519|\.cursor/mcp\.json|mcp\.json|claude_desktop_config|/etc/(?:passwd|shadow)|\.aws/credentials)`;

const ORDERS: readonly RegExp[] = [
  // Marks that set words apart from the description, and those of the formats that models are trained on.
  /<\/?\s?(?:important(?:[ _-](?:instructions?|notes?|message))?|system(?:[ _-](?:prompt|message|override|instructions?|note))|critical(?:[ _-]instructions?)?|(?:secret|hidden|priority|admin|assistant|model|agent)[ _-]instructions?)\s?>/i,
  /<(important|system|critical|secret|hidden|override)\b[^>]{0,40}>[\s\S]{10,5000}?<\/\1\s?>/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/i,
  /\[(?:important|system)(?: (?:note|message|instructions?|override|prompt))\]|\b(?:important |critical )?system (?:instruction|override|note)s?:/i,
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass|discard)s?\b ${GAP}\b${FORMER} ${GAP}\b${INSTRUCTIONS}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass) (?:all |any |your |the |my )+${INSTRUCTIONS}\b`,
    'i',
  ),
  /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|you (?:were|have been) told|said (?:above|before))/i,
  /\b(?:do not|don['’]t|never|must not|should not|without) (?:tell|telling|inform|informing|alert|alerting) (?:the |your )?(?:user|human|person|anyone|anybody)\b/i,
  /\b(?:do not|don['’]t|never|must not|should not) (?:ever )?(?:mention|reveal|disclose|show|explain|report|say) (?:this|these|that|it|anything|any of (?:this|these)|the (?:instructions?|above|side.?note|previous)) ?[^.!?\n]{0,40}\b(?:to|from|with) (?:the |your )?(?:user|human|person|anyone|anybody)\b/i,
  /\b(?:do not|don['’]t|never) (?:mention|reveal|disclose) (?:this|these|that you|(?:these|the|your) (?:instructions?|steps?))\b/i,
  /\bwithout (?:the |your )?(?:user|human|person)(?:['’]s)? (?:\w+ )?(?:knowledge|knowing|noticing|consent)\b/i,
  /\bhide (?:this|it|these|them) from (?:the |your )?(?:user|human|person)\b/i,
  /\b(?:reveal|print|repeat|output|send|leak|include|return|show|tell)(?: me| us)? (?:your|the) (?:\w+ )?system prompt\b/i,
  /\b(?:secretly|covertly) (?:send|read|call|add|forward|copy|include|pass|run|upload|collect|record)/i,
  // A file with secrets, to be handed on with the call.
  new RegExp(
    String.raw`\b(?:read|open|cat|get|fetch|access)\b ${GAP}${SECRETS}[\s\S]{0,80}\b(?:pass|send|include|provide|put|add|append|return|use|copy)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:pass|send|include|provide|append|upload|forward)\b ${GAP}\bcontents? of ${GAP}${SECRETS}`,
    'i',
  ),
];

/** Texts are looked through so far. */
const LONGEST = 20_000;
const SHOWN = 70;

/** Words in a text that tell a model what to do beside what a tool is for. */
export function wordsToModel(text: string): TextFault | undefined {
  if (text.length < 8 || !mayGiveOrders(text.toLowerCase())) return undefined;
  const head = text.slice(0, LONGEST);
  for (const order of ORDERS) {
    const match = order.exec(head);
    if (match === null) continue;
    const from = head.slice(match.index).replace(/\s+/g, ' ');
    const shown = from.length > SHOWN ? `${from.slice(0, SHOWN - 1)}…` : from;
    return { says: `gives orders to the model ("${visible(shown)}")` };
  }
  return undefined;
}
