#!/usr/bin/env bash
# What the portal has filled in for this one upload: where it goes, and a link and a token that serve it until they
# expire. No password, no sign-in. Do not pass the script on.
PREFIX='@@PREFIX@@'
BLOB_NAME='@@BLOB_NAME@@'
QUERY='@@QUERY@@'
FOLDER='@@FOLDER@@'
UPLOAD_TOKEN='@@UPLOAD_TOKEN@@'
COMPLETE_ADDRESS='@@COMPLETE_ADDRESS@@'
AZCOPY_LINUX='@@AZCOPY_LINUX@@'
AZCOPY_MAC='@@AZCOPY_MAC@@'
AZCOPY_WINDOWS='@@AZCOPY_WINDOWS@@'
EXPIRES='@@EXPIRES@@'
RECORD_ID='@@RECORD_ID@@'
MODEL_NAME='@@MODEL_NAME@@'
# ==== From the next line on, every copy is the same; the instructions page tells the SHA-256 of that part. ====
# Sends one zipped flood model to the storage of the agency, reports it to the portal and waits for its verdict:
#
#   bash upload_script.sh "/path/to/model.zip"
#
# Needs bash 3.2 or later and curl. If the upload breaks off, run the same command again: what has arrived is not sent a
# second time. So that what AzCopy has sent counts too, a note is kept beside the script, upload_script.state: the
# destination and the size of the zip, nothing secret. Where the services take no report of an upload, there is no token:
# then the storage itself is asked whether the whole file has arrived.
#
# Exit codes: 0 confirmed; 2 no path given; 3 no such file; 4 something is missing on this computer; 5 not filled in by
# the portal; 6 refused, most often expired; 7 storage out of reach; 8 AzCopy failed; 9 not confirmed; 10 file too large
# or changed meanwhile; 11 faults found before sending; 12 storage full; 13 faults found by the portal; 130 interrupted.
#
# Environment: UPLOAD_UNCHECKED=1 sends a zip that is at fault, UPLOAD_WITHOUT_AZCOPY=1 leaves AzCopy aside;
# UPLOAD_BLOCK_MIB (16, up to 100), UPLOAD_AT_ONCE (4 blocks), UPLOAD_RETRY_WAIT (2 seconds, doubled each time),
# UPLOAD_STALL (60 seconds until a connection that stands still is given up); HTTPS_PROXY=http://user:password@proxy:port.

[ -n "${BASH_VERSION:-}" ] || { echo 'Error: use bash: bash upload_script.sh "/path/to/model.zip"' >&2; exit 4; }
set -u
umask 077

MIB=1048576
MAX_BLOCKS=50000
ATTEMPTS=6
LANE=0
WORKERS=''
AGAIN='Run the same command again: what has arrived is not sent a second time.'
RENEW='Download a new script on the instructions page of the record and run that one.'

say() { printf '%s\n' "$*"; }

# fail CODE LINE...: the first line says what happened, the others what to do
fail() {
  local code=$1
  printf 'Error: %s\n' "$2" >&2
  shift 2
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit "$code"
}

