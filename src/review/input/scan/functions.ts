/** The functions of the engines, as far as their result depends on their arguments alone. Every other function is not proved. */

/** Functions of Terraform and OpenTofu, and the words of type constraints. */
const PURE: ReadonlySet<string> = new Set(
  `alltrue anytrue base64decode base64encode base64gunzip base64gzip base64sha256 base64sha512 basename can ceil chomp chunklist
  cidrcontains cidrhost cidrnetmask cidrsubnet cidrsubnets coalesce coalescelist compact concat contains csvdecode dirname distinct
  element endswith flatten floor format formatdate formatlist indent index issensitive join jsondecode jsonencode keys length log
  lookup lower matchkeys max md5 merge min nonsensitive one parseint pow range regex regexall replace reverse rsadecrypt sensitive
  setintersection setproduct setsubtract setunion sha1 sha256 sha512 signum slice sort split startswith strcontains strrev substr sum
  textdecodebase64 textencodebase64 timeadd timecmp title tobool tolist tomap tonumber toset tostring transpose trim trimprefix
  trimspace trimsuffix try upper urldecode urlencode uuidv5 values yamldecode yamlencode zipmap
  list map object optional set tuple`.split(/\s+/),
);

/** Functions that read a file: the place of the path among their arguments is the first. */
const FILES: ReadonlySet<string> = new Set(
  `file filebase64 filebase64sha256 filebase64sha512 fileexists filemd5 fileset filesha1 filesha256 filesha512 templatefile`.split(
    ' ',
  ),
);

/** Our own functions, which compute with a uid. */
const OURS = /^provider::platform::(uid_parent|uid_root|uid_is_descendant)$/;

export type FunctionKind = 'pure' | 'file' | 'ours' | 'other';

/** Returns the kind of a function. `core::` is the namespace of the engine's own functions. */
export function classifyFunction(name: string): FunctionKind {
  const own = name.replace(/^core::/, '');
  if (PURE.has(own)) return 'pure';
  if (FILES.has(own)) return 'file';
  return OURS.test(name) ? 'ours' : 'other';
}
