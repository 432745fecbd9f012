#!/usr/bin/env bash
#
# Sends one zipped flood model to the storage of the agency and reports it to the portal:
#
#   bash upload_script.sh "/path/to/model.zip"
#
# The portal fills in the values below when the script is downloaded: a link and a token that serve this one upload
# until they expire, no password and no sign-in. Do not pass the script on.
# Needs bash 3.2 or later (macOS has 3.2) and curl. If the upload breaks off, run the same command again: without
# AzCopy, what has arrived is not sent a second time; AzCopy sends the file anew.
#
# Exit codes
#     0  the portal has confirmed the upload
#     2  no file path argument provided
#     3  path is not a file or does not exist, or it cannot be read
#     4  something is missing on this computer: a program, or a directory to work in
#     5  this copy of the script was not filled in by the portal
#     6  the storage refused the upload; most often the link has expired
#     7  the storage could not be reached, or gave a wrong answer, several times
#     8  AzCopy failed
#     9  the file was sent, but the portal did not confirm it
#    10  the file is too large to be sent without AzCopy, or changed while it was being sent
#   130  interrupted
#
# Environment
#   UPLOAD_WITHOUT_AZCOPY=1  send the file with curl even where AzCopy is installed
#   UPLOAD_BLOCK_MIB=8       size of one block sent with curl, 1 to 100 MiB
#   UPLOAD_RETRY_WAIT=2      seconds before the first retry; each later one waits twice as long

set -u
umask 077

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

MIB=1048576
MAX_BLOCKS=50000
MAX_BLOCK_MIB=100
ATTEMPTS=6
AGAIN='Run the same command again: what has arrived is not sent a second time.'
RENEW='Download a new script on the instructions page of the record and run that one.'

say() { printf '%s\n' "$*"; }

# fail CODE LINE...
fail() {
  local code=$1
  shift
  printf 'Error: %s\n' "$1" >&2
  shift
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

check_script() {
  case $COMPLETE_ADDRESS in
    http://* | https://*) ;;
    *) fail 5 'This script was not filled in by the portal.' "$RENEW" ;;
  esac
}

# check_argument ARGUMENT...: sets ZIP and ZIP_NAME
check_argument() {
  [ -n "${1:-}" ] || fail 2 'No file path argument provided.' 'Usage: bash upload_script.sh "/path/to/model.zip"'
  case $1 in
    /*) ZIP=$1 ;;
    *) ZIP=$PWD/$1 ;;
  esac
  ZIP_NAME=${ZIP##*/}
  [ -f "$ZIP" ] || fail 3 "Path is not a file or does not exist: $1"
  [ -r "$ZIP" ] || fail 3 "The file cannot be read: $1" 'Give your user the right to read it.'
}

prepare() {
  command -v curl >/dev/null || fail 4 'curl was not found on this computer.' 'Install curl and run the script again.'
  WORK=$(mktemp -d "${TMPDIR:-/tmp}/flood-model-upload.XXXXXX") ||
    fail 4 "Directory does not exist: ${TMPDIR:-/tmp}" 'Set TMPDIR to a directory that can be written to.'
  trap 'rm -rf "$WORK"' EXIT
  trap 'exit 130' INT TERM HUP
}

# hash_zip: sets SIZE and HASH
hash_zip() {
  say "Calculating the SHA-256 hash of $(presentable "$ZIP_NAME")"
  SIZE=$(($(wc -c <"$ZIP")))
  if command -v sha256sum >/dev/null; then
    HASH=$(sha256sum <"$ZIP")
  elif command -v shasum >/dev/null; then
    HASH=$(shasum -a 256 <"$ZIP")
  else
    fail 4 'Neither sha256sum nor shasum was found on this computer.' 'Install one of them and run the script again.'
  fi
  HASH=${HASH:0:64}
  say "SHA-256: $HASH ($SIZE bytes)"
}

