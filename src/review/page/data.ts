/** The input of a page, as plain JSON data. */
import type { AccessData } from '../../access/graph';
import type { ChangeStatus } from '../words/change-texts';

export type PageSeverity = 'low' | 'medium' | 'high';

export type PageStatus = ChangeStatus | 'kept';

/** A name in a sentence, or prose of others. */
export interface PageNamePart {
  readonly name: string;
  /** True for prose, such as the reason of a rule. @default false */
  readonly isText?: boolean;
}

/** A sentence: text, and names that the page shows in their own elements. */
export type PageSentenceParts = readonly (string | PageNamePart)[];

export type SideName = 'before' | 'after';

/** An organization: the current one (only `after`), or before and after a change. */
export interface PageData {
  /** The result, sentence by sentence. */
  readonly title: readonly PageSentenceParts[];
  /** The second line. */
  readonly lead: PageSentenceParts;
  /** The organization, stack, commit and pull request, if they are known. */
  readonly provenance?: readonly string[];
  /** Names of plans and other sources. */
  readonly sources: readonly string[];
  /** The name of the file with the configuration of the review. */
  readonly configuration: string;
  readonly before?: AccessData;
  readonly after: AccessData;
  /** Keys of roles with unknown capabilities. */
  readonly unknownRoles: readonly string[];
  /** The reasons why the page is incomplete. */
  readonly problems: readonly PageSentenceParts[];
  readonly objects: readonly PageObject[];
  readonly review?: PageReview;
  /** The owners of workloads if the configuration declares none; absent without any. */
  readonly undeclaredOwners?: PageOwners;
  /** Identities that outsiders can assume; absent if this was not evaluated. */
  readonly external?: readonly PageExternal[];
  /** Sentences about the protection that trust policies rely on; absent in a review. */
  readonly protection?: readonly string[];
  /** The identities that can escalate their access, each with a sentence; absent in a review. */
  readonly escalations?: readonly { readonly identity: string; readonly text: string }[];
}

/** Owners for a person to decide about. */
export interface PageOwners {
  readonly text: PageSentenceParts;
  /** One line for each owner. */
  readonly owners: readonly PageSentenceParts[];
  /** The paths of the identities of each owner; absent in a review. */
  readonly identities?: readonly (readonly string[])[];
  /** A sentence for the path of each identity of an unusual owner; absent in a review. */
  readonly unusual?: Readonly<Record<string, string>>;
  readonly next: PageSentenceParts;
  /** The line of the configuration to paste. */
  readonly line?: string;
}

/** The declaration of something. */
export interface PageDeclaration {
  readonly address?: string;
  /** Present if there are several plans. */
  readonly plan?: string;
  /** The path of its construct. */
  readonly construct?: string;
  readonly source?: PageSourceLine;
}

export interface PageObject extends PageDeclaration {
  /** For example `role binding`. */
  readonly kind: string;
  /** The type of its node in the graphs. */
  readonly node?: 'group' | 'identity' | 'role' | 'grant';
  readonly name: string;
  readonly path: string;
  /** The previous path, if it differs. */
  readonly from?: string;
  readonly before?: PageObjectSide;
  readonly after?: PageObjectSide;
  readonly status: PageStatus;
  /** True if the API refuses its deletion. @default false */
  readonly stays?: boolean;
  /** True for an object that no plan manages: it comes from a data source or the service. @default false */
  readonly isRead?: boolean;
}

