#!/usr/bin/env bash
# What the portal has filled in for this one upload: where it goes, and a link and a token that serve it until they
# expire. No password, no sign-in. Do not pass the script on.
MODEL='@@MODEL@@'
FOLDER='@@FOLDER@@'
ADDRESS='@@ADDRESS@@'
UPLOAD_TOKEN='@@UPLOAD_TOKEN@@'
COMPLETE_ADDRESS='@@COMPLETE_ADDRESS@@'
EXPIRES='@@EXPIRES@@'
AZCOPY_LINUX='@@AZCOPY_LINUX@@'
AZCOPY_MAC='@@AZCOPY_MAC@@'
AZCOPY_WINDOWS='@@AZCOPY_WINDOWS@@'
# ==== From the next line on, every copy is the same; the instructions page tells the SHA-256 of that part. ====
# Sends one zipped flood model to the storage of the agency, reports it to the portal and waits for its verdict:
#
#   bash upload_script.sh "/path/to/model.zip"
#
# Needs bash 3.2 or later and curl. If the upload breaks off, run the same command again: what has arrived is not sent a
# second time. For what AzCopy sends, a note of folder and size, nothing secret, is kept beside it: upload_script.state.
#
# Exit codes: 0 confirmed; 2 no path given; 3 no such file; 4 something is missing on this computer; 5 not filled in by
# the portal; 6 refused, most often expired; 7 storage out of reach; 9 not confirmed; 10 file changed
# meanwhile; 11 faults found before sending; 12 storage full; 13 faults found by the portal; 130 interrupted.

[ -n "${BASH_VERSION:-}" ] || { echo 'Error: use bash: bash upload_script.sh "/path/to/model.zip"' >&2; exit 4; }
set -u +o posix # as "sh" is bash on a Mac
umask 077

BLOCK_MIB=${UPLOAD_BLOCK_MIB:-16}
AT_ONCE=${UPLOAD_AT_ONCE:-4}        # blocks
RETRY_WAIT=${UPLOAD_RETRY_WAIT:-2}  # seconds, doubled each time
STALL=${UPLOAD_STALL:-60}           # seconds until a connection that stands still is given up
MIB=1048576
ATTEMPTS=6
LANE=0
NL=$'\n'
CONNECT='Check the connection to the internet, and the proxy: HTTPS_PROXY=http://user:password@proxy:port'
MEND='Mend it, zip again and run the same command again.'
AGAIN='Run the same command again: what has arrived is not sent a second time.'
RENEW="Download a new script on the instructions page of the record; the link of this one was given until $EXPIRES."

say() { printf '%s\n' "$*"; }

# fail CODE LINE...: the first line says what happened, the others what to do
fail() {
  local code=$1 IFS=$NL lines
  shift
  lines="Error: $*"
  printf '%s\n' "${lines//$NL/$NL       }" >&2
  exit "$code"
}

# Text from elsewhere, made fit for the screen: without link, token and control characters.
presentable() {
  local text=${1//"${ADDRESS#*\?}"/...}
  [ -z "$UPLOAD_TOKEN" ] || text=${text//"$UPLOAD_TOKEN"/...}
  printf '%s' "$text" | LC_ALL=C tr '\000-\037\177' '[ *]' | LC_ALL=C sed -E 's/[?][^[:space:]"]*=[^[:space:]"]*/?.../g'
}

# prepare ARGUMENT...: sets ZIP, ZIP_NAME and SIZE, looks for the programs, and makes a folder to work in
# shellcheck disable=SC2086
prepare() {
  local either
  [ -n "${1:-}" ] || fail 2 'No file path argument provided.' 'Usage: bash upload_script.sh "/path/to/model.zip"'
  case $1 in /*) ZIP=$1 ;; *) ZIP=$PWD/$1 ;; esac
  ZIP_NAME=${ZIP##*/}
  [ -f "$ZIP" ] || fail 3 "Path is not a file or does not exist: $1"
  [ -r "$ZIP" ] || fail 3 "The file cannot be read: $1" 'Give your user the right to read it.'
  SIZE=$(($(wc -c <"$ZIP")))
  case $ADDRESS in http://* | https://*) ;; *) fail 5 'This script was not filled in by the portal.' ;; esac
  for either in awk base64 curl dd grep head mktemp sed sort tail tr 'openssl sha256sum shasum' 'md5sum md5'; do
    [ -n "$(type -P $either)" ] || fail 4 "${either// / or } was not found on this computer." 'Install it.'
  done
  WORK=$(mktemp -d "${TMPDIR:-/tmp}/flood-model-upload.XXXXXX") ||
    fail 4 "Directory does not exist: ${TMPDIR:-/tmp}" 'Set TMPDIR to a directory that can be written to.'
  trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT
  trap 'exit 130' INT TERM HUP
  STATE_FILE=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/upload_script.state
}

# By the first of these that this computer has: openssl is several times faster than the others on most processors.
sha256() {
  case $(type -P openssl || type -P sha256sum) in
    */openssl) openssl dgst -sha256 ;; */sha256sum) sha256sum ;; *) shasum -a 256 ;;
  esac | grep -Eo '[0-9a-f]{64}'
}
md5_of() { if [ -n "$(type -P md5sum)" ]; then md5sum; else md5; fi | grep -Eo '[0-9a-f]{32}'; }

