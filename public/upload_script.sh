#!/usr/bin/env bash
# The portal filled in these values for one upload. The link and the token work until they expire. There is no password
# in the script. Do not share it.
MODEL='@@MODEL@@'
FOLDER='@@FOLDER@@'
ADDRESS='@@ADDRESS@@'
UPLOAD_TOKEN='@@UPLOAD_TOKEN@@'
COMPLETE_ADDRESS='@@COMPLETE_ADDRESS@@'
EXPIRES='@@EXPIRES@@'
AZCOPY_LINUX='@@AZCOPY_LINUX@@'
AZCOPY_MAC='@@AZCOPY_MAC@@'
AZCOPY_WINDOWS='@@AZCOPY_WINDOWS@@'
# ==== Everything below this line is the same in every copy. The instructions page shows its SHA-256. ====
# Uploads one zipped flood model to the agency's storage, reports it to the portal and waits for the result:
#
#   bash upload_script.sh "/path/to/model.zip"
#
# Needs bash 3.2 or later and curl. If the upload is interrupted, run the same command again: it sends only what is
# missing. If it uses AzCopy, it writes folder and size of the upload, no secret, to upload_script.state beside this script.
#
# Exit codes: 0 confirmed; 2 no path given; 3 file not found; 4 something is missing on this computer; 5 not filled in
# by the portal; 6 refused, usually because the link expired; 7 storage not reachable; 9 not confirmed; 10 file changed
# during upload; 11 errors found before the upload; 12 storage full; 13 errors found by the portal; 130 interrupted.

[ -n "${BASH_VERSION:-}" ] || { echo 'Error: use bash: bash upload_script.sh "/path/to/model.zip"' >&2; exit 4; }
set -u +o posix # as "sh" is bash on a Mac
umask 077

BLOCK_MIB=${UPLOAD_BLOCK_MIB:-16}
WORKERS=${UPLOAD_AT_ONCE:-4}        # blocks sent at the same time
RETRY_WAIT=${UPLOAD_RETRY_WAIT:-2}  # seconds, doubled each time
STALL=${UPLOAD_STALL:-60}           # seconds without data until a connection is closed
MIB=1048576
ATTEMPTS=6
WORKER=0
NL=$'\n'
CONNECT='Check your internet connection and your proxy: HTTPS_PROXY=http://user:password@proxy:port'
SIGN_IN='Set HTTPS_PROXY=http://user:password@proxy:port. For NTLM, ask IT for a local proxy that signs in (Px, Cntlm).'
CERTIFICATE="Ask IT for the file of your company's CA certificate, then: export CURL_CA_BUNDLE=/path/to/certificate.pem"
FIX='Fix this, make a new zip and run the same command.'
RERUN='Run the same command again: it sends only what is missing.'
RENEW="Download a new script from the record's instructions page. Expiry date of the link in this script: $EXPIRES."
UNTRUSTED="The server's certificate is not trusted on this computer"
PROXY_SIGN_IN="Your company's proxy asks for a sign-in"
WHEN_STOPPED=$RERUN # what to do after Ctrl+C

print() { local_times "$*"; }