# Text from elsewhere, made fit for the screen: without link, token and control characters.
presentable() {
  local text=$1
  [ -z "$QUERY" ] || text=${text//"$QUERY"/...}
  [ -z "$UPLOAD_TOKEN" ] || text=${text//"$UPLOAD_TOKEN"/...}
  printf '%s' "$text" | LC_ALL=C tr '\000-\037\177' '[ *]' | LC_ALL=C sed -E 's/[?][^[:space:]"]*=[^[:space:]"]*/?.../g'
}

# check_argument ARGUMENT...: sets ZIP and ZIP_NAME
check_argument() {
  [ -n "${1:-}" ] || fail 2 'No file path argument provided.' 'Usage: bash upload_script.sh "/path/to/model.zip"'
  case $1 in /*) ZIP=$1 ;; *) ZIP=$PWD/$1 ;; esac
  ZIP_NAME=${ZIP##*/}
  [ -f "$ZIP" ] || fail 3 "Path is not a file or does not exist: $1"
  [ -r "$ZIP" ] || fail 3 "The file cannot be read: $1" 'Give your user the right to read it.'
}

has() { type -P "$1" >/dev/null; }

# prepare: looks for the programs, makes a folder to work in, and removes those of runs that were killed, where logs of
# AzCopy may hold the link
prepare() {
  local name
  case $PREFIX in http://* | https://*) ;; *) fail 5 'This script was not filled in by the portal.' "$RENEW" ;; esac
  for name in awk base64 curl dd grep head mktemp sed sort tail tr; do
    has "$name" || fail 4 "$name was not found on this computer." "Install $name and run the script again."
  done
  has sha256sum || has shasum || fail 4 'Neither sha256sum nor shasum was found on this computer.' 'Install one of them.'
  has md5sum || has md5 || has openssl || fail 4 'None of md5sum, md5, openssl was found on this computer.' 'Install one.'
  WORK=$(mktemp -d "${TMPDIR:-/tmp}/flood-model-upload.XXXXXX") ||
    fail 4 "Directory does not exist: ${TMPDIR:-/tmp}" 'Set TMPDIR to a directory that can be written to.'
  STATE_FILE=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/upload_script.state
  printf '%s\n' "$$" >"$WORK/owner"
  trap 'end_workers; rm -rf "$WORK"' EXIT
  trap 'exit 130' INT TERM HUP
  for name in "${TMPDIR:-/tmp}"/flood-model-upload.*; do
    [ ! -O "$name" ] || [ ! -f "$name/owner" ] || kill -0 "$(cat "$name/owner")" 2>/dev/null || rm -rf "$name"
  done
  SIZE=$(($(wc -c <"$ZIP")))
}

# shellcheck disable=SC2086
end_workers() { [ -z "$WORKERS" ] || kill $WORKERS 2>/dev/null; }

sha256() { if has sha256sum; then sha256sum; else shasum -a 256; fi | cut -c 1-64; }
md5_of() { if has md5sum; then md5sum; elif has md5; then md5; else openssl dgst -md5; fi | grep -Eo '[0-9a-f]{32}'; }

# Until when the link is good, as far as it is known.
good_until() {
  local verb=is
  [ -n "$EXPIRES" ] || { printf 'The link of this script may have expired.'; return; }
  [[ $EXPIRES > $(date -u +%Y-%m-%dT%H:%M:%SZ) ]] || verb=was
  printf 'The link of this script %s good until %s.' "$verb" "$EXPIRES"
}

# One line of a curl configuration. Link and token reach curl in a file that only this user can read, never through its
# arguments, where other users of the computer could read them.
option() {
  local value=${2//\\/\\\\}
  value=${value//\"/\\\"}
  printf '%s = "%s"\n' "$1" "$value"
}

read_block() { dd if="$ZIP" bs="$MIB" skip="$(($1 * BLOCK_MIB))" count="$BLOCK_MIB" 2>/dev/null; }

# body_of KIND: what a request carries: nothing, one block of the zip by its index, or a file
body_of() { case $1 in '') ;; block:*) read_block "${1#block:}" ;; *) cat "$1" ;; esac; }