read_block() { dd if="$ZIP" bs="$MIB" skip="$(($1 * BLOCK_MIB))" count="$BLOCK_MIB" 2>/dev/null; }

# body_of BODY: what a request carries: one block of the zip by its index, or a file
body_of() { case $1 in block:*) read_block "${1#block:}" ;; *) cat "$1" ;; esac; }

# call METHOD ADDRESS BODY [HEADER...]: one request, repeated while there is hope. Sets STATUS (000: no answer) and
# ANSWER: the file of the answer, beside its headers and curl's complaint. Link and token reach curl through a pipe, and
# never in its arguments, where other users of the computer could read them, or in a file that might be left behind.
# The version is the storage's; the portal does not look at it.
call() {
  local method=$1 address=$2 body=$3 attempt wait
  shift 3
  ANSWER=$WORK/answer.$LANE
  for ((attempt = 1; ; attempt++)); do
    : >"$ANSWER"
    STATUS=$(body_of "$body" |
      curl --config <(printf 'url = "%s"\n' "$address" && printf 'header = "%s"\n' 'Expect:' "$@") \
        --header 'x-ms-version: 2021-12-02' --request "$method" --data-binary @- --http1.1 --globoff \
        --silent --show-error --connect-timeout 30 --speed-limit 1 --speed-time "$STALL" \
        --output "$ANSWER" --dump-header "$ANSWER.headers" --write-out '%{http_code}' 2>"$ANSWER.trouble") ||
      case $STATUS in 4??) ;; *) STATUS=000 ;; esac # a refusal may cut the sending short
    case $STATUS in
      000 | 408 | 429 | 500 | 502 | 503 | 504) ;;
      400) grep -q Md5Mismatch "$ANSWER" || return 0 ;; # damaged on the way
      *) return 0 ;;
    esac
    [ "$attempt" -lt "$ATTEMPTS" ] || return 0
    wait=$((RETRY_WAIT << (attempt - 1)))
    say "No good answer ($(reason)). Trying again in $wait seconds."
    sleep "$wait"
  done
}

# Why the last call failed: its status, and the storage's error code, the portal's message or curl's complaint.
reason() {
  local text
  text=$(sed -nE -e 's/.*<Code>([A-Za-z0-9]+)<.*/\1/p' -e 's/^curl: //p' \
    -e 's/.*"message"[[:space:]]*:[[:space:]]*"(([^"\\]|\\.)*)".*/\1/p' "$ANSWER" "$ANSWER.trouble" | head -n 1)
  text=${STATUS#000}${text:+ $text}
  presentable "${text# }"
}

# storage_failed REASON: the reason begins with the status, if there was an answer
storage_failed() {
  case $1 in
    401* | 403* | 404*) fail 6 "The storage refused the upload ($1)." "$RENEW" ;;
    507*) fail 12 "The storage has no room for the file ($1)." 'Tell the agency.' "${AGAIN/:/ later:}" ;;
    *InvalidBlockList*) fail 7 'Another zip was sent with this script at the same time.' "${AGAIN/:/ after it:}" ;;
    *) fail 7 "The file could not be sent ($1)." "$CONNECT" "$AGAIN" ;;
  esac
}