# local_times TEXT: prints the text with its UTC times (2027-01-31T05:00:00.000Z) in local time. Only GNU date knows -d.
local_times() {
  local text=$1 utc format='+%B %-d, %Y, %-I:%M %p (UTC%z)' seconds
  while [[ $text =~ [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z ]]; do
    utc=${BASH_REMATCH[0]}
    seconds=$(date -u -d "$utc" +%s 2>/dev/null || date -j -u -f %Y-%m-%dT%H:%M:%S "${utc:0:19}" +%s)
    text=${text//"$utc"/$(LC_ALL=C date -d "@$seconds" "$format" 2>/dev/null || LC_ALL=C date -r "$seconds" "$format")}
  done
  printf '%s\n' "$text"
}

# fail CODE LINE...: the first line is what happened, the others are what to do
fail() {
  local code=$1 IFS=$NL lines
  shift
  lines="Error: $*"
  print "${lines//$NL/$NL       }" >&2
  exit "$code"
}

# redact TEXT: removes the link, the token and control characters, so that the text is safe to print
redact() {
  local text=${1//"${ADDRESS#*\?}"/...}
  [ -z "$UPLOAD_TOKEN" ] || text=${text//"$UPLOAD_TOKEN"/...}
  printf '%s' "$text" | LC_ALL=C tr '\000-\037\177' '[ *]' | LC_ALL=C sed -E 's/[?][^[:space:]"]*=[^[:space:]"]*/?.../g'
}

# prepare ARGUMENT...: sets ZIP, ZIP_NAME and SIZE, checks that the programs are installed, and creates a working folder
# shellcheck disable=SC2086
prepare() {
  local alternatives
  [ -n "${1:-}" ] || fail 2 'No file path argument provided.' 'Usage: bash upload_script.sh "/path/to/model.zip"'
  case $1 in /*) ZIP=$1 ;; *) ZIP=$PWD/$1 ;; esac
  ZIP_NAME=${ZIP##*/}
  [ -f "$ZIP" ] || fail 3 "Path is not a file or does not exist: $1"
  [ -r "$ZIP" ] || fail 3 "The file cannot be read: $1" 'Allow your user to read it.'
  SIZE=$(($(wc -c <"$ZIP")))
  case $ADDRESS in
    http://* | https://*) ;;
    *) fail 5 'This script was not filled in by the portal.' "Download it from the record's instructions page." ;;
  esac
  for alternatives in awk base64 curl dd grep head mktemp sed sort tail tr 'openssl sha256sum shasum' 'md5sum md5'; do
    [ -n "$(type -P $alternatives)" ] || fail 4 "${alternatives// / or } was not found on this computer." 'Install it.'
  done
  WORK=$(mktemp -d "${TMPDIR:-/tmp}/flood-model-upload.XXXXXX") ||
    fail 4 "Directory does not exist: ${TMPDIR:-/tmp}" 'Set TMPDIR to a directory that you can write to.'
  trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT
  trap 'print "Stopped. $WHEN_STOPPED" >&2; exit 130' INT TERM HUP
  STATE_FILE=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/upload_script.state
}

# openssl comes first: it is several times faster than the others on most processors.
sha256() {
  case $(type -P openssl || type -P sha256sum) in
    */openssl) openssl dgst -sha256 ;; */sha256sum) sha256sum ;; *) shasum -a 256 ;;
  esac | grep -Eo '[0-9a-f]{64}'
}
md5_of() { if [ -n "$(type -P md5sum)" ]; then md5sum; else md5; fi | grep -Eo '[0-9a-f]{32}'; }

read_block() { dd if="$ZIP" bs="$MIB" skip="$(($1 * BLOCK_MIB))" count="$BLOCK_MIB" 2>/dev/null; }

# read_body BODY: prints a request's body: "block:INDEX" is a block of the zip, anything else is a file
read_body() { case $1 in block:*) read_block "${1#block:}" ;; *) cat "$1" ;; esac; }

# request METHOD ADDRESS BODY [HEADER...]: sends a request and retries it after temporary errors. Sets STATUS (000: no
# response) and RESPONSE, the file with the body; headers and curl's error message are in files beside it. curl reads link
# and token from a pipe: other users of the computer could read its arguments, and a file might be left behind.
request() {
  local method=$1 address=$2 body=$3 attempt wait reason
  shift 3
  RESPONSE=$WORK/response.$WORKER
  for ((attempt = 1; ; attempt++)); do
    : >"$RESPONSE"
    STATUS=$(read_body "$body" |
      curl --config <(printf 'url = "%s"\n' "$address" && printf 'header = "%s"\n' 'Expect:' "$@") \
        --header 'x-ms-version: 2021-12-02' --request "$method" --data-binary @- --http1.1 --globoff \
        --silent --show-error --connect-timeout 30 --speed-limit 1 --speed-time "$STALL" \
        --output "$RESPONSE" --dump-header "$RESPONSE.headers" --write-out '%{http_code}' 2>"$RESPONSE.error") ||
      case $STATUS in 4??) ;; *) STATUS=000 ;; esac # a server may answer 4xx before it has read the whole body
    case $STATUS in
      000 | 407 | 408 | 429 | 500 | 502 | 503 | 504) ;;
      400) grep -q Md5Mismatch "$RESPONSE" || return 0 ;; # damaged in transit
      *) return 0 ;;
    esac
    reason=$(failure_reason)
    case $reason in "$UNTRUSTED" | "$PROXY_SIGN_IN") # a retry cannot help; a worker leaves the error to the main process
      [ "$BASH_SUBSHELL" -gt 0 ] || fail_storage "$reason"
      return 0 ;;
    esac
    if [ "$attempt" -ge "$ATTEMPTS" ]; then return 0; fi
    wait=$((RETRY_WAIT << (attempt - 1)))
    print "The request failed ($reason). Trying again in $wait s."
    sleep "$wait"
  done
}