# call METHOD ADDRESS BODY [HEADER...]: one request, repeated while there is hope. Sets STATUS (000: no answer) and
# ANSWER: the file of the answer, beside its headers and curl's complaint.
call() {
  local method=$1 address=$2 body=$3 attempt=1 wait=${UPLOAD_RETRY_WAIT:-2} header
  shift 3
  ANSWER=$WORK/answer.$LANE
  {
    if [ "$method" = HEAD ]; then printf 'head\n'; else option request "$method"; fi
    option url "$address"
    [ -z "$body" ] || option data-binary '@-'
    for header in 'Expect:' "$@"; do option header "$header"; done
  } >"$WORK/request.$LANE"
  while :; do
    : >"$ANSWER"
    STATUS=$(body_of "$body" |
      curl --config "$WORK/request.$LANE" --http1.1 --globoff --silent --show-error --connect-timeout 30 \
        --speed-limit 1 --speed-time "${UPLOAD_STALL:-60}" \
        --output "$ANSWER" --dump-header "$ANSWER.headers" --write-out '%{http_code}' 2>"$ANSWER.trouble") ||
      case $STATUS in 4??) ;; *) STATUS=000 ;; esac # a refusal may cut the sending short
    case $STATUS in
      000 | 408 | 429 | 500 | 502 | 503 | 504) ;;
      400) grep -q Md5Mismatch "$ANSWER" || return 0 ;; # damaged on the way
      *) return 0 ;;
    esac
    [ "$attempt" -lt "$ATTEMPTS" ] || return 0
    say "No good answer ($(reason)). Trying again in $wait seconds."
    sleep "$wait"
    wait=$((wait * 2))
    attempt=$((attempt + 1))
  done
}

# Why the last call failed: curl's complaint, the storage's error code or the portal's message.
reason() {
  local text
  if [ "$STATUS" = 000 ]; then
    text=$(tail -n 1 "$ANSWER.trouble")
  else
    text=$(sed -nE -e 's/.*<Code>([A-Za-z0-9]+)<.*/\1/p' \
      -e 's/.*"message"[[:space:]]*:[[:space:]]*"(([^"\\]|\\.)*)".*/\1/p' "$ANSWER" | head -n 1)
    text="$STATUS${text:+ $text}"
  fi
  presentable "$text"
}

# storage_failed REASON: the reason begins with the status, if there was an answer
storage_failed() {
  case $1 in
    401* | 403* | 404*) fail 6 "The storage refused the upload ($1)." "$(good_until)" "$RENEW" ;;
    407* | *'response 407'*)
      fail 7 "The proxy of your network wants to know who you are ($1)." \
        'Put HTTPS_PROXY=http://user:password@proxy:port in front of the command.'
      ;;
    507*)
      fail 12 "The storage has no room for the file ($1)." \
        'Tell the agency, which can make room; nothing is wrong at your end.' "${AGAIN/again:/again later:}"
      ;;
    *InvalidBlockList*)
      fail 7 'Another zip was sent with this script at the same time, and took the place of this one.' \
        'Wait until the other run has ended, then run the same command again.'
      ;;
    *) fail 7 "The file could not be sent ($1)." 'Check the connection to the internet.' "$AGAIN" ;;
  esac
}

# call_storage METHOD QUERY_OF_THE_OPERATION BODY [HEADER...]
call_storage() {
  local method=$1 operation=$2 body=$3
  shift 3
  call "$method" "$PREFIX$BLOB_NAME?$QUERY${operation:+&$operation}" "$body" 'x-ms-version: 2021-12-02' "$@"
}

# call_portal METHOD ADDRESS BODY [TYPE]: the answer is asked for in lines of a name and a value, which `told NAME` reads
call_portal() {
  call "$1" "$2" "$3" "x-upload-token: $UPLOAD_TOKEN" 'Accept: text/plain' "Content-Type: ${4:-application/json}"
}
told() { LC_ALL=C tr '\000-\011\013-\037\177' '[ *]' <"$ANSWER" | sed -n "s/^$1 //p"; }

# fail_with CODE HEADING ADVICE: with the faults in the portal's last answer
fail_with() {
  local code=$1 heading=$2 advice=$3 fault
  set --
  while IFS= read -r fault; do set -- "$@" "- $fault"; done <<END
$(told fault)
END
  fail "$code" "$heading" "$@" "$advice"
}

# ask_portal: sets PORTAL_STATE to how far this upload has come, where the portal tells. Who runs the script again, or
# too late, then learns it before anything is sent. Without an answer the script goes on.
ask_portal() {
  local ATTEMPTS=2
  PORTAL_STATE=''
  [ -n "$COMPLETE_ADDRESS" ] || return 0
  call_portal GET "$COMPLETE_ADDRESS" ''
  [ "$STATUS" != 401 ] || fail 6 "The portal refused the upload ($(reason))." "$(good_until)" "$RENEW"
  [ "$STATUS" != 200 ] || PORTAL_STATE=$(told state)
}