# call_portal METHOD ADDRESS BODY [TYPE]: the answer is asked for in lines of a name and a value, and `told NAME [MARK]`
# answers the values of a name, with a mark before each
call_portal() {
  call "$1" "$2" "$3" "x-upload-token: $UPLOAD_TOKEN" 'Accept: text/plain' "Content-Type: ${4:-application/json}"
}
told() { LC_ALL=C tr '\000-\011\013-\037\177' '[ *]' <"$ANSWER" | sed -n "s/^$1 /${2:-}/p"; }

# ask_portal: sets PORTAL_STATE to how far this upload has come. Without an answer the script goes on.
ask_portal() {
  PORTAL_STATE=''
  [ -n "$COMPLETE_ADDRESS" ] || return 0
  ATTEMPTS=2 call_portal GET "$COMPLETE_ADDRESS" /dev/null
  [ "$STATUS" != 401 ] || fail 6 "The portal refused the upload ($(reason))."
  PORTAL_STATE=$(told state)
}

# check_zip: shows the portal the end of the zip, and whatever else of it the portal asks for, and tells what it says
check_zip() {
  local ATTEMPTS=2 stretches='' length=131072 offset
  [ -n "$COMPLETE_ADDRESS" ] || { say 'These services do not check a zip before it is sent.'; return; }
  say "Checking $(presentable "$ZIP_NAME")"
  [ "$SIZE" -ge "$length" ] || length=$SIZE
  offset=$((SIZE - length))
  while [ -n "$length" ]; do
    tail -c "+$((offset + 1))" "$ZIP" 2>/dev/null | head -c "$length" >>"$WORK/shown"
    stretches=${stretches:+$stretches,}$offset:$length
    call_portal POST "${COMPLETE_ADDRESS%/*}/check-upload?size=$SIZE&stretches=$stretches" "$WORK/shown" \
      application/octet-stream
    [ "$STATUS" = 200 ] || { say "The portal does not check the zip now ($(reason)), but after the upload."; return; }
    read -r offset length <<<"$(told needed)"
  done
  told warning 'Warning: '
  [ -z "$(told fault)" ] ||
    fail 11 'The portal would not accept this zip, so nothing was sent:' "$(told fault '- ')" "$MEND"
}

# list_blocks: the blocks that the storage already holds, one "id size" on each line, into $WORK/held. Once the portal
# has refused what lies there, only blocks that were sent since count. Of AzCopy's only place and size can be told: they
# count where the note says that AzCopy was started on this zip, and the zip is not newer than the note.
list_blocks() {
  local type=all others='^MDAwMD'
  [ "$PORTAL_STATE" != refused ] || type=uncommitted
  call GET "$ADDRESS&comp=blocklist&blocklisttype=$type" /dev/null
  case $STATUS in 200 | 404) ;; *) storage_failed "$(reason)" ;; esac
  NOTE="azcopy $FOLDER $SIZE $BLOCK_MIB"
  [ "$(cat "$STATE_FILE" 2>/dev/null)" != "$NOTE" ] || [ "$ZIP" -nt "$STATE_FILE" ] || others='^$'
  awk -v RS='<' '/^Name>/ { name = substr($0, 6) } /^Size>/ { print name, substr($0, 6) + 0 }' "$ANSWER" |
    grep -v "$others" >"$WORK/held"
}

# held_id ID INDEX LENGTH: the id under which the storage holds this block, its own or AzCopy's, or nothing
held_id() {
  grep -x -e "$1 $3" -e "MDAwMD.\{22\}$(printf '0000000000%05d' "$2" | base64) $3" "$WORK/held" | sed -n '1s/ .*//p'
}

# send_block INDEX: unless the storage holds it. Its id names its content, size and place, so that only this very block
# is ever taken as sent; it is as long as AzCopy's, since the storage takes only ids of one length for one file.
send_block() {
  local length=$((SIZE - $1 * BLOCK_MIB * MIB)) sum id held=''
  [ "$length" -le $((BLOCK_MIB * MIB)) ] || length=$((BLOCK_MIB * MIB))
  sum=$(read_block "$1" | md5_of)
  id=$(printf '%s%03d%05d' "${sum:0:28}" "$BLOCK_MIB" "$1" | base64)
  [ ! -s "$WORK/held" ] || held=$(held_id "$id" "$1" "$length")
  if [ -z "$held" ]; then
    call PUT "$ADDRESS&comp=block&blockid=$id" "block:$1" 'Content-Type: application/octet-stream' \
      "Content-MD5: $(printf '%b' "$(printf '%s' "$sum" | sed 's/../\\x&/g')" | base64)"
    [ "$STATUS" = 201 ] || { reason >"$WORK/failed"; return 1; }
    say "$1" >>"$WORK/sent"
  fi
  say "$1 ${held:-$id}" >>"$WORK/stored"
}