# Prints why the last request failed: its status, then the storage's error code, the portal's message or curl's error.
failure_reason() {
  local text
  text=$(sed -nE -e 's/.*<Code>([A-Za-z0-9]+)<.*/\1/p' -e "s/^curl: \\(60\\).*/$UNTRUSTED/p" \
    -e "s/^curl: .* 407( .*)?$/$PROXY_SIGN_IN/p" -e 's/^curl: //p' \
    -e 's/.*"message"[[:space:]]*:[[:space:]]*"(([^"\\]|\\.)*)".*/\1/p' "$RESPONSE" "$RESPONSE.error" | head -n 1)
  if [ "$STATUS" = 407 ]; then text=$PROXY_SIGN_IN; else text=${STATUS#000}${text:+ $text}; fi
  redact "${text# }"
}

# fail_storage REASON: the reason begins with the HTTP status, if there was a response
fail_storage() {
  case $1 in
    401* | 403* | 404*) fail 6 "The storage refused the upload ($1)." "$RENEW" ;;
    507*) fail 12 "The storage is full ($1)." 'Contact the agency.' "${RERUN/:/ later:}" ;;
    *InvalidBlockList*) fail 7 'Another zip was sent with this script at the same time.' "${RERUN/:/ after that:}" ;;
    "$UNTRUSTED") fail 7 "$1." "$CERTIFICATE" ;;
    "$PROXY_SIGN_IN") fail 7 "$1 (407)." "$SIGN_IN" ;;
    *) fail 7 "The file could not be sent ($1)." "$CONNECT" "$RERUN" ;;
  esac
}

# request_portal METHOD ADDRESS BODY [TYPE]: the portal responds with lines of a name and a value. `response_values NAME
# [PREFIX]` prints the values of a name, each after the prefix
request_portal() {
  request "$1" "$2" "$3" "x-upload-token: $UPLOAD_TOKEN" 'Accept: text/plain' "Content-Type: ${4:-application/json}"
}
response_values() { LC_ALL=C tr '\000-\011\013-\037\177' '[ *]' <"$RESPONSE" | sed -n "s/^$1 /${2:-}/p"; }

# get_upload_state: sets PORTAL_STATE to the state of this upload; empty if the portal does not respond
get_upload_state() {
  local reason
  PORTAL_STATE=''
  [ -n "$COMPLETE_ADDRESS" ] || return 0
  request_portal GET "$COMPLETE_ADDRESS" /dev/null
  reason=$(failure_reason)
  case $STATUS in 401 | 409) fail 6 'The portal no longer accepts this script.' "${reason#"$STATUS "}" ;; esac
  PORTAL_STATE=$(response_values state)
}

# precheck_zip: sends the portal the end of the zip and every further range it asks for, and prints errors and warnings
precheck_zip() {
  local ATTEMPTS=2 ranges='' length=131072 offset
  [ -n "$COMPLETE_ADDRESS" ] || { print 'The zip is not checked before the upload.'; return; }
  print "Checking $(redact "$ZIP_NAME")"
  [ "$SIZE" -ge "$length" ] || length=$SIZE
  offset=$((SIZE - length))
  while [ -n "$length" ]; do
    tail -c "+$((offset + 1))" "$ZIP" 2>/dev/null | head -c "$length" >>"$WORK/ranges"
    ranges=${ranges:+$ranges,}$offset:$length
    request_portal POST "${COMPLETE_ADDRESS%/*}/check-upload?size=$SIZE&stretches=$ranges" "$WORK/ranges" \
      application/octet-stream
    [ "$STATUS" = 200 ] ||
      { print "The portal cannot check the zip now ($(failure_reason)). It checks the zip after the upload."; return; }
    read -r offset length <<<"$(response_values needed)"
  done
  [ -z "$(response_values warning)" ] || print "$(response_values warning 'Warning: ')"
  [ -z "$(response_values fault)" ] ||
    fail 11 'The portal would reject this zip, so nothing was sent:' "$(response_values fault '- ')" "$FIX"
}