# Whether the portal has a zip of this script already: then nothing is sent, and the last step says whether it is this one.
is_taken() { [ "$PORTAL_STATE" = processed ] || [ "$PORTAL_STATE" = processing ]; }

# check_zip: shows the portal the end of the zip, and whatever else of it the portal asks for, and tells what it says
check_zip() {
  local ATTEMPTS=2 stretches='' length=131072 offset
  [ -n "$COMPLETE_ADDRESS" ] || { say 'These services do not check a zip before it is sent.'; return; }
  say "Checking $(presentable "$ZIP_NAME")"
  [ "$SIZE" -ge "$length" ] || length=$SIZE
  offset=$((SIZE - length))
  while [ -n "$length" ]; do
    tail -c "+$((offset + 1))" "$ZIP" 2>/dev/null | head -c "$length" >>"$WORK/stretches"
    stretches=${stretches:+$stretches,}$offset:$length
    call_portal POST "${COMPLETE_ADDRESS%/*}/check-upload?size=$SIZE&stretches=$stretches" "$WORK/stretches" \
      application/octet-stream
    [ "$STATUS" = 200 ] || { say "The portal does not check the zip now ($(reason)), but after the upload."; return; }
    read -r offset length <<END
$(told needed)
END
  done
  told warning | sed 's/^/Warning: /'
  [ -n "$(told fault)" ] || return 0
  [ -z "${UPLOAD_UNCHECKED:-}" ] || { told fault | sed 's/^/Fault: /'; return; }
  fail_with 11 'The portal would not accept this zip, so nothing was sent:' \
    'To send the zip all the same, put UPLOAD_UNCHECKED=1 in front of the command.'
}

# plan_blocks: sets BLOCK_MIB, as small as the largest number of blocks allows, and COUNT
plan_blocks() {
  local usual=8 least=$(((SIZE + MAX_BLOCKS * MIB - 1) / (MAX_BLOCKS * MIB)))
  [ "$SIZE" -lt $((1024 * MIB)) ] || usual=16
  BLOCK_MIB=${UPLOAD_BLOCK_MIB:-$usual}
  [ "$BLOCK_MIB" -ge "$least" ] || BLOCK_MIB=$least
  [ "$BLOCK_MIB" -le 100 ] || fail 10 'The file is too large to be sent.' 'Leave out files the model does not need.'
  COUNT=$(((SIZE + BLOCK_MIB * MIB - 1) / (BLOCK_MIB * MIB)))
}

# list_blocks: the blocks that the storage already holds, one "id size" on each line, into $WORK/held. Once the portal has
# refused what lies there, only blocks that were sent since count. Of AzCopy's blocks only place and size can be told: they
# count where the note says that AzCopy was started on this zip, and the zip is not newer than the note.
list_blocks() {
  local type=all
  [ "$PORTAL_STATE" != refused ] || type=uncommitted
  call_storage GET "comp=blocklist&blocklisttype=$type" ''
  case $STATUS in
    200) awk -v RS='<' '/^Name>/ { name = substr($0, 6) } /^Size>/ { print name, substr($0, 6) + 0 }' "$ANSWER" ;;
    000 | 401 | 403 | 407 | 429 | 5??) storage_failed "$(reason)" ;;
  esac >"$WORK/held"
  NOTE="azcopy $FOLDER $SIZE $BLOCK_MIB"
  HAS_AZCOPY_BLOCKS=''
  [ "$(cat "$STATE_FILE" 2>/dev/null)" != "$NOTE" ] || [ "$ZIP" -nt "$STATE_FILE" ] || HAS_AZCOPY_BLOCKS=1
}

