/** The program of an organization: one file for a small one, otherwise one for each group directly in the root. */
import { groupInvite, roleBinding } from '../../../model/kinds';
import { apiText, call, code, text, type Expression, type RecordExpression } from '../../code/expressions';
import { docComment } from '../../../base/text/typescript';
import { printedStatement } from '../../code/printer';
import { toPascalCase } from '../../naming/identifiers';
import { fileNames } from '../../naming/file-names';
import {
  getGroups,
  groupsWithin,
  getMembers,
  type AdoptedGroup,
  type InnerGroup,
  type AdoptedOrganization,
} from '../../organization/model';
import { extractPatterns, worthwhile, type Pattern } from '../../patterns/extract';
import { getShape } from '../../patterns/generalize';
import { groupData } from './group-data';
import { NEW_STACK, organizationFunction, otherStacksCode, secretNames } from './organization-function';
import { countLines, loopCode, patternCode, personCode, signatureText } from './pattern-code';
import { ONLY_STACK, type ProgramPlace, CodeScope, type ToTrust, type Variable } from './scope';
import { mentions, sourceFile, withoutTexts } from './source-file';
import { accessStatements, furtherMembers, rootMembers } from './statements';

/** The most lines of a program in one file. */
const LONGEST_FILE = 120;

/** A group directly in the root. */
interface Top {
  readonly group: InnerGroup;
  readonly data: RecordExpression;
  /** Statements about objects in the group. */
  readonly further: readonly string[];
}

export interface TypeScriptOptions {
  readonly toTrust: ToTrust;
  /** @default the only stack of the project */
  readonly place?: ProgramPlace;
}

/** The files of a program by path, and the names that other files need. */
export interface TypeScriptProgram {
  readonly files: ReadonlyMap<string, string>;
  /** The variables of Terraform for secrets. */
  readonly secrets: readonly string[];
}

/** Returns the program of an organization. */
export function typeScriptProgram(organization: AdoptedOrganization, options: TypeScriptOptions): TypeScriptProgram {
  const { toTrust, place = ONLY_STACK } = options;
  const { root } = organization;
  const scope = new CodeScope(organization, toTrust);
  const collected = getGroups(root).map((group) => ({ group, ...groupData(group, scope) }));
  const inRoot = rootMembers(root, scope);
  const rootAccess = [...getMembers(root, roleBinding), ...getMembers(root, groupInvite)];
  const access = accessStatements([...rootAccess, ...collected.flatMap(({ others }) => others)], scope);
  const tops = collected.map(({ group, data }): Top => {
    return { group, data, further: groupsWithin(group).flatMap((adoptedGroup) => furtherMembers(adoptedGroup, scope)) };
  });
  const furtherInRoot = furtherMembers(root, scope);
  const { loops, others } = getLoops(tops, scope);
  const { expressions, patterns } = extractPatterns(
    others.map(({ data }) => data),
    scope.names,
  );
  const teams = others.map((top, index) => ({ ...top, value: expressions[index] ?? top.data }));
  const parts = { place, scope, root, loops, teams, patterns, access, inRoot, furtherInRoot };
  const single = singleFile(parts);
  const isSmall = countLines(single) <= LONGEST_FILE || teams.length < 2;
  const files = isSmall ? new Map([[`${place.folder}/organization.ts`, single]]) : severalFiles(parts);
  return { files, secrets: secretNames(scope) };
}

interface Team extends Top {
  readonly value: Expression;
}

interface Parts {
  readonly place: ProgramPlace;
  readonly scope: CodeScope;
  readonly root: AdoptedGroup;
  readonly loops: readonly string[];
  readonly teams: readonly Team[];
  readonly patterns: readonly Pattern[];
  readonly access: readonly string[];
  readonly inRoot: readonly (() => string)[];
  readonly furtherInRoot: readonly string[];
}

/** Returns tables and loops for groups of the same shape that no other code refers to. */
function getLoops(
  tops: readonly Top[],
  scope: CodeScope,
): { readonly loops: string[]; readonly others: readonly Top[] } {
  const families = new Map<string, Top[]>();
  for (const top of tops) {
    const { group, data } = top;
    if (scope.isUsed(group) || scope.keys.of(group) !== group.name) continue;
    const shape = getShape(data);
    families.set(shape, [...(families.get(shape) ?? []), top]);
  }
  const looped = new Set<Top>();
  const loops = [...families.values()].flatMap((family) => {
    const pattern = worthwhile(
      family.map(({ data }) => data),
      true,
    );
    if (pattern === undefined) return [];
    for (const top of family) looped.add(top);
    const table = scope.names.name(['teams', 'more-teams'], 'teams');
    return [loopCode(pattern, { table, parent: scope.root.name, groups: family.map(({ group }) => group.name) })];
  });
  return { loops, others: tops.filter((top) => !looped.has(top)) };
}

function singleFile(parts: Parts): string {
  const { scope, patterns, teams } = parts;
  const helpers = getHelpers(scope, patterns, '');
  const statements = teams.map((team) => [teamStatement(team, scope), ...team.further].join('\n'));
  return sourceFile([...helpers, organizationCode(parts, statements)], [NEW_STACK]);
}