# One line of a curl configuration. Link and token reach curl through a pipe, never through its arguments,
# where other users of the computer could read them.
option() {
  local value=${2//\\/\\\\}
  value=${value//\"/\\\"}
  printf '%s = "%s"\n' "$1" "$value"
}

# call METHOD ADDRESS BODY_FILE [HEADER...]: one request, repeated while there is hope. Sets STATUS (000: no
# answer); leaves the answer in $WORK/answer, its headers in $WORK/headers, curl's complaint in $WORK/trouble.
call() {
  local method=$1 address=$2 body=$3 attempt=1 wait header
  shift 3
  case ${UPLOAD_RETRY_WAIT:-x} in *[!0-9]*) wait=2 ;; *) wait=$UPLOAD_RETRY_WAIT ;; esac
  while :; do
    : >"$WORK/answer"
    STATUS=$(
      {
        option request "$method"
        option url "$address"
        [ -z "$body" ] || option upload-file "$body"
        [ $# -eq 0 ] || for header in "$@"; do option header "$header"; done
      } | curl --config - --http1.1 --globoff --silent --show-error --header 'Expect:' \
        --connect-timeout 30 --speed-limit 1 --speed-time 120 \
        --output "$WORK/answer" --dump-header "$WORK/headers" --write-out '%{http_code}' 2>"$WORK/trouble"
    ) || case $STATUS in 4??) ;; *) STATUS=000 ;; esac # a refusal may cut the sending short
    case $STATUS in
      000 | 408 | 429 | 500 | 502 | 503 | 504) ;;
      *) return ;;
    esac
    [ "$attempt" -lt "$ATTEMPTS" ] || return
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
    text=$(tail -n 1 "$WORK/trouble")
  else
    text=$(sed -nE -e 's/.*<Code>([A-Za-z0-9]+)<.*/\1/p' \
      -e 's/.*"message"[[:space:]]*:[[:space:]]*"(([^"\\]|\\.)*)".*/\1/p' "$WORK/answer" | head -n 1)
    text="$STATUS${text:+ $text}"
  fi
  presentable "$text"
}

storage_failed() {
  case $STATUS in
    401 | 403 | 404)
      fail 6 "The storage refused the upload ($(reason))." "The link of this script is good until $EXPIRES." "$RENEW"
      ;;
    *) fail 7 "The file could not be sent ($(reason))." 'Check the connection to the internet.' "$AGAIN" ;;
  esac
}

# call_storage METHOD QUERY_OF_THE_OPERATION BODY_FILE [HEADER...]
call_storage() {
  local method=$1 operation=$2 body=$3
  shift 3
  call "$method" "$PREFIX$BLOB_NAME?$QUERY&$operation" "$body" 'x-ms-version: 2021-12-02' "$@"
}

# plan_blocks: sets BLOCK_MIB, as small as the largest number of blocks allows
plan_blocks() {
  local least=$(((SIZE + MAX_BLOCKS * MIB - 1) / (MAX_BLOCKS * MIB)))
  BLOCK_MIB=${UPLOAD_BLOCK_MIB:-8}
  case $BLOCK_MIB in
    [1-9] | [1-9][0-9] | 100) ;;
    *) BLOCK_MIB=8 ;;
  esac
  [ "$BLOCK_MIB" -ge "$least" ] || BLOCK_MIB=$least
  [ "$BLOCK_MIB" -le "$MAX_BLOCK_MIB" ] ||
    fail 10 'The file is too large to be sent without AzCopy.' 'Install AzCopy and run the script again.'
}

# The id names content, block size and place, so that only a block of this very file is ever taken as sent.
block_id() { printf '%s%04d%06d' "${HASH:0:32}" "$BLOCK_MIB" "$1" | base64; }

# The blocks that the storage already holds, one "id size" on each line.
list_blocks() {
  call_storage GET 'comp=blocklist&blocklisttype=all' ''
  case $STATUS in
    200) awk -v RS='<' '/^Name>/ { name = substr($0, 6) } /^Size>/ { print name, substr($0, 6) + 0 }' "$WORK/answer" ;;
  esac >"$WORK/held"
}