# held_id ID INDEX LENGTH: the id under which the storage holds this block, or nothing
held_id() {
  if grep -qxF -- "$1 $3" "$WORK/held"; then
    printf '%s' "$1"
  elif [ -n "$HAS_AZCOPY_BLOCKS" ]; then
    grep -x -- "MDAwMD.\{22\}$(printf '0000000000%05d' "$2" | base64) $3" "$WORK/held" | head -n 1 | cut -d ' ' -f 1
  fi
}

# send_block INDEX: unless the storage holds it. Its id names its content, size and place, so that only this very block is
# ever taken as sent; it is as long as AzCopy's ids, since the storage takes only ids of one length for one file.
send_block() {
  local length=$((SIZE - $1 * BLOCK_MIB * MIB)) sum id held=''
  [ "$length" -le $((BLOCK_MIB * MIB)) ] || length=$((BLOCK_MIB * MIB))
  sum=$(read_block "$1" | md5_of)
  id=$(printf '%s%03d%05d' "${sum:0:28}" "$BLOCK_MIB" "$1" | base64)
  [ ! -s "$WORK/held" ] || held=$(held_id "$id" "$1" "$length")
  if [ -z "$held" ]; then
    call_storage PUT "comp=block&blockid=$id" "block:$1" 'Content-Type: application/octet-stream' \
      "Content-MD5: $(printf '%b' "$(printf '%s' "$sum" | sed 's/../\\x&/g')" | base64)"
    [ "$STATUS" = 201 ] || { reason >"$WORK/failed"; return 1; }
    say "$1" >>"$WORK/sent"
  fi
  say "$1 ${held:-$id}" >>"$WORK/stored"
}

# send_lane LANE LANES: every so many-th block of the zip, until all are stored or one fails
send_lane() {
  local index=$1
  LANE=$1
  while [ "$index" -lt "$COUNT" ] && [ ! -e "$WORK/failed" ]; do
    send_block "$index" || return
    index=$((index + $2))
  done
}

# show_progress: percent, rate and time left, once a second
show_progress() {
  local start=$SECONDS stored rate percent shown=''
  while sleep 1 >/dev/null 2>&1 && [ -d "$WORK" ] && [ ! -e "$WORK/list" ]; do
    stored=$(($(wc -l <"$WORK/stored") * BLOCK_MIB))
    percent=$((stored * 100 / (COUNT * BLOCK_MIB)))
    rate=$(($(wc -l <"$WORK/sent") * BLOCK_MIB * 10 / (SECONDS - start + 1)))
    if [ "$percent" = "$shown" ] || [ "$rate" -eq 0 ]; then continue; fi
    say "$percent % sent, $((rate / 10)).$((rate % 10)) MiB/s, $(((COUNT * BLOCK_MIB - stored) * 10 / rate)) s left"
    shown=$percent
  done
}

