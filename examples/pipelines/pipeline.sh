#!/usr/bin/env bash
# The steps of the pipeline. They are the same on a laptop, in GitHub Actions and in GitLab CI.
#
#   pipeline.sh tools DIR           Install the tools into DIR from copies of package.json and package-lock.json. Jobs that hold
#                                   a token use it, and set TOOLS=DIR for the other steps
#   pipeline.sh synth               Synthesize the TypeScript of this branch to out/stack.json: STACK.ts, or main.ts if
#                                   STACK.ts does not exist. Runs its code: give it no token
#   pipeline.sh plan [STACK.json]   Plan and review: out/report.{md,html,json,sarif}, out/digest, out/result. Only reads
#   pipeline.sh apply APPROVED [STACK.json]
#                                   Plan again, and apply that plan if it has the approved effect. APPROVED is the report.json
#                                   of the review, or its digest. The provider sends only the writes that the report lists
#   pipeline.sh snapshot KEY OUT [STACK.json]
#                                   Write the organization and the state of the stack to OUT, signed with the private key in KEY
#   pipeline.sh output              Print the outputs of the stack as NAME=VALUE
#
# With SNAPSHOT=FILE, plan needs no token and no state: it plans against the snapshot, which snapshot.pub verifies.
# With NO_NEW_ACCESS=true, new access is a finding that fails plan and apply. With MAX_AGE=7d, apply refuses an older report.
# An apply refuses a plan that is not proved (docs/data-stacks.md). PROVED= (empty) turns this off, such as for another provider.
# Exit codes: 0 done; 1 findings of $FAIL_ON or above, a change that was not approved, or an error of Terraform; 2 usage error;
# 3 inconclusive. Everything except the stack comes from the branch of this script.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

: "${STACK:=organization}" "${FAIL_ON=high}" "${PROVED=true}" "${CONFIG:=review.config.json}" \
  "${FORMATS:=markdown html sarif}" "${TERRAFORM_BINARY_NAME:=terraform}"
# Plans use a token with these capabilities. An apply uses one with the capabilities that the approved report lists.
: "${READS:=groups.list,identity.list,roles.list,role_bindings.list}"
bin=${TOOLS:-.}/node_modules/.bin
export READS TF_IN_AUTOMATION=1 TF_INPUT=0 CHECKPOINT_DISABLE=1
# Terraform warns at every command if this file is missing.
[[ -f ${TF_CLI_CONFIG_FILE:-} ]] || unset TF_CLI_CONFIG_FILE
# The addresses of GitLab's state service. For another backend, edit settings.tf.json.
if [[ -n ${STATE_URL:-} ]]; then
  export TF_HTTP_ADDRESS="$STATE_URL/$STACK"
  export TF_HTTP_LOCK_ADDRESS="$TF_HTTP_ADDRESS/lock" TF_HTTP_UNLOCK_ADDRESS="$TF_HTTP_ADDRESS/lock"
  export TF_HTTP_LOCK_METHOD=POST TF_HTTP_UNLOCK_METHOD=DELETE
fi

# Files that change what npm installs or where a step writes: nobody reviews their effect.
refuse_unsafe_files() {
  local file found=0
  while IFS= read -r file; do
    echo "pipeline.sh: Cannot use this branch: $file is not allowed in it. Remove the file." >&2
    found=1
  done < <(
    find . \( -path ./node_modules -o -path ./.git \) -prune -o \
      \( -type l -o -name .npmrc -o -name npm-shrinkwrap.json \) -print
    git ls-files -- out cdktf.out node_modules 2> /dev/null || true # written by the steps
  )
  if [[ $found == 1 ]]; then exit 1; fi
}

# Installs the tools in a job that holds a token. npm reads no configuration of the repository, runs no script and gets no token.
tools() {
  local dir=$1 name
  local -a clean=()
  refuse_unsafe_files
  mkdir -p "$dir"
  cp package.json package-lock.json "$dir"
  find . -maxdepth 1 -name '*.tgz' -exec cp {} "$dir" \;
  : > "$dir/user.npmrc" && : > "$dir/global.npmrc"
  for name in PATH HOME TMPDIR NPM_CONFIG_REGISTRY {HTTP,HTTPS,NO}_PROXY {http,https,no}_proxy NODE_EXTRA_CA_CERTS; do
    if [[ -n ${!name:-} ]]; then clean+=("$name=${!name}"); fi
  done
  (
    cd "$dir"
    env -i "${clean[@]}" NPM_CONFIG_USERCONFIG="$PWD/user.npmrc" NPM_CONFIG_GLOBALCONFIG="$PWD/global.npmrc" \
      npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  )
}

synth() {
  local program=$STACK.ts
  if [[ ! -f $program ]]; then program=main.ts; fi
  node --require cdktf-provider-platform/plain-errors --import tsx "$program"
  mkdir -p out
  cp "cdktf.out/stacks/$STACK/cdk.tf.json" out/stack.json
}

