#!/usr/bin/env bash
# A trial on a laptop, in about two minutes: bootstrap, apply, and the review of a dangerous change. It needs Terraform and the
# installed packages, and no account: the API runs on this machine, and the state is a file. Nothing outside ./trial changes.
#
#   ./trial.sh          Run the trial and open the page of the review
#   OPEN=no ./trial.sh  Run the trial and print the path of the page
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

bin=$PWD/node_modules/.bin
rm -rf trial && mkdir -p trial/repository trial/state
cp -- *.ts *.mjs *.json pipeline.sh trial/repository
ln -s "$PWD/node_modules" trial/repository/node_modules

"$bin/platform-iac" emulator --port 0 --data trial/api.db > trial/api.json 2> trial/api.log &
api=$!
trap 'kill "$api" 2> /dev/null; wait "$api" 2> /dev/null || true' EXIT
for _ in {1..100}; do
  if [[ -s trial/api.json ]]; then break; fi
  kill -0 "$api" 2> /dev/null || { cat trial/api.log >&2; exit 1; }
  sleep 0.1
done
value() { node -p 'JSON.parse(require("fs").readFileSync("trial/api.json", "utf8").split("\n")[0])[process.argv[1]]' "$1"; }
PLATFORM_BASE_URL=$(value baseUrl) PLATFORM_AUTH_URL=$(value authUrl) PLATFORM_TOKEN=$(value token)
ROOT_GROUP_UID=$(value rootGroupUid)
export PLATFORM_BASE_URL PLATFORM_AUTH_URL PLATFORM_TOKEN ROOT_GROUP_UID STATE_DIR=$PWD/trial/state
cd trial/repository

step() {
  local title=$1
  shift
  echo "$title …"
  "$@" > ../log 2>&1 || { cat ../log >&2; exit 1; }
}

export STACK=bootstrap
step '1. Bootstrap: the group, the identities of the pipeline, the owners' ./pipeline.sh synth
step '   Plan and review' env FAIL_ON= ./pipeline.sh plan
step '   Apply what the review showed' env FAIL_ON= ./pipeline.sh apply out/report.json
while IFS= read -r line; do export "${line?}"; done < <(./pipeline.sh output)

export STACK=organization
step '2. The organization: synthesize' ./pipeline.sh synth
step '   Plan and review' ./pipeline.sh plan
step '   Apply what the review showed' ./pipeline.sh apply out/report.json

echo '3. A pull request lets every branch of the shop deploy, and makes the deployer an owner …'
sed -i.before -e "s|subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main'|subjectPattern: '^repo:acme@1234/shop@7890:.*$'|" \
  -e "s|Role.named(stack, 'viewer')|Role.named(stack, 'owner')|" organization.ts
step '   Synthesize' ./pipeline.sh synth
echo '   Plan and review: the gate must refuse it'
code=0
FORMATS='markdown html text' ./pipeline.sh plan > ../log 2>&1 || code=$?
if [[ $code != 1 ]]; then cat ../log >&2; exit 1; fi
echo
cat out/report.text
cp out/report.html ../report.html

page=$(cd .. && pwd)/report.html
echo
echo "The page of this review: $page"
if [[ ${OPEN:-} != no ]]; then
  for open in open xdg-open wslview; do
    if command -v "$open" > /dev/null; then "$open" "$page" > /dev/null 2>&1 || true; break; fi
  done
fi