function severalFiles(parts: Parts): Map<string, string> {
  const { scope, patterns, teams } = parts;
  const { folder } = parts.place;
  const files = new Map<string, string>();
  const names = fileNames(
    teams.map(({ group }) => group.name),
    ['organization', 'shared'],
  );
  const helpers = getHelpers(scope, patterns, 'export ');
  const shared = { from: './shared', names: sharedNames(scope, patterns) };
  if (helpers.length > 0) files.set(`${folder}/shared.ts`, sourceFile(helpers));
  const locals = [NEW_STACK, shared];
  const calls = teams.map((team, index) => {
    const file = names[index] ?? '';
    const name = scope.names.name(
      [`add-${team.group.name}`, `add-${team.group.name}-team`],
      `add${toPascalCase(file)}`,
    );
    const variables = variablesIn([teamCode(team, scope), ...team.further].join('\n'), parts);
    files.set(
      `${folder}/${file}.ts`,
      sourceFile([teamFunction(name, team, variables, scope)], [{ ...shared, from: './shared' }]),
    );
    locals.push({ from: `./${file}`, names: [name] });
    const args = [scope.root, ...variables].map((variable) => code(variable.name));
    const before =
      scope.isUsed(team.group) && isUsedOutside(team, parts) ? `const ${scope.variable(team.group).name} = ` : '';
    return printedStatement(before, call(name, ...args), 2);
  });
  files.set(`${folder}/organization.ts`, sourceFile([organizationCode(parts, [calls.join('\n')])], locals));
  return files;
}

/** Returns the functions that several places use. */
function getHelpers(scope: CodeScope, patterns: readonly Pattern[], prefix: string): string[] {
  const { person } = scope;
  return [
    otherStacksCode(scope, prefix),
    ...(person === undefined ? [] : [personCode(person.name, apiText(person.issuer), prefix)]),
    ...patterns.map((pattern) => patternCode(pattern, prefix)),
  ].filter((part) => part !== '');
}

function sharedNames(scope: CodeScope, patterns: readonly Pattern[]): string[] {
  const { person } = scope;
  const names = scope.otherStackConstants().map(({ name }) => name);
  return [...names, ...(person === undefined ? [] : [person.name]), ...patterns.map(({ name }) => name)];
}

function organizationCode(parts: Parts, teams: readonly string[]): string {
  const { place, scope, loops, access, inRoot, furtherInRoot } = parts;
  const { name } = scope.root;
  return organizationFunction(scope, {
    place,
    type: 'IGroup',
    root: [printedStatement(`const ${name} = `, call('Group.fromUid', code('stack'), text(name), code('groupUid')), 2)],
    members: inRoot.map((print) => print()),
    blocks: [...loops, ...teams, [...furtherInRoot, ...access].join('\n')],
  });
}

function teamStatement(team: Team, scope: CodeScope): string {
  const { group } = team;
  const before = scope.isUsed(group) ? `const ${scope.variable(group).name} = ` : '';
  return printedStatement(before, teamExpression(team, scope), 2);
}

/** A group without contents needs no `Team`. */
function teamExpression({ group, data, value }: Team, scope: CodeScope): Expression {
  const key = text(scope.keys.of(group));
  const { name } = scope.root;
  const contents = new Set(['roles', 'people', 'identities', 'grants', 'groups']);
  if (data.entries.some((entry) => contents.has(entry.key))) return call('new Team', code(name), key, value);
  return call(`${name}.addGroup`, key, ...(data.entries.length === 0 ? [] : [value]));
}

function teamCode(team: Team, scope: CodeScope): string {
  return printedStatement('', teamExpression(team, scope), 2);
}

function teamFunction(name: string, team: Team, variables: readonly Variable[], scope: CodeScope): string {
  const { group, further } = team;
  const isReturned = scope.isUsed(group);
  const head = `export function ${name}`;
  const parameters = [scope.root, ...variables].map((variable) => `${variable.name}: ${variable.type}`);
  const around = { open: '(', close: `)${isReturned ? '' : ': void'}`, end: ' {' };
  const { name: variable } = isReturned ? scope.variable(group) : { name: '' };
  const statement = (before: string) => printedStatement(before, teamExpression(team, scope), 2);
  const body =
    further.length > 0
      ? [statement(`const ${variable} = `), ...further, `  return ${variable};`].join('\n')
      : statement(isReturned ? 'return ' : '');
  const heading = docComment(`Declares the group ${group.name} and everything in it.`);
  return [heading, `${head}${signatureText(head, parameters, around)} {`, body, '}'].join('\n');
}

function isUsedOutside({ group }: Team, { access, scope }: Parts): boolean {
  return mentions(withoutTexts(access.join('\n')), scope.variable(group).name);
}

/** Returns the variables of the organization that code uses. */
function variablesIn(source: string, { scope, root }: Parts): Variable[] {
  const bare = withoutTexts(source);
  const members = [...root.contents.values()]
    .flat()
    .filter((content) => scope.isUsed(content) && content.declaration !== root.declaration);
  const known = [...members.map((member) => scope.variable(member)), ...scope.declaredPeople()];
  return known.filter(({ name }) => mentions(bare, name));
}