export interface PageObjectSide {
  readonly key: string;
  /** The key of its group. */
  readonly group?: string;
  /** A description of the trust policy. */
  readonly assumed?: string;
  /** Others who can assume it. */
  readonly exposure?: {
    readonly to: 'outsiders' | 'unreviewed code' | 'possibly outsiders' | 'unknown';
    readonly text: string;
    /** The sentence about unreviewed code that can assume an identity with write access. */
    readonly unreviewed?: string;
  };
  /** Timestamps of its creation and of its last use, if they are known. */
  readonly created?: string;
  readonly lastSeen?: string;
  /** The time of its expiry: of an invite, for example. */
  readonly expires?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A line of a file. */
export interface PageSourceLine {
  readonly file: string;
  readonly line: number;
  /** The line that calls the function with this line. */
  readonly caller?: Omit<PageSourceLine, 'caller'> | undefined;
}

export interface PageFinding extends PageDeclaration {
  readonly id: string;
  readonly severity: PageSeverity;
  readonly subject: string;
  readonly reason: PageSentenceParts;
  readonly witness?: string;
  readonly unmanaged?: PageUnmanaged;
  /** The suppression to paste, as JSON. */
  readonly accept: string;
  /** The rule of the configuration. */
  readonly rule?: PageSourceLine;
  /** The index of the object that the finding links to. */
  readonly object?: number;
  /** Findings with the same key have the same cause. */
  readonly cause?: PageCause;
  /** Findings with the same key differ only in their objects. Absent for a finding that no other is like. */
  readonly alike?: { readonly key: number; readonly texts: readonly PageSentenceParts[]; readonly label: string };
  /** Each object that the cause affects; absent if it is a single one. */
  readonly affected?: readonly PageAffected[];
}

/** The cause of findings. */
export interface PageCause {
  readonly key: string;
  readonly text: PageSentenceParts;
  /** The member of `review.config.json` that declares the cause as known, to paste. */
  readonly paste?: string;
}

/** The unmanaged objects that prevent a deletion. Some have no name. */
export interface PageUnmanaged {
  readonly count: number;
  readonly objects: readonly {
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
    /** Everyone who can use the identity of a grant. */
    readonly users?: string;
  }[];
}

/** An object that a finding affects. */
export interface PageAffected extends PageDeclaration {
  readonly severity: PageSeverity;
  readonly subject: string;
  readonly reason: PageSentenceParts;
  readonly witness?: string;
  readonly unmanaged?: PageUnmanaged;
  readonly object?: number;
}

/** An identity that outsiders can assume. */
export interface PageExternal {
  readonly identity: string;
  readonly outsiders: readonly { readonly who: string; readonly token?: string }[];
  /** The reason why this cannot be determined. */
  readonly unknown: readonly string[];
}

/** Access that an identity gains or loses. */
export interface PageLine extends PageDeclaration {
  readonly identity: string;
  readonly group: string;
  readonly beneath: number;
  readonly capabilities: readonly string[];
  /** Present if built-in roles give the access: `read-only, 51 capabilities`. */
  readonly rights?: string;
  readonly roles: readonly string[];
  readonly cause: string;
}

export interface PageAssume extends PageDeclaration {
  readonly identity: string;
  /** A description of the change, for example `accepts more tokens`. */
  readonly relation: PageSentenceParts;
  readonly before?: string;
  readonly after?: string;
  readonly gained?: string;
  readonly outsiders?: readonly { readonly who: string; readonly token?: string }[];
  readonly unknown?: readonly PageSentenceParts[];
}

export interface PageDrift extends PageDeclaration {
  readonly kind: string;
  readonly path: string;
  readonly status: string;
  readonly fields: readonly { readonly field: string; readonly before?: string; readonly after?: string }[];
}

/** The review of the change. */
export interface PageReview {
  readonly result: 'unchanged' | 'changed' | 'unjudged';
  readonly worst?: PageSeverity;
  /** The strangers that can assume an identity, by its path: outsiders, or an owner that nobody declared. */
  readonly strangers: Readonly<Record<string, string>>;
  /** Absent if nobody may approve the report. */
  readonly digest?: string;
  /** A sentence about each owner; absent in a review of a change. */
  readonly owners?: readonly PageSentenceParts[];
  readonly findings: readonly PageFinding[];
  readonly suppressed: readonly (PageFinding & {
    readonly suppression: { readonly reason: string; readonly expires?: string };
  })[];
  readonly gained: readonly PageLine[];
  readonly lost: readonly PageLine[];
  /** Access that exists only if the apply stops early. */
  readonly early: readonly PageLine[];
  /** Created and deleted grants that change no access. */
  readonly withoutEffect: readonly string[];
  readonly assume: readonly PageAssume[];
  readonly drift: readonly PageDrift[];
  readonly unresolved: readonly (PageDeclaration & {
    readonly attribute: string;
    readonly reason: PageSentenceParts;
  })[];
  readonly others: readonly { readonly type: string; readonly count: number }[];
  /** Sentences about data that could not be read from the API, with the reason. */
  readonly unread: readonly PageSentenceParts[];
  readonly approvedWrites: readonly PageWrite[];
  /** Deletions that a block or a call avoids, by kind. */
  readonly hints: readonly PageHints[];
  /** The blocks that avoid them, for each plan. */
  readonly blocks: readonly { readonly plan: string; readonly text: string; readonly count: number }[];
}

export interface PageHints {
  readonly title: string;
  /** True if readers need them before the findings. */
  readonly isFirst?: boolean;
  readonly hints: readonly { readonly line: string; readonly note: PageSentenceParts }[];
}

/** A write that the apply may send. */
export interface PageWrite {
  readonly action: string;
  readonly kind: string;
  readonly path: string;
  /** True for a deletion that the API refuses. */
  readonly isRefused?: true;
  /** Each sent field with its value, as text. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}