# send_block INDEX LENGTH ID
send_block() {
  dd if="$ZIP" of="$WORK/block" bs="$MIB" skip="$(($1 * BLOCK_MIB))" count="$BLOCK_MIB" 2>/dev/null
  [ "$(($(wc -c <"$WORK/block")))" -eq "$2" ] ||
    fail 10 'The file changed while it was being sent.' 'Run the script again when the file is complete.'
  call_storage PUT "comp=block&blockid=$3" "$WORK/block" 'Content-Type: application/octet-stream'
  [ "$STATUS" = 201 ] || storage_failed
}

upload_in_blocks() {
  local index=0 id length count
  plan_blocks
  count=$(((SIZE + BLOCK_MIB * MIB - 1) / (BLOCK_MIB * MIB)))
  say "Sending the file without AzCopy, in $count blocks of $BLOCK_MIB MiB"
  list_blocks
  printf '<?xml version="1.0" encoding="utf-8"?><BlockList>' >"$WORK/list"
  while [ "$index" -lt "$count" ]; do
    id=$(block_id "$index")
    length=$((SIZE - index * BLOCK_MIB * MIB))
    [ "$length" -le $((BLOCK_MIB * MIB)) ] || length=$((BLOCK_MIB * MIB))
    printf '<Latest>%s</Latest>' "$id" >>"$WORK/list"
    if grep -qxF -- "$id $length" "$WORK/held"; then
      say "Block $((index + 1)) of $count has arrived before"
    else
      send_block "$index" "$length" "$id"
      say "Block $((index + 1)) of $count sent"
    fi
    index=$((index + 1))
  done
  printf '</BlockList>' >>"$WORK/list"
  call_storage PUT 'comp=blocklist' "$WORK/list" \
    'Content-Type: application/xml' 'x-ms-blob-content-type: application/zip'
  [ "$STATUS" = 201 ] || storage_failed
}

# azcopy_address: where this kind of computer gets AzCopy, or nothing
azcopy_address() {
  case $(uname -s) in
    Darwin) printf '%s' "$AZCOPY_MAC" ;;
    Linux) printf '%s' "$AZCOPY_LINUX" ;;
    *) printf '%s' "$AZCOPY_WINDOWS" ;;
  esac
}

azcopy_below() { find "$1" -type f \( -name azcopy -o -name azcopy.exe \) 2>/dev/null | head -n 1; }

unpack() {
  case $(head -c 2 "$1") in
    PK) unzip -oq "$1" -d "$2" ;;
    *) tar -xzf "$1" -C "$2" ;;
  esac >/dev/null 2>&1
}

# fetch_azcopy ADDRESS FOLDER: downloads AzCopy; sets AZCOPY, or says why it cannot be had
fetch_azcopy() {
  local folder=$2
  mkdir -p "$folder" 2>/dev/null || folder=$WORK/azcopy_download
  say 'Downloading AzCopy'
  if ! mkdir -p "$folder" 2>/dev/null; then
    say "Directory does not exist: $folder"
  elif ! curl --location --fail --silent --connect-timeout 30 --output "$WORK/package" "$1"; then
    say 'Failed to download AzCopy.'
  elif ! unpack "$WORK/package" "$folder"; then
    say 'Failed to extract AzCopy.'
  else
    AZCOPY=$(azcopy_below "$folder")
    chmod u+x "$AZCOPY" 2>/dev/null && "$AZCOPY" --version >/dev/null 2>&1 && return
    AZCOPY=''
    say 'AzCopy executable not found.'
  fi
}

# find_azcopy: sets AZCOPY to the program, or to nothing where it is not wanted or cannot be had
find_azcopy() {
  local folder
  AZCOPY=''
  [ -z "${UPLOAD_WITHOUT_AZCOPY:-}" ] || return
  # AzCopy would read a star in the path as a pattern.
  case $ZIP in *\**) return ;; esac
  folder=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
  if command -v azcopy >/dev/null; then
    AZCOPY=$(command -v azcopy)
  elif [ -f "$folder/azcopy" ] && [ -x "$folder/azcopy" ]; then
    AZCOPY=$folder/azcopy
  else
    AZCOPY=$(azcopy_below "$folder/azcopy_download")
    [ -n "$AZCOPY" ] || [ -z "$(azcopy_address)" ] || fetch_azcopy "$(azcopy_address)" "$folder/azcopy_download"
  fi
}