# list_stored_blocks: writes the blocks in the storage into $WORK/stored-blocks, one "id size" a line. After a rejection
# only uncommitted blocks count: the committed ones are the rejected zip. An id of AzCopy's names only the position of a
# block: such blocks count only if the state file names this zip, and the zip is not newer than that file.
list_stored_blocks() {
  local type=all ignored='^MDAwMD'
  [ "$PORTAL_STATE" != refused ] || type=uncommitted
  request GET "$ADDRESS&comp=blocklist&blocklisttype=$type" /dev/null
  case $STATUS in 200 | 404) ;; *) fail_storage "$(failure_reason)" ;; esac
  AZCOPY_STATE="azcopy $FOLDER $SIZE $BLOCK_MIB"
  [ "$(cat "$STATE_FILE" 2>/dev/null)" != "$AZCOPY_STATE" ] || [ "$ZIP" -nt "$STATE_FILE" ] || ignored='^$'
  awk -v RS='<' '/^Name>/ { name = substr($0, 6) } /^Size>/ { print name, substr($0, 6) + 0 }' "$RESPONSE" |
    grep -v "$ignored" >"$WORK/stored-blocks"
}

# find_stored_id ID INDEX LENGTH: prints the id of this block in the storage (ours or AzCopy's), or nothing
find_stored_id() {
  grep -x -e "$1 $3" -e "MDAwMD.\{22\}$(printf '0000000000%05d' "$2" | base64) $3" "$WORK/stored-blocks" |
    sed -n '1s/ .*//p'
}

# send_block INDEX: sends a block unless the storage has it. The id contains the content's MD5, the size and the index,
# so a block of another zip never matches. It is as long as AzCopy's: the storage accepts one length of ids per blob.
send_block() {
  local length=$((SIZE - $1 * BLOCK_MIB * MIB)) sum id stored=''
  [ "$length" -le $((BLOCK_MIB * MIB)) ] || length=$((BLOCK_MIB * MIB))
  sum=$(read_block "$1" | md5_of)
  id=$(printf '%s%03d%05d' "${sum:0:28}" "$BLOCK_MIB" "$1" | base64)
  [ ! -s "$WORK/stored-blocks" ] || stored=$(find_stored_id "$id" "$1" "$length")
  if [ -z "$stored" ]; then
    request PUT "$ADDRESS&comp=block&blockid=$id" "block:$1" 'Content-Type: application/octet-stream' \
      "Content-MD5: $(printf '%b' "$(printf '%s' "$sum" | sed 's/../\\x&/g')" | base64)"
    [ "$STATUS" = 201 ] || { failure_reason >"$WORK/failed"; return 1; }
    print "$length" >>"$WORK/sent"
  fi
  print "$length $1 ${stored:-$id}" >>"$WORK/finished"
}

# run_worker NUMBER: sends every WORKERS-th block of the zip, until all are finished or one fails
run_worker() {
  local index
  WORKER=$1
  for ((index = WORKER; index < COUNT; index += WORKERS)); do
    if [ -e "$WORK/failed" ] || ! send_block "$index"; then return; fi
    [ "$WORKER" -gt 0 ] || print_progress
  done
}

# add_sizes FILE: prints the sum of the first numbers of its lines
add_sizes() { awk '{ sum += $1 } END { printf "%.0f", sum }' "$1"; }

# format_size BYTES
format_size() {
  awk -v n="$1" 'BEGIN { n /= 1024; if (n < 1024) printf "%.1f KiB", n; else printf "%.1f MiB", n / 1024 }'
}

# print_progress: at most once a second, while bytes are left
print_progress() {
  local left=$((SIZE - $(add_sizes "$WORK/finished"))) rate
  if [ "$left" -eq 0 ] || [ "$SECONDS" -eq "${PRINTED_AT:-0}" ]; then return; fi
  PRINTED_AT=$SECONDS
  rate=$(($(add_sizes "$WORK/sent") / SECONDS))
  [ "$rate" -eq 0 ] ||
    print "$(((SIZE - left) * 100 / SIZE)) % sent, $(format_size "$rate")/s, $(((left + rate - 1) / rate)) s left"
}