# send_lane LANE: every so many-th block of the zip, until all are stored or one fails
send_lane() {
  local index
  LANE=$1
  for ((index = LANE; index < COUNT; index += AT_ONCE)); do
    if [ -e "$WORK/failed" ] || ! send_block "$index"; then return; fi
    [ "$LANE" -gt 0 ] || tell_progress
  done
}

tell_progress() {
  local left=$((COUNT - $(wc -l <"$WORK/stored"))) rate=$(($(wc -l <"$WORK/sent") * BLOCK_MIB * 10 / (SECONDS + 1)))
  if [ "$rate" -eq 0 ] || [ "$((left * 100 / COUNT))" = "${SHOWN:-}" ]; then return; fi
  SHOWN=$((left * 100 / COUNT))
  say "$((100 - SHOWN)) % sent, $((rate / 10)).$((rate % 10)) MiB/s, $((left * BLOCK_MIB * 10 / rate)) s left"
}

upload_in_blocks() {
  local lane lanes='' sent
  say "Sending the file without AzCopy, in $COUNT blocks of $BLOCK_MIB MiB"
  touch "$WORK/stored" "$WORK/sent"
  SECONDS=0
  for ((lane = 0; lane < AT_ONCE; lane++)); do
    send_lane "$lane" &
    lanes="$lanes $!"
  done
  # shellcheck disable=SC2086
  wait $lanes
  [ ! -e "$WORK/failed" ] || storage_failed "$(cat "$WORK/failed")"
  sent=$(($(wc -l <"$WORK/sent")))
  say "$sent of $COUNT blocks sent, $((COUNT - sent)) had arrived before"
  {
    printf '<?xml version="1.0" encoding="utf-8"?><BlockList>'
    sort -n "$WORK/stored" | sed 's|^[0-9]* \(.*\)$|<Latest>\1</Latest>|'
    printf '</BlockList>'
  } >"$WORK/list"
  call PUT "$ADDRESS&comp=blocklist" "$WORK/list" 'Content-Type: application/xml' \
    'x-ms-blob-content-type: application/zip'
  [ "$STATUS" = 201 ] || storage_failed "$(reason)"
}

# find_azcopy: sets AZCOPY to the program on the path, else to one that is fetched for this run where the portal names
# one, or says why that cannot be had. One that merely lies about is never run, since it would be given the link. A star
# in the path of the zip is a pattern for it.
find_azcopy() {
  local source=$AZCOPY_WINDOWS package=$WORK/package
  case $(uname -s) in Darwin) source=$AZCOPY_MAC ;; Linux) source=$AZCOPY_LINUX ;; esac
  if [[ $ZIP == *\** ]] || AZCOPY=$(type -P azcopy) || [ -z "$source" ]; then return; fi
  say 'Downloading AzCopy'
  if ! curl --location --fail --silent --connect-timeout 30 --output "$package" "${source%%#*}" ||
    [ "$(sha256 <"$package")" != "${source##*#sha256=}" ]; then
    say 'Failed to download AzCopy. Only the very file that the portal names is used.'
  elif ! mkdir "$WORK/download" || ! tar -xf "$package" -C "$WORK/download" 2>/dev/null; then
    say 'Failed to extract AzCopy.'
  else
    AZCOPY=$(find "$WORK/download" -type f \( -name azcopy -o -name azcopy.exe \) | head -n 1)
    [ -n "$AZCOPY" ] || say 'AzCopy executable not found.'
  fi
}