# Makes out/stack: the stack as data, with the backend, the provider and the versions of this branch.
ready() {
  local settings states
  settings=$(< settings.tf.json)
  if [[ -n ${STATE_DIR:-} ]]; then
    states=$(cd "$STATE_DIR" && pwd)
    if [[ $states == *STACK* ]]; then
      echo "pipeline.sh: Cannot use $states: STACK in its path means the name of the stack. Name another folder." >&2
      exit 2
    fi
    settings=${settings/'"http": {}'/"\"local\": { \"path\": \"$states/STACK.tfstate\" }"}
  elif [[ -z ${STATE_URL:-}${SNAPSHOT:-} && $settings == *'"http": {}'* ]]; then
    echo 'pipeline.sh: Cannot find the state. Set STATE_URL (or STATE_DIR on a laptop), or edit the backend in settings.tf.json.' >&2
    exit 2
  fi
  if [[ -L $1 || ! -f $1 ]]; then
    echo "pipeline.sh: Cannot read $1: it is not a regular file. Run the step synth, or name its stack.json." >&2
    exit 2
  fi
  rm -rf out/stack && mkdir -p out/stack
  # A stack is data: no program, no file of the machine, no address of its own.
  printf '%s\n' "$settings" > out/settings.json
  "$bin/platform-iac" check-stack "$1" --settings out/settings.json --out out/stack/cdk.tf.json >&2
  # The anchors of Settled and Rotation need this provider. Without a version, Terraform installs the newest one.
  if grep -q '"null_resource": {' out/stack/cdk.tf.json && [[ $settings != *hashicorp/null* ]]; then
    settings=${settings/'"required_providers": {'/'"required_providers": { "null": { "source": "hashicorp/null", "version": "3.2.4" },'}
  fi
  printf '%s\n' "${settings//STACK/$STACK}" > out/stack/settings.tf.json
  "$bin/platform-iac" install out/stack >&2
  # The snapshot contains the state.
  if [[ -z ${SNAPSHOT:-} ]]; then (cd out/stack && "$TERRAFORM_BINARY_NAME" init -no-color) >&2; fi
}

# Runs a command with a token narrowed to these capabilities. PLATFORM_TOKEN is used unchanged.
narrowed() {
  local capabilities=$1
  shift
  if [[ -n ${PLATFORM_TOKEN:-} || -z $capabilities ]]; then "$@"; else PLATFORM_CAPABILITIES=$capabilities "$@"; fi
}

# Plans, and writes the files for reviewers, programs and the gate. Takes the arguments of `platform-iac plan` and returns its
# exit code.
review() {
  local code=0 format
  local -a target=(--out out/tfplan) reports=()
  if [[ -n ${SNAPSHOT:-} ]]; then target=(--snapshot "$SNAPSHOT" --snapshot-key snapshot.pub --stack "$STACK"); fi
  for format in $FORMATS; do reports+=(--save "$format=out/report.${format/markdown/md}"); done
  rm -rf out/report.* out/digest out/result
  narrowed "$READS" "$bin/platform-iac" plan --dir out/stack "${target[@]}" --config "$CONFIG" --synth out/stack \
    ${NO_NEW_ACCESS:+--no-new-access} ${FAIL_ON:+--fail-on "$FAIL_ON"} --format json "${reports[@]}" "$@" > out/report.json || code=$?
  if [[ ! -s out/report.json ]]; then return "$code"; fi
  node -e '
    const { digest, verdict } = JSON.parse(fs.readFileSync("out/report.json", "utf8"));
    if (digest !== undefined) fs.writeFileSync("out/digest", digest + "\n"); // without one, nobody can approve it
    fs.writeFileSync("out/result", verdict.result + "\n");
  '
  return "$code"
}

# Writes what the token can list, as a plan would: no other kind than those in READS.
snapshot() {
  narrowed "$READS" "$bin/platform-iac" snapshot --live --root "${ROOT_GROUP_UID:?}" --state "$STACK=out/stack" --key "$1" --out "$2"
}

# The early check is `plan --expect`. The provider then refuses every write that the approved report does not list.
apply() {
  local approved=$1
  local -a digest=()
  if [[ -f $approved ]]; then
    mkdir -p out
    cp "$approved" out/approved.json # the new report overwrites out/report.json
    approved=out/approved.json
  fi
  FORMATS=markdown review --expect "$approved"
  if [[ ! -f $approved ]]; then
    digest=(--digest "$approved")
    approved=out/report.json
  fi
  "$bin/platform-iac" apply out/tfplan --dir out/stack --approved "$approved" "${digest[@]}" ${PROVED:+--proved} \
    ${MAX_AGE:+--max-age "$MAX_AGE"}
}

output() {
  "$TERRAFORM_BINARY_NAME" -chdir=out/stack output -json |
    node -p 'Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8"))).map(([name, { value }]) => name + "=" + value).join("\n")'
}

case ${1:-} in
  tools)
    if [[ -z ${2:-} ]]; then echo 'pipeline.sh: Name the folder for the tools.' >&2; exit 2; fi
    tools "$2"
    ;;
  synth) synth ;;
  plan) ready "${2:-out/stack.json}"; review -- -lock=false ;; # a review must not block an apply
  apply)
    if [[ -z ${2:-} ]]; then echo 'pipeline.sh: Name the approved report.json, or its digest.' >&2; exit 2; fi
    ready "${3:-out/stack.json}"
    apply "$2"
    ;;
  snapshot)
    if [[ -z ${3:-} ]]; then echo 'pipeline.sh: Name the private key and the file to write.' >&2; exit 2; fi
    ready "${4:-out/stack.json}"
    snapshot "$2" "$3"
    ;;
  output) output ;;
  *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}" >&2; exit 2 ;;
esac