upload_in_blocks() {
  local lane=0 lanes=${UPLOAD_AT_ONCE:-4} sent
  say "Sending the file without AzCopy, in $COUNT blocks of $BLOCK_MIB MiB"
  : >"$WORK/stored"
  : >"$WORK/sent"
  while [ "$lane" -lt "$lanes" ]; do
    send_lane "$lane" "$lanes" &
    WORKERS="$WORKERS $!"
    lane=$((lane + 1))
  done
  show_progress &
  disown $!
  # shellcheck disable=SC2086
  wait ${WORKERS#"$HASHER"}
  WORKERS=$HASHER
  kill $! 2>/dev/null # not waited for: a signal that comes while it starts is lost, and it ends by itself
  [ ! -e "$WORK/failed" ] || storage_failed "$(cat "$WORK/failed")"
  sent=$(($(wc -l <"$WORK/sent")))
  say "$sent of $COUNT blocks sent, $((COUNT - sent)) had arrived before"
  {
    printf '<?xml version="1.0" encoding="utf-8"?><BlockList>'
    sort -n "$WORK/stored" | sed 's|^[0-9]* \(.*\)$|<Latest>\1</Latest>|'
    printf '</BlockList>'
  } >"$WORK/list"
  call_storage PUT comp=blocklist "$WORK/list" 'Content-Type: application/xml' 'x-ms-blob-content-type: application/zip'
  [ "$STATUS" = 201 ] || storage_failed "$(reason)"
}

# fetch_azcopy ADDRESS#sha256=HASH FOLDER: downloads AzCopy for this run; sets AZCOPY, or says why it cannot be had
fetch_azcopy() {
  say 'Downloading AzCopy'
  if ! mkdir "$2"; then
    say "Directory does not exist: $2"
  elif ! curl --location --fail --silent --connect-timeout 30 --output "$2.package" "${1%%#*}"; then
    say 'Failed to download AzCopy.'
  elif [ "$(sha256 <"$2.package")" != "${1##*#sha256=}" ]; then
    say 'Failed to download AzCopy. What came is not the file that the portal names, and is not used.'
  elif ! { unzip -oq "$2.package" -d "$2" || tar -xzf "$2.package" -C "$2"; } >/dev/null 2>&1; then
    say 'Failed to extract AzCopy.'
  else
    AZCOPY=$(find "$2" -type f \( -name azcopy -o -name azcopy.exe \) | head -n 1)
    chmod u+x "$AZCOPY" 2>/dev/null && "$AZCOPY" --version >/dev/null 2>&1 && return
    AZCOPY=''
    say 'AzCopy executable not found.'
  fi
}

# find_azcopy: sets AZCOPY to the program on the path, else to one that is fetched where the portal names one. One that
# merely lies about is never run, since it would be given the link; and a star in the path would be a pattern for it.
find_azcopy() {
  local address
  case $ZIP in *\**) return ;; esac
  case $(uname -s) in Darwin) address=$AZCOPY_MAC ;; Linux) address=$AZCOPY_LINUX ;; *) address=$AZCOPY_WINDOWS ;; esac
  AZCOPY=$(type -P azcopy) || [ -z "$address" ] || fetch_azcopy "$address" "$WORK/azcopy_download"
}