# upload_with_azcopy: whether AzCopy has sent the zip. Its logs and plans go to the folder that is removed at the end.
upload_with_azcopy() {
  local line
  say "Sending the file with AzCopy ($AZCOPY)"
  mkdir "$WORK/azcopy"
  printf '%s' "$NOTE" 2>/dev/null >"$STATE_FILE"
  AZCOPY_LOG_LOCATION=$WORK/azcopy AZCOPY_JOB_PLAN_LOCATION=$WORK/azcopy AZCOPY_DISABLE_SYSLOG=true \
    "$AZCOPY" copy "$ZIP" "$ADDRESS" --from-to LocalBlob --overwrite=true \
    --block-size-mb="$BLOCK_MIB" --log-level=ERROR --output-type=json 2>&1 | tee "$WORK/azcopy/messages.log" |
    while IFS= read -r line; do
      if [[ $line =~ PercentComplete[^0-9]+([0-9]+) ]]; then say "AzCopy: ${BASH_REMATCH[1]} % sent"; fi
    done | uniq
  [ "${PIPESTATUS[0]}" -ne 0 ] || return 0
  line=$(cat "$WORK"/azcopy/*.log | grep -E 'ERR|"MessageType":"Error"|^[^{0-9 ]' | tail -n 1)
  say "AzCopy failed: $(presentable "$line")"
  list_blocks # what has arrived all the same
  return 1
}

# send_zip: by AzCopy unless it fails or something has arrived, which it would send again; in 50,000 blocks at most
send_zip() {
  BLOCK_MIB=$((BLOCK_MIB + SIZE / (50000 * MIB)))
  COUNT=$(((SIZE + BLOCK_MIB * MIB - 1) / (BLOCK_MIB * MIB)))
  list_blocks
  AZCOPY=''
  [ -s "$WORK/held" ] || [ -n "${UPLOAD_WITHOUT_AZCOPY:-}" ] || find_azcopy
  if [ -z "$AZCOPY" ] || ! upload_with_azcopy; then upload_in_blocks; fi
  [ "$(wc -c <"$ZIP")" -eq "$SIZE" ] ||
    fail 10 'The file changed while it was being sent.' 'Run the script again when it is complete.'
}

# ask_storage: whether the storage holds the whole file, where no portal takes a report
ask_storage() {
  call GET "$ADDRESS&comp=blocklist" /dev/null
  tr '\r' ' ' <"$ANSWER.headers" | grep -qi "^x-ms-blob-content-length: $SIZE *$" ||
    fail 9 "The file was sent, but the storage did not confirm its $SIZE bytes ($(reason))." "$AGAIN"
}

# report_upload: tells the portal what was sent, which confirms it
report_upload() {
  local name
  name=$(printf '%s' "$ZIP_NAME" | LC_ALL=C tr '\001-\010\012-\037\177' '[?*]' |
    sed -e 's/[\\"]/\\&/g' -e $'s/\t/\\\\t/g')
  printf '{"file_name":"%s","size":%s,"sha256":"%s"}' "$name" "$SIZE" "$(cat "$WORK/hash")" >"$WORK/report"
  call_portal POST "$COMPLETE_ADDRESS" "$WORK/report"
  case $STATUS in
    2??) ;;
    4??) fail 9 "The portal refused the upload ($(reason))." ;; # its message says what to do
    *) fail 9 "The portal did not confirm the upload ($(reason))." \
      'It may still have succeeded: wait about 15 minutes, then refresh the home page.' "$AGAIN" ;;
  esac
}

# follow_portal: waits for what the portal says of the zip, for as long as it tells how far it is
follow_portal() {
  local stage='' shown=''
  while :; do
    call_portal GET "$COMPLETE_ADDRESS" /dev/null
    stage=$(told stage)
    case $(told state) in
      processed) say 'The portal has catalogued the model: it is pending admin acceptance.' && return ;;
      refused) fail 13 'The portal has refused the zip:' "$(told fault '- ')" "$MEND" ;;
      processing) [ "$stage" = "$shown" ] || say "The portal is $stage the model (it goes on if you press Ctrl+C)" ;;
      *) break ;;
    esac
    shown=$stage
    sleep 1
  done
  say 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until it is pending admin acceptance.'
}

main() {
  local hasher
  prepare "$@"
  say "Model: $(presentable "$MODEL"), to be sent to $FOLDER"
  ask_portal
  sha256 <"$ZIP" >"$WORK/hash" &
  hasher=$!
  case $PORTAL_STATE in
    process*) say 'The portal has the zip of this script already, so nothing is sent.' ;;
    *) check_zip && send_zip ;;
  esac
  wait "$hasher"
  say "SHA-256: $(cat "$WORK/hash") ($SIZE bytes)"
  if [ -z "$COMPLETE_ADDRESS" ]; then ask_storage; else report_upload; fi
  grep '^HTTP/' "$ANSWER.headers" | tail -n 1 | tr -d '\r' # the vendor knows by it that all went well
  [ -z "$COMPLETE_ADDRESS" ] || follow_portal
}

main "$@"
