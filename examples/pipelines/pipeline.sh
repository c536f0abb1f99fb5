#!/usr/bin/env bash
# The steps of the pipeline: the same on a laptop, in GitHub Actions and in GitLab CI.
#
#   pipeline.sh synth               the TypeScript of this branch to out/stack.json. Runs its code: give it no token
#   pipeline.sh plan [STACK.json]   plans and reviews: out/report.{md,html,json,sarif}, out/digest, out/result, and
#                                   out/capabilities.json: what applying it takes. Only reads
#   pipeline.sh apply APPROVED [STACK.json]
#                                   plans anew, and applies that plan if it comes to what was approved: a digest, or the
#                                   report.json of that review, beside which its capabilities.json lies
#   pipeline.sh output              the outputs of the stack, as NAME=VALUE
#
# Exit codes: 0 done; 1 findings of $FAIL_ON or above, not what was reviewed, or Terraform failed; 2 not understood; 3 cannot be
# judged. Everything but the stack comes from the branch on which this script lies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

: "${STACK:=organization}" "${FAIL_ON=high}" "${CONFIG:=review.config.json}" \
  "${FORMATS:=markdown html sarif}" "${TERRAFORM_BINARY_NAME:=terraform}"
# Tokens are narrowed: to this for whatever plans, and to what the approved plan takes for the apply.
: "${READS:=groups.list,identity.list,roles.list,role_bindings.list}"
bin=node_modules/.bin
export READS TF_IN_AUTOMATION=1 TF_INPUT=0 CHECKPOINT_DISABLE=1
# The form of GitLab's state service; another backend is said in settings.tf.json.
if [[ -n ${STATE_URL:-} ]]; then
  export TF_HTTP_ADDRESS="$STATE_URL/$STACK"
  export TF_HTTP_LOCK_ADDRESS="$TF_HTTP_ADDRESS/lock" TF_HTTP_UNLOCK_ADDRESS="$TF_HTTP_ADDRESS/lock"
  export TF_HTTP_LOCK_METHOD=POST TF_HTTP_UNLOCK_METHOD=DELETE
fi

synth() {
  "$bin/tsx" "$STACK.ts"
  mkdir -p out
  cp "cdktf.out/stacks/$STACK/cdk.tf.json" out/stack.json
}

# out/stack: the stack as data, with the backend, the provider and the versions of this branch.
ready() {
  local stack
  if [[ -z ${STATE_URL:-} ]] && grep -q '"http": {}' settings.tf.json; then
    echo 'pipeline.sh: Where is the state? Set STATE_URL, or write another backend into settings.tf.json.' >&2
    exit 2
  fi
  stack=$(node stack-check.mjs "$1")
  rm -rf out/stack && mkdir -p out/stack
  printf '%s\n' "$stack" > out/stack/cdk.tf.json
  sed "s/STACK/$STACK/g" settings.tf.json > out/stack/settings.tf.json
  "$bin/platform-iac" install out/stack >&2
  (cd out/stack && "$TERRAFORM_BINARY_NAME" init -no-color) >&2
}

# Runs the rest with a token that may do the first and nothing else. A token that was given is used as it is.
narrowed() {
  local capabilities=$1
  shift
  if [[ -n ${PLATFORM_TOKEN:-} || -z $capabilities ]]; then "$@"; else PLATFORM_CAPABILITIES=$capabilities "$@"; fi
}

# What the plan of this file takes. Nothing if it gives what no narrowed token can give, such as the role owner.
capabilities_in() {
  node -p '
    const { capabilities, isNarrowable, problems } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
    if (problems.length > 0) throw new Error("What applying takes cannot be told: " + problems.join(" "));
    isNarrowable ? capabilities.join() || process.env.READS : "";
  ' "$1"
}

# Plans, and writes what reviewers, programs and the gate need. The arguments are those of `platform-iac plan`; returns its exit
# code.
review() {
  local code=0 format
  local -a common=(--config "$CONFIG" --synth out/stack)
  rm -rf out/plans out/report.* out/digest out/result out/capabilities.json
  narrowed "$READS" "$bin/platform-iac" plan --dir out/stack --out out/tfplan --json-out out/plans "${common[@]}" --format json \
    ${FAIL_ON:+--fail-on "$FAIL_ON"} "$@" > out/report.json || code=$?
  if [[ ! -s out/report.json ]]; then return "$code"; fi
  for format in $FORMATS; do
    "$bin/platform-iac" review out/plans/*.json "${common[@]}" --format "$format" > "out/report.$format" || true
  done
  mv out/report.markdown out/report.md
  "$bin/platform-iac" review out/plans/*.json "${common[@]}" --least-capabilities --format json \
    > out/capabilities.json 2> /dev/null || true # the report has said why
  rm -rf out/plans # secrets stand in them in clear
  node -e '
    const { digest, verdict } = JSON.parse(fs.readFileSync("out/report.json", "utf8"));
    if (digest !== undefined) fs.writeFileSync("out/digest", digest + "\n"); // else nobody may approve it
    fs.writeFileSync("out/result", verdict.result + "\n");
  '
  return "$code"
}

apply() {
  local approved=$1 capabilities=out/capabilities.json
  if [[ -f $approved ]]; then
    # Elsewhere: the report of now takes its place.
    rm -rf out/approved && mkdir -p out/approved
    cp "$approved" "$(dirname "$approved")/capabilities.json" out/approved
    approved=out/approved/${approved##*/} capabilities=out/approved/capabilities.json
  fi
  FORMATS=markdown review --expect "$approved"
  capabilities=$(capabilities_in "$capabilities")
  (cd out/stack && narrowed "$capabilities" "$TERRAFORM_BINARY_NAME" apply -no-color ../tfplan)
}

output() {
  "$TERRAFORM_BINARY_NAME" -chdir=out/stack output -json |
    node -p 'Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8"))).map(([name, { value }]) => name + "=" + value).join("\n")'
}

case ${1:-} in
  synth) synth ;;
  plan) ready "${2:-out/stack.json}"; review -- -lock=false ;; # readers take no lock: they must not hold up an apply
  apply)
    if [[ -z ${2:-} ]]; then echo 'pipeline.sh: apply takes the report that was read, or its digest.' >&2; exit 2; fi
    ready "${3:-out/stack.json}"
    apply "$2"
    ;;
  output) output ;;
  *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}" >&2; exit 2 ;;
esac
