import type { ClientId, Evidence, Treatment } from '../clients/client.ts';
import type { Severity } from '../spec/rule.ts';
import type { ItemId, Subject } from './subject.ts';

/** Something about what a server offers that its author should know. A member of `findings` in the JSON report. */
export interface CheckFinding extends Partial<Evidence> {
  /** `family/what`. */
  readonly rule: string;
  readonly level: Severity;
  readonly item: ItemId;
  /** A JSON pointer into the item; empty for the whole of it. */
  readonly path: string;
  readonly client?: ClientId;
  /** What the client does with what is beyond its limit. */
  readonly effect?: Treatment;
  /** The limit of the client, where it is a number. */
  readonly limit?: number;
  /** What is the matter here, in one sentence. */
  readonly message: string;
  /** What to change, in one sentence. */
  readonly fix: string;
  /** The message that it was seen in. */
  readonly seq?: number;
}

/** A rule of a family: how much it matters, what it stands for, and what to change. Ids never change their meaning. */
export interface CheckRule {
  readonly level: Severity;
  /** In general, in one sentence. */
  readonly says: string;
  readonly fix: string;
}

/** The rules of one family by their ids without the family: `no-description` of `advice`. */
export type CheckRules<Id extends string = string> = Readonly<Record<Id, CheckRule>>;

/** A family of rules, as it is looked for and as docs/checks.md lists it. */
export interface Family {
  /** What stands before the slash in the rule of a finding. */
  readonly name: string;
  /** What its rules have in common, in one sentence. */
  readonly about: string;
  readonly rules: CheckRules;
  readonly find: (subject: Subject) => readonly CheckFinding[];
}

/** What makes a finding of a family. */
export type FamilyFinding<Id extends string> = Pick<CheckFinding, 'item' | 'path' | 'message'> &
  Partial<Pick<CheckFinding, 'fix' | 'seq' | 'level' | 'client' | keyof Evidence>> & { readonly id: Id };

/** Findings of one family, with the level and the advice of their rules where they have none of their own. */
export const ofFamily = <Id extends string>(
  family: string,
  rules: CheckRules<Id>,
  found: readonly FamilyFinding<Id>[],
): readonly CheckFinding[] =>
  found.map(({ id, ...rest }) => {
    const { level, fix } = rules[id];
    return { rule: `${family}/${id}`, level, fix, ...rest };
  });