upload_in_blocks() {
  local worker pids='' sent
  print "Sending the file without AzCopy ($(format_size "$SIZE"))"
  touch "$WORK/finished" "$WORK/sent"
  SECONDS=0
  for ((worker = 0; worker < WORKERS; worker++)); do
    run_worker "$worker" &
    pids="$pids $!"
  done
  # shellcheck disable=SC2086
  wait $pids
  [ ! -e "$WORK/failed" ] || fail_storage "$(cat "$WORK/failed")"
  sent=$(($(wc -l <"$WORK/sent")))
  print "Blocks: $sent sent, $((COUNT - sent)) already stored"
  {
    printf '<?xml version="1.0" encoding="utf-8"?><BlockList>'
    sort -n -k 2 "$WORK/finished" | sed 's|.* |<Latest>|; s|$|</Latest>|'
    printf '</BlockList>'
  } >"$WORK/list"
  request PUT "$ADDRESS&comp=blocklist" "$WORK/list" 'Content-Type: application/xml' \
    'x-ms-blob-content-type: application/zip'
  [ "$STATUS" = 201 ] || fail_storage "$(failure_reason)"
}

# find_azcopy: sets AZCOPY to the program in PATH, or to one downloaded for this run if the portal names one. A copy
# in another folder is never run: it would receive the link. AzCopy would read a star in the zip's path as a pattern.
find_azcopy() {
  local source=$AZCOPY_WINDOWS package=$WORK/package
  case $(uname -s) in Darwin) source=$AZCOPY_MAC ;; Linux) source=$AZCOPY_LINUX ;; esac
  if [[ $ZIP == *\** ]] || AZCOPY=$(type -P azcopy) || [ -z "$source" ]; then return; fi
  print 'Downloading AzCopy'
  if ! curl --location --fail --silent --connect-timeout 30 --output "$package" "${source%%#*}" ||
    [ "$(sha256 <"$package")" != "${source##*#sha256=}" ]; then
    print 'Failed to download AzCopy. The file must have the SHA-256 that the portal names.'
  elif ! mkdir "$WORK/download" || ! tar -xf "$package" -C "$WORK/download" 2>/dev/null; then
    print 'Failed to extract AzCopy.'
  else
    AZCOPY=$(find "$WORK/download" -type f \( -name azcopy -o -name azcopy.exe \) | head -n 1)
    [ -n "$AZCOPY" ] || print 'AzCopy executable not found.'
  fi
}