# AzCopy's logs and plans would keep the link on this computer, so they go to the folder that is removed at the end.
upload_with_azcopy() {
  local code trouble line percent shown=''
  say "Sending the file with AzCopy ($AZCOPY)"
  mkdir "$WORK/azcopy"
  printf '%s' "$NOTE" 2>/dev/null >"$STATE_FILE"
  AZCOPY_LOG_LOCATION=$WORK/azcopy AZCOPY_JOB_PLAN_LOCATION=$WORK/azcopy AZCOPY_DISABLE_SYSLOG=true \
    "$AZCOPY" copy "$ZIP" "$PREFIX$BLOB_NAME?$QUERY" --from-to LocalBlob --overwrite=true \
    --block-size-mb="$BLOCK_MIB" --log-level=ERROR --output-type=json 2>&1 |
    while IFS= read -r line || [ -n "$line" ]; do
      printf '%s\n' "$line" >>"$WORK/azcopy/messages.log"
      percent=$(printf '%s' "$line" | sed -nE 's/.*PercentComplete[\": ]+([0-9]+).*/\1/p')
      [ "${percent:-$shown}" = "$shown" ] || say "AzCopy: $percent % sent"
      shown=${percent:-$shown}
    done
  code=${PIPESTATUS[0]}
  [ "$code" -ne 0 ] || return 0
  trouble=$(cat "$WORK"/azcopy/*.log)
  case $trouble in
    *AuthenticationFailed* | *AuthorizationFailure* | *' : 401 : '* | *' : 403 : '*) storage_failed '403, told to AzCopy' ;;
    *InsufficientStorage* | *' : 507 : '*) storage_failed '507, told to AzCopy' ;;
  esac
  trouble=$(printf '%s\n' "$trouble" | grep -E 'ERR|"MessageType":"Error"|^[^{0-9 ]' | tail -n 1)
  fail 8 "AzCopy failed with exit code $code: $(presentable "$trouble")" \
    'Put UPLOAD_WITHOUT_AZCOPY=1 in front of the command to send the file without AzCopy.'
}

# send_zip: by AzCopy unless something has arrived, which AzCopy would send again
send_zip() {
  plan_blocks
  list_blocks
  AZCOPY=''
  [ -s "$WORK/held" ] || [ -n "${UPLOAD_WITHOUT_AZCOPY:-}" ] || find_azcopy
  if [ -n "$AZCOPY" ]; then upload_with_azcopy; else upload_in_blocks; fi
  [ "$(wc -c <"$ZIP")" -eq "$SIZE" ] ||
    fail 10 'The file changed while it was being sent.' 'Run the script again when it is complete.'
}

# The status line of the last answer, by which the vendor knows that all went well.
tell_status() { grep '^HTTP/' "$ANSWER.headers" | tail -n 1 | tr -d '\r'; }

# ask_storage: whether the storage holds the whole file, where no portal takes a report
ask_storage() {
  local length
  call_storage HEAD '' ''
  length=$(tr -d '\r' <"$ANSWER.headers" | sed -nE 's/^[Cc]ontent-[Ll]ength: *([0-9]+)$/\1/p' | tail -n 1)
  [ "$STATUS" != 200 ] || [ "$length" = "$SIZE" ] || STATUS="${length:-unknown} bytes of $SIZE"
  [ "$STATUS" = 200 ] || fail 9 "The file was sent, but the storage did not confirm it ($STATUS)." "$AGAIN"
  tell_status
}

# report_upload: tells the portal what was sent, which confirms it
report_upload() {
  local sent='The file was sent, but the portal' name
  ! is_taken || sent='Nothing was sent, since the portal'
  name=$(printf '%s' "$ZIP_NAME" | LC_ALL=C tr '\001-\010\012-\037\177' '[?*]' | sed -e 's/[\\"]/\\&/g' -e $'s/\t/\\\\t/g')
  printf '{"file_name":"%s","size":%s,"sha256":"%s"}' "$name" "$SIZE" "$HASH" >"$WORK/report"
  call_portal POST "$COMPLETE_ADDRESS" "$WORK/report"
  case $STATUS in
    2??) tell_status ;;
    000 | 5??)
      fail 9 "$sent did not confirm it ($(reason))." \
        'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.' "$AGAIN"
      ;;
    409) fail 9 "$sent refused it ($(reason))." ;; # its message says what to do
    *) fail 9 "$sent refused it ($(reason))." "$RENEW" ;;
  esac
}

# follow_portal: waits for what the portal says of the zip, for as long as it tells how far it is
follow_portal() {
  local ATTEMPTS=1 misses=0 stage shown=''
  while [ "$misses" -lt 20 ]; do
    call_portal GET "$COMPLETE_ADDRESS" ''
    case $STATUS:$(told state) in
      200:processed) say 'The portal has catalogued the model: it is pending admin acceptance.' && return ;;
      200:refused) fail_with 13 'The portal has refused the zip:' 'Mend it, zip again and run the same command again.' ;;
      200:processing) misses=0 ;;
      000:* | 429:* | 5??:*) misses=$((misses + 1)) ;;
      *) break ;;
    esac
    stage=$(told stage)
    [ "${stage:-$shown}" = "$shown" ] || say "The portal is $stage the model (it goes on if you press Ctrl+C)"
    shown=${stage:-$shown}
    sleep 1
  done
  say 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the model as'
  say 'pending admin acceptance.'
}

main() {
  check_argument "$@"
  prepare
  say "Model: $(presentable "$MODEL_NAME") (record $RECORD_ID), to be sent to $FOLDER"
  ask_portal
  is_taken || check_zip
  sha256 <"$ZIP" >"$WORK/hash" &
  HASHER=$!
  WORKERS=$HASHER
  if is_taken; then say 'The portal has the zip of this script already, so nothing is sent.'; else send_zip; fi
  wait "$HASHER"
  WORKERS=''
  HASH=$(cat "$WORK/hash")
  say "SHA-256: $HASH ($SIZE bytes)"
  if [ -z "$COMPLETE_ADDRESS" ]; then ask_storage; else report_upload && follow_portal; fi
}

main "$@"