# show_azcopy: reads AzCopy's messages (lines of JSON), shows the progress and keeps the rest for a failure
show_azcopy() {
  local line percent shown=''
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" >>"$WORK/azcopy/messages.log"
    percent=$(printf '%s' "$line" | sed -nE 's/.*PercentComplete[\": ]+([0-9]+).*/\1/p')
    [ "${percent:-$shown}" = "$shown" ] || say "AzCopy: $percent % sent"
    shown=${percent:-$shown}
  done
}

# AzCopy's logs and plans would keep the link on this computer, so they go to the folder that is removed at the end.
upload_with_azcopy() {
  local code trouble
  say "Sending the file with AzCopy ($AZCOPY)"
  mkdir "$WORK/azcopy"
  AZCOPY_LOG_LOCATION=$WORK/azcopy AZCOPY_JOB_PLAN_LOCATION=$WORK/azcopy AZCOPY_DISABLE_SYSLOG=true \
    "$AZCOPY" copy "$ZIP" "$PREFIX$BLOB_NAME?$QUERY" --from-to LocalBlob --overwrite=true \
    --log-level=ERROR --output-type=json 2>&1 | show_azcopy
  code=${PIPESTATUS[0]}
  [ "$code" -ne 0 ] || return
  trouble=$(cat "$WORK"/azcopy/*.log)
  case $trouble in
    *AuthenticationFailed* | *AuthorizationFailure* | *' : 401 : '* | *' : 403 : '*)
      fail 6 'The storage refused the upload.' "The link of this script is good until $EXPIRES." "$RENEW"
      ;;
  esac
  trouble=$(printf '%s\n' "$trouble" | grep -E 'ERR|"MessageType":"Error"|^[^{0-9 ]' | tail -n 1)
  fail 8 "AzCopy failed with exit code $code: $(presentable "$trouble")" 'Run the same command again.' \
    'If it fails again, put UPLOAD_WITHOUT_AZCOPY=1 in front of it to send the file without AzCopy.'
}

json_text() (
  LC_ALL=C
  text=$1 out='' i=0
  while [ "$i" -lt "${#text}" ]; do
    char=${text:i:1}
    case $char in
      '"' | \\) out="$out\\$char" ;;
      [[:cntrl:]]) out=$out$(printf '\\u%04x' "'$char") ;;
      *) out=$out$char ;;
    esac
    i=$((i + 1))
  done
  printf '"%s"' "$out"
)

# report_upload: tells the portal what was sent, which confirms it
report_upload() {
  printf '{"file_name":%s,"size":%s,"sha256":"%s"}' "$(json_text "$ZIP_NAME")" "$SIZE" "$HASH" >"$WORK/report"
  call POST "$COMPLETE_ADDRESS" "$WORK/report" 'Content-Type: application/json' "x-upload-token: $UPLOAD_TOKEN"
  case $STATUS in
    2??) grep '^HTTP/' "$WORK/headers" | tail -n 1 | tr -d '\r' ;;
    000 | 5??)
      fail 9 "The file was sent, but the portal did not confirm it ($(reason))." \
        'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.' "$AGAIN"
      ;;
    *) fail 9 "The file was sent, but the portal refused it ($(reason))." "$RENEW" ;;
  esac
}

main() {
  check_argument "$@"
  check_script
  prepare
  say "Model: $(presentable "$MODEL_NAME") (record $RECORD_ID), to be sent to $FOLDER"
  hash_zip
  find_azcopy
  if [ -n "$AZCOPY" ]; then upload_with_azcopy; else upload_in_blocks; fi
  report_upload
  say 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the'
  say 'model as pending admin acceptance.'
}

main "$@"