# upload_with_azcopy: returns 1 if AzCopy fails. AzCopy's logs can contain the link: they go to the temporary folder.
upload_with_azcopy() {
  local line
  print "Sending the file with AzCopy ($AZCOPY)"
  mkdir "$WORK/azcopy"
  printf '%s' "$AZCOPY_STATE" 2>/dev/null >"$STATE_FILE"
  AZCOPY_LOG_LOCATION=$WORK/azcopy AZCOPY_JOB_PLAN_LOCATION=$WORK/azcopy AZCOPY_DISABLE_SYSLOG=true \
    "$AZCOPY" copy "$ZIP" "$ADDRESS" --from-to LocalBlob --overwrite=true \
    --block-size-mb="$BLOCK_MIB" --log-level=ERROR --output-type=json 2>&1 | tee "$WORK/azcopy/messages.log" |
    while IFS= read -r line; do
      if [[ $line =~ PercentComplete[^0-9]+([0-9]+) ]]; then print "AzCopy: ${BASH_REMATCH[1]} % sent"; fi
    done | uniq
  [ "${PIPESTATUS[0]}" -ne 0 ] || return 0
  line=$(cat "$WORK"/azcopy/*.log | grep -E 'ERR|"MessageType":"Error"|^[^{0-9 ]' | tail -n 1)
  print "AzCopy failed: $(redact "$line")"
  list_stored_blocks # AzCopy may have sent some blocks
  return 1
}

# send_zip: uses AzCopy, or sends blocks if AzCopy fails or blocks are stored already, which AzCopy would send again.
# The storage accepts at most 50,000 blocks.
send_zip() {
  BLOCK_MIB=$((BLOCK_MIB + SIZE / (50000 * MIB)))
  COUNT=$(((SIZE + BLOCK_MIB * MIB - 1) / (BLOCK_MIB * MIB)))
  list_stored_blocks
  AZCOPY=''
  [ -s "$WORK/stored-blocks" ] || [ -n "${UPLOAD_WITHOUT_AZCOPY:-}" ] || find_azcopy
  if [ -z "$AZCOPY" ] || ! upload_with_azcopy; then upload_in_blocks; fi
  [ "$(wc -c <"$ZIP")" -eq "$SIZE" ] ||
    fail 10 'The file changed during the upload.' 'Run the script again when the file is complete.'
}

# confirm_in_storage: for services without upload reports, checks that the storage has the whole file
confirm_in_storage() {
  request GET "$ADDRESS&comp=blocklist" /dev/null
  tr '\r' ' ' <"$RESPONSE.headers" | grep -qi "^x-ms-blob-content-length: $SIZE *$" ||
    fail 9 "The file was sent, but the storage did not confirm its $SIZE bytes ($(failure_reason))." "$RERUN"
}

# report_upload: reports the sent file to the portal, which confirms it
report_upload() {
  local name
  name=$(printf '%s' "$ZIP_NAME" | LC_ALL=C tr '\001-\010\012-\037\177' '[?*]' |
    sed -e 's/[\\"]/\\&/g' -e $'s/\t/\\\\t/g')
  printf '{"file_name":"%s","size":%s,"sha256":"%s"}' "$name" "$SIZE" "$(cat "$WORK/hash")" >"$WORK/report"
  request_portal POST "$COMPLETE_ADDRESS" "$WORK/report"
  case $STATUS in
    2??) ;;
    4??) fail 9 "The portal refused the upload ($(failure_reason))." ;; # the portal's message includes what to do
    *) fail 9 "The portal did not confirm the upload ($(failure_reason))." \
      'The upload may still have succeeded. Wait about 15 minutes, then refresh the home page.' "$RERUN" ;;
  esac
}

# wait_for_result: polls the portal while it processes the zip, then prints the record's status
wait_for_result() {
  local stage='' printed=''
  while :; do
    get_upload_state
    stage=$(response_values stage)
    case $PORTAL_STATE in
      processed) [ -n "$(response_values message)" ] || break; print "$(response_values message)"; return ;;
      refused) fail 13 'The portal rejected the zip:' "$(response_values fault '- ')" "$FIX" ;;
      processing) [ "$stage" = "$printed" ] || print "The portal is $stage the model. It continues if you press Ctrl+C." ;;
      *) break ;;
    esac
    printed=$stage
    sleep 1
  done
  print 'The upload is complete. It is pending admin acceptance in about 15 minutes; 15 GB or more takes longer.'
}

# check_delivered_zip: a script delivers one zip. The portal compares hashes only after the report
check_delivered_zip() {
  local delivered
  delivered=$(response_values size)
  [ "${delivered:-$SIZE}" = "$SIZE" ] || fail 6 "This script has already delivered another zip, of $delivered bytes." \
    "Download a new script from the record's instructions page to send $(redact "$ZIP_NAME")."
  print 'This script has already delivered a zip. To send another, download a new script.'
}

main() {
  local hasher
  prepare "$@"
  print "Model: $(redact "$MODEL"). Destination: $FOLDER"
  ATTEMPTS=2 get_upload_state
  case $PORTAL_STATE in process*) check_delivered_zip ;; esac
  sha256 <"$ZIP" >"$WORK/hash" &
  hasher=$!
  case $PORTAL_STATE in process*) ;; *) precheck_zip && send_zip ;; esac
  wait "$hasher"
  print "SHA-256: $(cat "$WORK/hash") ($SIZE bytes)"
  if [ -z "$COMPLETE_ADDRESS" ]; then confirm_in_storage; else report_upload; fi
  grep '^HTTP/' "$RESPONSE.headers" | tail -n 1 | tr -d '\r' # the instructions name this line as the sign of success
  [ -n "$COMPLETE_ADDRESS" ] || return 0
  WHEN_STOPPED='The portal continues. To see the result, run the same command again or open the record.'
  print 'The zip has arrived. The result of the portal follows.'
  wait_for_result
}

main "$@"
