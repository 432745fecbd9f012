#!/usr/bin/env bash
#
# Sends one zipped flood model to the storage of the agency and reports it to the portal:
#
#   bash upload_script.sh "/path/to/model.zip"
#
# The portal fills in the values below when the script is downloaded: a link and a token that serve this one upload
# until they expire, no password and no sign-in. Do not pass the script on. Where the portal's services take no report
# of an upload, there is no token, and the storage itself is asked whether the whole file has arrived.
# Needs bash 3.2 or later (macOS has 3.2) and curl. If the upload breaks off, run the same command again: what has
# arrived is not sent a second time. So that this holds for what AzCopy has sent too, the script keeps a note beside
# itself, upload_script.state: the destination and the hash of the zip, nothing secret.
#
# Exit codes
#     0  the portal, or else the storage, has confirmed the upload
#     2  no file path argument provided
#     3  path is not a file or does not exist, or it cannot be read
#     4  something is missing on this computer: a program, or a directory to work in
#     5  this copy of the script was not filled in by the portal
#     6  the storage or the portal refused the upload; most often the link has expired
#     7  the storage could not be reached, or gave a wrong answer, several times
#     8  AzCopy failed
#     9  the portal, or the storage, did not confirm the file that was sent, or the portal has processed another one
#    10  the file is too large to be sent, or changed while it was being sent
#    11  the zip is not what the portal expects, so nothing was sent
#    12  the storage has no room for the file
#   130  interrupted
#
# Environment
#   UPLOAD_UNCHECKED=1       send the zip without looking into it first; the portal checks it in any case
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

# What this model's zip must hold, what else it may not be, and what is said of it: the portal's own rules.
RULES='@@RULES@@'

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
  case $PREFIX in
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
  HERE=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
  STATE_FILE=$HERE/upload_script.state
  printf '%s\n' "$$" >"$WORK/owner"
  trap 'rm -rf "$WORK"' EXIT
  trap 'exit 130' INT TERM HUP
  clear_remains
}

# What runs of this user left behind that were killed: logs of AzCopy among it, which hold the link.
clear_remains() {
  local folder
  for folder in "${TMPDIR:-/tmp}"/flood-model-upload.*; do
    if [ -O "$folder" ] && [ -f "$folder/owner" ]; then
      kill -0 "$(cat "$folder/owner")" 2>/dev/null || rm -rf "$folder"
    fi
  done
}

# Until when the link is good, as far as it is known.
good_until() {
  if [ -n "$EXPIRES" ]; then
    printf 'The link of this script is good until %s.' "$EXPIRES"
  else
    printf 'The link of this script may have expired.'
  fi
}

# The parts of the zip that tell what is in it are read with od and understood by awk: unlike unzip, both are on every
# computer, and neither needs a process for each of thousands of entries.
locate_program() {
  cat <<'AWK'
# Finds the end of the zip, which says where the list of its entries stands.
function number(place, bytes,   value, unit) {
  for (unit = 1; bytes > 0; bytes--) { value += byte[place++] * unit; unit *= 256 }
  return value + 0
}
function is_mark(place, third, fourth) {
  return byte[place] == 80 && byte[place + 1] == 75 && byte[place + 2] == third && byte[place + 3] == fourth
}
{ for (i = 1; i <= NF; i++) byte[++count] = $i }
END {
  for (i = count - 21; i > 0; i--) if (is_mark(i, 5, 6)) break
  if (i < 1) { print "none"; exit }
  if (number(i + 20, 2) != count - i - 21) { print "damaged"; exit }
  if (number(i + 4, 2) > 0 && number(i + 4, 2) < 65535) { print "split"; exit }
  large = number(i + 10, 2) == 65535 || number(i + 12, 4) == 4294967295 || number(i + 16, 4) == 4294967295
  if (large && i > 20 && is_mark(i - 20, 6, 7)) printf "zip64 %.0f\n", number(i - 12, 8)
  else printf "list %.0f %.0f\n", number(i + 16, 4), number(i + 10, 2)
}
AWK
}

text_program() {
  cat <<'AWK'
# A sentence of the rules; slot[] holds what goes into it.
function said(name,   text, out, from, to) {
  text = rule["text." name]
  while ((from = index(text, "{")) > 0) {
    to = index(text, "}")
    out = out substr(text, 1, from - 1) slot[substr(text, from + 1, to - from - 1)]
    text = substr(text, to + 1)
  }
  return out text
}
# One character of UTF-8 at a place of a text; where there is none, one byte.
function character(text, place,   lead, whole) {
  lead = ord[substr(text, place, 1)]
  whole = substr(text, place, lead < 194 ? 1 : lead < 224 ? 2 : lead < 240 ? 3 : 4)
  return lead < 128 || whole ~ /^[\302-\364][\200-\277]+$/ ? whole : substr(text, place, 1)
}
function is_invisible(char) {
  return char !~ /^[ -~]$/ && length(char) == 1 || char ~ /^\302[\200-\237\255]/ || char ~ /^\357\273\277/ ||
    char ~ /^\342\200[\213-\217\250-\256]/ || char ~ /^\342\201[\240-\257]/
}
function quoted(name,   out, place, char, count) {
  for (place = 1; place <= length(name); place += length(char)) {
    if (count++ == rule["shown"]) { out = out "..."; break }
    char = character(name, place)
    out = out (is_invisible(char) ? "\357\277\275" : char)
  }
  return "\"" out "\""
}
function characters(name) { gsub(/[\200-\277]/, "", name); return length(name) }

function read_rules(   i, count, lines) {
  for (i = 1; i < 256; i++) { chr[i] = sprintf("%c", i); ord[chr[i]] = i }
  chr[0] = chr[1]
  count = split(ENVIRON["RULES"], lines, "\n")
  for (i = 1; i <= count; i++)
    rule[substr(lines[i], 1, index(lines[i], "=") - 1)] = substr(lines[i], index(lines[i], "=") + 1)
  rule["shown"] += 0
}
AWK
}

list_program() {
  text_program
  cat <<'AWK'
# Reads the zip's list of entries, one byte after the other as od writes them, and tells what the portal would.
function next_byte() {
  while (field >= NF) {
    if ((getline) <= 0) { ended = 1; return 0 }
    field = 0
  }
  field++
  return $field + 0
}
function next_number(bytes,   value, unit) {
  for (unit = 1; bytes > 0; bytes--) { value += next_byte() * unit; unit *= 256 }
  return value + 0
}
function skip(bytes) { while (bytes-- > 0) next_byte() }

# Findings of one rule: the first ones are told, the others counted.
function find(group, text, entry) {
  if (++found[group] == 1) first[group] = entry
  if (found[group] <= rule["perRule"]) told[group, found[group]] = text
}
function tell(severity, group,   at, more) {
  for (at = 1; at <= found[group] && at <= rule["perRule"]; at++) print severity, told[group, at]
  more = found[group] - rule["perRule"]
  if (more < 1) return
  slot["more"] = more; slot["entry"] = quoted(first[group])
  print severity, said(more == 1 ? "moreSingular" : "morePlural")
}
function tell_one(text) { print "fault", text }

function parent(name) { return match(name, /.*\//) ? substr(name, 1, RLENGTH - 1) : "" }
function trimmed(name) { sub(/\/+$/, "", name); return name }
function is_junk(name,   parts, count, last) {
  count = split(trimmed(name), parts, "/")
  last = tolower(parts[count])
  if (last != "" && index(" " rule["junkNames"] " ", " " last " ")) return 1
  if (index(last, rule["junkStart"]) == 1) return 1
  while (count > 0) if (parts[count--] == rule["junkFolder"]) return 1
  return 0
}

function is_utf8(name) {
  gsub(/[\302-\337][\200-\277]/, "", name)
  gsub(/\340[\240-\277][\200-\277]|\355[\200-\237][\200-\277]/, "", name)
  gsub(/[\341-\354\356\357][\200-\277][\200-\277]/, "", name)
  gsub(/\360[\220-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277]/, "", name)
  gsub(/[\361-\363][\200-\277][\200-\277][\200-\277]/, "", name)
  return name !~ /[\200-\377]/
}
# A name that is not marked as UTF-8: the Mac's Finder writes UTF-8 all the same, old programs write code page 437.
function decoded(name,   out, i, code) {
  if (name !~ /[\200-\377]/ || is_utf8(name)) return name
  for (i = 1; i <= length(name); i++) {
    code = ord[substr(name, i, 1)]
    out = out (code < 128 ? chr[code] : code_page[code])
  }
  return out
}
function read_code_page(   place, code, char) {
  for (place = 1; place <= length(rule["codePage"]); place += length(char)) {
    char = character(rule["codePage"], place)
    code_page[128 + code++] = char
  }
}

function read_entry(i,   name_length, extra_length, comment_length, attributes, flags, name, left, id, length_of) {
  if (next_number(4) != 33639248) { damaged = 1; return }
  skip(4); flags = next_number(2); method[i] = next_number(2); skip(4)
  crc[i] = next_number(4); packed[i] = next_number(4); size[i] = next_number(4)
  name_length = next_number(2); extra_length = next_number(2); comment_length = next_number(2)
  skip(4); attributes = next_number(4); offset[i] = next_number(4)
  for (; name_length > 0; name_length--) name = name chr[next_byte()]
  path[i] = int(flags / 2048) % 2 ? name : decoded(name)
  for (; extra_length >= 4; extra_length -= 4 + length_of) {
    id = next_number(2); length_of = next_number(2); left = length_of
    if (length_of > extra_length - 4) { damaged = 1; return }
    if (id == 1 && size[i] == 4294967295 && left >= 8) { size[i] = next_number(8); left -= 8 }
    if (id == 1 && packed[i] == 4294967295 && left >= 8) { packed[i] = next_number(8); left -= 8 }
    if (id == 1 && offset[i] == 4294967295 && left >= 8) { offset[i] = next_number(8); left -= 8 }
    skip(left)
  }
  skip(extra_length + comment_length)
  kind[i] = int(int(attributes / 65536) / 4096)
  is_folder[i] = path[i] ~ /\/$/ || kind[i] == 4
  is_locked[i] = flags % 2 == 1 || method[i] == 99
  if (ended) damaged = 1
}

function path_fault(name, i,   parts, count, part, at, bad) {
  if (name ~ /[\001-\037\177]/ || name ~ /\302[\200-\237]/) return "controlCharacter"
  if (name ~ /^[A-Za-z]:/) return "driveLetter"
  if (name ~ /^[\/\\]/) return "topOfDisk"
  if (name ~ /(^|[\/\\])\.\.([\/\\]|$)/) return "outside"
  if (index(name, "\\")) return "backslash"
  if (trimmed(name) == "" || trimmed(name) ~ /(^|\/)\.?(\/|$)/) return "emptyName"
  if (kind[i] == 10) return "symlink"
  if (kind[i] != 0 && kind[i] != 8 && kind[i] != 4) return "noPlainFile"
  if (tolower(trimmed(name)) ~ /(^|\/)(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\.[^\/]*)?(\/|$)/) return "deviceName"
  if (trimmed(name) ~ /[. ](\/|$)/) return "trailingDot"
  return characters(name) > rule["pathLength"] ? "longPath" : ""
}

# Every folder of the given entries, also those that are only part of a path, each before what is in it.
function list_folders(   i, name, waiting) {
  for (i = 1; i <= entries; i++) {
    if (junk[i]) continue
    waiting = 0
    name = is_folder[i] ? trimmed(path[i]) : parent(path[i])
    while (name != "" && !(name in is_listed)) {
      missing[++waiting] = name
      is_listed[name] = 1
      name = parent(name)
    }
    while (waiting > 0) folder[++folders] = missing[waiting--]
  }
}
function compare(name, is_file,   above, key, fault) {
  above = parent(name)
  key = above tolower(substr(name, length(above) + 1))
  if (!(key in owner)) { owner[key] = name; owner_is_file[key] = is_file; return }
  if (name in is_doubled) return
  is_doubled[name] = 1
  slot["entry"] = quoted(name); slot["other"] = quoted(owner[key])
  fault = owner[key] != name ? "onlyCapitals" : owner_is_file[key] ? "twice" : "fileAndFolder"
  find("duplicates", said(fault), name)
}

# What lies directly in a folder ("" for the top): child[1..children], and child_at[] by its name in small letters.
function list_children(base,   i, name, rest, key) {
  for (i = 1; i <= children; i++) delete child_at[tolower(child[i])]
  children = 0
  for (i = 1; i <= entries; i++) {
    if (!placed[i] || substr(place[i], 1, length(base)) != base) continue
    rest = substr(place[i], length(base) + 1)
    name = trimmed(rest)
    if (index(name, "/")) name = substr(name, 1, index(name, "/") - 1)
    if (name == "") continue
    key = tolower(name)
    if (!(key in child_at)) {
      child_at[key] = ++children
      child[children] = name; holds_files[children] = 0; bytes[children] = 0; folds[children] = 0
    }
    if (is_folder[i] || index(trimmed(rest), "/")) folds[child_at[key]] = 1
    if (!is_folder[i]) holds_files[child_at[key]]++
    bytes[child_at[key]] += size[i]
  }
}

# Sets base to where the model lies, or has_base to 0 where that cannot be told.
function find_root(   root, i, count, only, inner, names, own) {
  root = rule["root"]
  slot["root"] = quoted(root)
  list_children("")
  has_base = 1; base = ""
  if (children == 0) {
    has_base = 0
    if (!own_entries || placed_entries) tell_one(said("noFiles"))
    return
  }
  own = (tolower(root) in child_at) ? child_at[tolower(root)] : 0
  if (own && folds[own]) {
    collect_others(own)
    tell("fault", "beside")
    base = child[own] "/"
    return
  }
  for (i = 1; i <= needed; i++) {
    if (!(tolower(need[i]) in child_at) || !folds[child_at[tolower(need[i])]]) continue
    tell_one(said("contentsOnly"))
    return
  }
  for (i = 1; i <= children; i++) if (folds[i]) { count++; only = i }
  if (count != 1) {
    has_base = 0
    for (i = 1; i <= children && i <= 3; i++) names = names (i > 1 ? ", " : "") quoted(child[i])
    slot["names"] = names; slot["more"] = children - 3
    slot["others"] = children > 3 ? said("noRootOthers") : ""
    tell_one(said("noRoot"))
    return
  }
  collect_others(only)
  base = child[only] "/"
  slot["entry"] = quoted(child[only])
  list_children(base)
  inner = (tolower(root) in child_at) ? child_at[tolower(root)] : 0
  if (inner && folds[inner]) {
    slot["inner"] = quoted(child[inner])
    tell_one(said("tooDeep"))
    base = base child[inner] "/"
  } else tell_one(said("misnamed"))
  tell("fault", "beside")
}
function collect_others(own,   i) {
  slot["other"] = quoted(child[own])
  for (i = 1; i <= children; i++) {
    if (i == own) continue
    slot["entry"] = quoted(child[i])
    find("beside", said("beside"), child[i])
  }
}

function check_folder(name, may_be_empty,   at) {
  slot["entry"] = quoted(base name)
  at = (tolower(name) in child_at) ? child_at[tolower(name)] : 0
  if (at && !folds[at]) tell_one(said("folderIsFile"))
  else if (!at) tell_one(said(may_be_empty ? "noEmptyFolder" : "noFolder"))
  else if (!holds_files[at] && !may_be_empty) tell_one(said("emptyFolder"))
}
function coverage_fault(at,   i, inside) {
  slot["entry"] = quoted(base child[at])
  if (!folds[at]) return bytes[at] == 0 ? said("emptyCoverage") : ""
  inside = base child[at] "/"
  for (i = 1; i <= entries; i++) {
    if (placed[i] && substr(place[i], 1, length(inside)) == inside &&
        tolower(trimmed(substr(place[i], length(inside) + 1))) ~ /^[^\/]*\.gdbtable(\/|$)/) return ""
  }
  return said("coverageWithoutTables")
}
function check_coverage(   name, form, fault, i) {
  name = tolower(rule["coverage"])
  for (i = 0; i < 2; i++) {
    form = name (i ? ".zip" : "")
    if (!(form in child_at)) continue
    fault = coverage_fault(child_at[form])
    if (fault == "") return
    if (first_fault == "") first_fault = fault
  }
  if (first_fault != "") { tell_one(first_fault); return }
  slot["entry"] = quoted(base rule["coverage"])
  for (i = 1; i <= children; i++) if (tolower(child[i]) ~ /coverage|\.gdb(\.zip)?$/) {
    slot["other"] = quoted(base child[i])
    tell_one(said("noCoverageButLike"))
    return
  }
  tell_one(said("noCoverage"))
}
function check_metadata_place(   name, i, parts, count) {
  name = tolower(rule["metadata"])
  if ((name in child_at) && !folds[child_at[name]]) return
  slot["metadata"] = quoted(rule["metadata"])
  for (i = 1; i <= entries; i++) {
    if (!placed[i] || is_folder[i]) continue
    count = split(tolower(place[i]), parts, "/")
    if (parts[count] != name) continue
    slot["entry"] = quoted(place[i]); slot["other"] = quoted(base rule["metadata"])
    tell_one(said("metadataElsewhere"))
    return
  }
  slot["entry"] = quoted(base rule["metadata"])
  for (i = 1; i <= children; i++) if (tolower(child[i]) ~ /^metadata.*\.ya?ml/) {
    slot["other"] = quoted(child[i])
    tell_one(said("metadataRenamed"))
    return
  }
  tell_one(said("noMetadata"))
}

function check_limits(   i, total, all_packed, largest, files) {
  for (i = 1; i <= entries; i++) {
    total += size[i]; all_packed += packed[i]
    if (!largest || size[i] > size[largest]) largest = i
    if (!is_folder[i]) files++
  }
  if (files + folders > rule["entries"]) tell_too_many()
  slot["entry"] = quoted(path[largest])
  if (total > rule["totalSize"]) {
    slot["size"] = gib(total); slot["most"] = gib(rule["totalSize"])
    tell_one(said("tooLarge"))
  }
  if (total > rule["ratioFrom"] && total > rule["ratio"] * all_packed) {
    slot["most"] = rule["ratio"]
    tell_one(said("bomb"))
  }
}
function tell_too_many() { slot["most"] = rule["entries"]; tell_one(said("tooManyEntries")); too_many = 1 }
function gib(amount) { amount = int(amount / 1073741824 + 0.5); return amount < 1 ? 1 : amount }

function check_methods(   i) {
  for (i = 1; i <= entries; i++) {
    if (!is_locked[i] && (method[i] == 0 || method[i] == 8)) continue
    unreadable = 1
    slot["entry"] = quoted(path[i])
    slot["method"] = ("method." method[i]) in rule ? rule["method." method[i]] : "method " method[i]
    if (is_locked[i]) find("locked", said("encrypted"), path[i])
    else find("methods", said(method[i] == 9 ? "deflate64" : "otherMethod"), path[i])
  }
  tell("fault", "locked")
  tell("fault", "methods")
}
function check_paths(   i, name, count, names) {
  for (i = 1; i <= entries; i++) {
    if (junk[i]) continue
    own_entries++
    name = path_fault(path[i], i)
    if (name != "") {
      slot["entry"] = quoted(path[i]); slot["most"] = rule["pathLength"]
      find(name, said(name), path[i])
    }
    place[i] = path[i]
    gsub(/\\/, "/", place[i])
    placed[i] = place[i] !~ /^(\/|[A-Za-z]:)/ && place[i] !~ /(^|\/)\.\.(\/|$)/
    placed_entries += placed[i]
  }
  count = split("controlCharacter driveLetter topOfDisk outside backslash emptyName symlink noPlainFile " \
    "deviceName trailingDot longPath", names, " ")
  for (i = 1; i <= count; i++) tell("fault", names[i])
}
function check_duplicates(   i) {
  for (i = 1; i <= folders; i++) compare(folder[i], 0)
  for (i = 1; i <= entries; i++) if (!junk[i] && !is_folder[i]) compare(path[i], 1)
  tell("fault", "duplicates")
}
function check_folder_of_model(   i) {
  find_root()
  if (!has_base) return
  list_children(base)
  for (i = 1; i <= needed; i++) check_folder(need[i], may_be_empty[i])
  check_coverage()
  check_metadata_place()
}
function warn(   i, count, endings, coverage, name) {
  for (i = 1; i <= entries; i++) {
    if (junk[i] || path[i] !~ /[<>:"|?*]/ || path[i] ~ /^[A-Za-z]:/) continue
    slot["entry"] = quoted(path[i])
    find("windows", said("notOnWindows"), path[i])
  }
  tell("warning", "windows")
  for (count = split(rule["compressed"], endings, " "); count > 0; count--) is_compressed[endings[count]] = 1
  coverage = tolower(base rule["coverage"])
  for (i = 1; i <= entries; i++) {
    name = tolower(place[i])
    if (!placed[i] || is_folder[i] || name == coverage || name == coverage ".zip") continue
    if (!match(name, /\.[a-z0-9]+$/) || !(substr(name, RSTART + 1) in is_compressed)) continue
    slot["entry"] = quoted(place[i])
    find("compressed", said("compressed"), place[i])
  }
  tell("warning", "compressed")
}
# Where the text of the metadata file stands in the zip.
function place_metadata(   i, name) {
  for (i = 1; i <= entries; i++) {
    name = tolower(path[i])
    if (is_folder[i] || name !~ /^[^\/]*\/[^\/]+$/) continue
    if (substr(name, index(name, "/") + 1) != tolower(rule["metadata"])) continue
    slot["entry"] = quoted(path[i])
    if (size[i] > rule["mostMetadata"]) tell_one(said("metadataTooLarge"))
    else printf "metadata %d %.0f %.0f %.0f %.0f %s\n", method[i], packed[i], size[i], offset[i], crc[i], slot["entry"]
    return
  }
}
function read_figures(   i, count, names) {
  needed = split(rule["folders"], need, " ")
  for (i = 1; i <= needed; i++) may_be_empty[i] = sub(/[?]$/, "", need[i])
  count = split("perRule entries totalSize ratio ratioFrom pathLength mostMetadata finderLimit", names, " ")
  for (i = 1; i <= count; i++) rule[names[i]] += 0
}
function read_list(   i, large) {
  large = ENVIRON["SIZE"] + 0 > rule["finderLimit"] ? "Large" : ""
  entries = ENVIRON["ENTRIES"] + 0
  if (entries > rule["entries"]) { tell_too_many(); return 0 }
  for (i = 1; i <= entries; i++) {
    read_entry(i)
    if (damaged) { tell_one(said("damaged" large)); return 0 }
  }
  if (next_number(4) == 33639248 && !ended) { unreadable = 1; tell_one(said("unlisted" large)) }
  return 1
}

function check_all(   i) {
  if (!read_list()) return
  check_methods()
  for (i = 1; i <= entries; i++) junk[i] = is_junk(path[i])
  list_folders()
  check_limits()
  if (too_many) return
  check_paths()
  check_duplicates()
  check_folder_of_model()
  warn()
  if (!unreadable) place_metadata()
}
BEGIN {
  read_rules()
  read_figures()
  read_code_page()
  check_all()
  print "done"
}
AWK
}

metadata_program() {
  text_program
  cat <<'AWK'
# Reads the metadata file as the portal writes it. What is written in another way is left to the portal.
function name_value(line,   value, quote, end) {
  value = substr(line, index(line, ":") + 1)
  sub(/^[ \t]+/, "", value)
  quote = substr(value, 1, 1)
  if (quote == "\"" || quote == apostrophe) {
    end = index(substr(value, 2), quote)
    if (!end || index(value, "\\")) { is_unclear = 1; return "" }
    return substr(value, 2, end - 1)
  }
  sub(/[ \t]+#.*$/, "", value)
  sub(/[ \t]+$/, "", value)
  if (value !~ /^[1-9][0-9]*$/) is_unclear = 1
  return value
}
BEGIN {
  read_rules()
  apostrophe = sprintf("%c", 39)
  key = "^[\"" apostrophe "]?" rule["attribute"] "[\"" apostrophe "]?[ \t]*:([ \t]|$)"
  top = "^[\"" apostrophe "]?global_attributes[\"" apostrophe "]?[ \t]*:[ \t]*(#.*)?$"
  slot["entry"] = ENVIRON["ENTRY"]; slot["attribute"] = rule["attribute"]; slot["record"] = quoted(rule["record"])
}
{
  sub(/\r$/, "")
  if (NR == 1) sub(/^\357\273\277/, "")
  if (index($0, "global_attributes")) has_attributes = 1
  if (index($0, rule["attribute"])) has_name = 1
  if ($0 ~ top) { is_inside = 1; next }
  if ($0 ~ /^[^ \t#]/) is_inside = 0
  line = $0
  sub(/^[ \t]+/, "", line)
  if (!is_inside || is_known || line !~ key) next
  is_known = 1
  value = name_value(line)
}
END {
  if (!has_attributes) print said("noAttributes")
  else if (!has_name) print said("noRecordNamed")
  else if (is_known && !is_unclear && value != rule["record"]) {
    slot["other"] = quoted(substr(value, 1, 100))
    print said("otherRecord")
  }
}
AWK
}

# run_program PROGRAM: awk on bytes, not on letters of some language, with the rules in its environment
run_program() { LC_ALL=C RULES=$RULES SIZE=$SIZE ENTRIES=${ENTRIES:-0} ENTRY=${ENTRY:-} awk "$("$1")"; }

# zip_bytes START COUNT: so many bytes of the zip from a place on, counted from 0
zip_bytes() { tail -c "+$(($1 + 1))" "$ZIP" 2>/dev/null | head -c "$2"; }

# numbers_of WIDTH...: the little-endian numbers of so many bytes each that come in
numbers_of() {
  LC_ALL=C od -An -v -tu1 | LC_ALL=C awk -v widths="$*" '
    { for (i = 1; i <= NF; i++) byte[++count] = $i }
    END {
      split(widths, width, " ")
      for (i = 1; i in width; i++) {
        value = 0; unit = 1
        for (; width[i] > 0; width[i]--) { value += byte[++place] * unit; unit *= 256 }
        printf "%.0f ", value
      }
    }'
}

# rule NAME: one of the values that the portal filled in
rule() { printf '%s\n' "$RULES" | sed -n "s/^$1=//p"; }

# told NAME [SLOT VALUE]: one of the portal's sentences as a fault
told() {
  local text slot
  text=$(rule "text\\.$1")
  if [ $# -eq 3 ]; then
    slot="{$2}"
    text=${text//"$slot"/$3}
  fi
  printf 'fault %s\n' "$text"
}

damaged() { if [ "$SIZE" -gt "$(rule finderLimit)" ]; then told damagedLarge; else told damaged; fi; }

# archive_kind START: of the lines "first bytes=kind" that come in, the kind of a file that starts so
archive_kind() {
  local line
  while IFS= read -r line; do
    case $1 in "${line%%=*}"*) printf '%s' "${line#*=}" ;; esac
  done
}

# What is wrong with a file that has no list of entries at its end.
shape_fault() {
  local start kind
  start=$(head -c 8 "$ZIP" | od -An -v -tx1 | tr -d ' \n')
  kind=$(printf '%s\n' "$RULES" | sed -n 's/^archive\.//p' | archive_kind "$start")
  if [ -n "$kind" ]; then
    told otherArchive kind "$kind"
  else
    case $start in 504b0304*) told cutOff ;; 504b0708*) told split ;; *) told noZip ;; esac
  fi
}

# list_findings: "fault TEXT" and "warning TEXT" for all that the portal would refuse or point out, where the metadata
# file is, and "done" when nothing kept the programs from looking
list_findings() {
  local state offset rest mark
  [ "$SIZE" -gt 0 ] || { told empty && printf 'done\n'; return; }
  read -r state offset ENTRIES <<EOF
$(tail -c 65577 "$ZIP" | LC_ALL=C od -An -v -tu1 | run_program locate_program)
EOF
  if [ "$state" = zip64 ]; then
    read -r mark rest rest ENTRIES rest offset <<EOF
$(zip_bytes "$offset" 56 | numbers_of 4 8 20 8 8 8)
EOF
    [ "$mark" = 101075792 ] && state=list || state=damaged
  fi
  case $state in
    list) zip_bytes "$offset" "$((SIZE - offset))" | LC_ALL=C od -An -v -tu1 | run_program list_program ;;
    none) shape_fault && printf 'done\n' ;;
    split) told split && printf 'done\n' ;;
    damaged) damaged && printf 'done\n' ;;
  esac
}

# gzip_of METHOD PACKED SIZE OFFSET CRC: an entry of the zip as a gzip file, so that gzip can unpack it
gzip_of() {
  local name extra start number
  read -r start name extra <<EOF
$(zip_bytes "$4" 30 | numbers_of 26 2 2)
EOF
  start=$(($4 + 30 + name + extra))
  [ "$1" = 8 ] || { zip_bytes "$start" "$2"; return; }
  printf '\037\213\010\000\000\000\000\000\000\003'
  zip_bytes "$start" "$2"
  for number in "$5" "$3"; do
    # shellcheck disable=SC2059 # the format is the bytes, written in octal
    printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((number & 255)) $((number >> 8 & 255)) \
      $((number >> 16 & 255)) $((number >> 24 & 255)))"
  done
}

# metadata_findings: whether the metadata file found by list_findings names this record
metadata_findings() {
  local method packed size offset crc fault
  read -r _ method packed size offset crc ENTRY <<EOF
$(grep '^metadata ' "$WORK/findings")
EOF
  [ -n "$ENTRY" ] || return 0
  if [ "$method" = 8 ]; then
    gzip_of "$method" "$packed" "$size" "$offset" "$crc" | gzip -dc >"$WORK/metadata" 2>/dev/null || return 0
  else
    gzip_of "$method" "$packed" "$size" "$offset" "$crc" >"$WORK/metadata"
  fi
  fault=$(run_program metadata_program <"$WORK/metadata")
  [ -z "$fault" ] || printf 'fault %s\n' "$fault"
}

# check_zip: tells what the portal would refuse, before a byte is sent
check_zip() {
  local line
  SIZE=$(($(wc -c <"$ZIP")))
  [ -z "${UPLOAD_UNCHECKED:-}" ] || { say 'The zip is not checked here; the portal does so after the upload.'; return; }
  say "Checking $(presentable "$ZIP_NAME")"
  list_findings >"$WORK/findings" 2>/dev/null
  grep -q '^done$' "$WORK/findings" || {
    say 'The zip cannot be checked on this computer; the portal does so after the upload.'
    return
  }
  metadata_findings >>"$WORK/findings" 2>/dev/null
  sed -n 's/^warning /Warning: /p' "$WORK/findings"
  set -- 'The portal would not accept this zip, so nothing was sent:'
  while IFS= read -r line; do
    [ -z "$line" ] || set -- "$@" "- ${line#fault }"
  done <<EOF
$(grep '^fault ' "$WORK/findings")
EOF
  [ $# -gt 1 ] || return 0
  fail 11 "$@" \
    'If the name or identifier of the model was changed since, download a new script. To send the zip all the same,' \
    'put UPLOAD_UNCHECKED=1 in front of the command.'
}

# ask_portal: sets PORTAL_STATE where the portal tells how far this upload has come. Who runs the script again, or too
# late, then learns it before anything is hashed or sent. Without an answer the script goes on.
ask_portal() {
  local ATTEMPTS=1
  PORTAL_STATE=''
  [ -n "$COMPLETE_ADDRESS" ] || return
  call GET "$COMPLETE_ADDRESS" '' "x-upload-token: $UPLOAD_TOKEN"
  case $STATUS in
    200) PORTAL_STATE=$(sed -nE 's/.*"state"[[:space:]]*:[[:space:]]*"([a-z]+)".*/\1/p' "$WORK/answer") ;;
    401) fail 6 "The portal refused the upload ($(reason))." "$(good_until)" "$RENEW" ;;
  esac
}

# Whether the portal has a zip of this script already: then nothing is sent, and the last step says whether it is this one.
is_taken() { [ "$PORTAL_STATE" = processed ] || [ "$PORTAL_STATE" = processing ]; }

# hash_zip: sets HASH
hash_zip() {
  say "Calculating the SHA-256 hash of $(presentable "$ZIP_NAME")"
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
        if [ "$method" = HEAD ]; then printf 'head\n'; else option request "$method"; fi
        option url "$address"
        [ -z "$body" ] || option upload-file "$body"
        [ $# -eq 0 ] || for header in "$@"; do option header "$header"; done
      } | curl --config - --http1.1 --globoff --silent --show-error --header 'Expect:' \
        --connect-timeout 30 --speed-limit 1 --speed-time 120 \
        --output "$WORK/answer" --dump-header "$WORK/headers" --write-out '%{http_code}' 2>"$WORK/trouble"
    ) || case $STATUS in 4??) ;; *) STATUS=000 ;; esac # a refusal may cut the sending short
    case $STATUS in
      000 | 408 | 429 | 500 | 502 | 503 | 504) ;;
      400) grep -q Md5Mismatch "$WORK/answer" || return ;; # damaged on the way
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

storage_is_full() {
  fail 12 "The storage has no room for the file$1." \
    'Tell the agency, which can make room; nothing is wrong at your end.' \
    'Run the same command again later: what has arrived is not sent a second time.'
}

storage_failed() {
  case $STATUS in
    401 | 403 | 404)
      fail 6 "The storage refused the upload ($(reason))." "$(good_until)" "$RENEW"
      ;;
    507) storage_is_full " ($(reason))" ;;
    *) fail 7 "The file could not be sent ($(reason))." 'Check the connection to the internet.' "$AGAIN" ;;
  esac
}

# call_storage METHOD QUERY_OF_THE_OPERATION BODY_FILE [HEADER...]
call_storage() {
  local method=$1 operation=$2 body=$3
  shift 3
  call "$method" "$PREFIX$BLOB_NAME?$QUERY${operation:+&$operation}" "$body" 'x-ms-version: 2021-12-02' "$@"
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
    fail 10 'The file is too large to be sent.' 'Leave out files the model does not need, or write to support.'
}

# The id names content, block size and place, so that only a block of this very file is ever taken as sent. It is as
# long as AzCopy's ids, since the storage takes only ids of one length for one file.
block_id() { printf '%s%03d%05d' "${HASH:0:28}" "$BLOCK_MIB" "$1" | base64; }

# How the id of a block that AzCopy sent begins and ends: 26 characters between differ from run to run.
AZCOPY_START=MDAwMD
azcopy_end() { printf '0000000000%05d' "$1" | base64; }

# The note beside this script about what AzCopy was started on, or what was sent whole.
note() { printf '%s %s %s %s' "$1" "$FOLDER" "$HASH" "$BLOCK_MIB"; }
is_noted() { [ "$(cat "$STATE_FILE" 2>/dev/null)" = "$(note "$1")" ]; }
keep_note() { note "$1" 2>/dev/null >"$STATE_FILE"; } 2>/dev/null

# list_blocks: the blocks that the storage already holds, one "id size" on each line, into $WORK/held. Once the portal
# has refused the whole file, only new blocks count. It tells so itself; besides, who runs the script again after the
# file was sent whole and reported was told to send it again.
list_blocks() {
  local type=all
  HAS_AZCOPY_BLOCKS=''
  ! is_noted azcopy || HAS_AZCOPY_BLOCKS=1
  if [ "$PORTAL_STATE" = refused ] || is_noted reported || is_noted afresh; then
    keep_note afresh
    type=uncommitted
    HAS_AZCOPY_BLOCKS=''
    UPLOAD_WITHOUT_AZCOPY=1
  fi
  call_storage GET "comp=blocklist&blocklisttype=$type" ''
  case $STATUS in
    200) awk -v RS='<' '/^Name>/ { name = substr($0, 6) } /^Size>/ { print name, substr($0, 6) + 0 }' "$WORK/answer" ;;
    000 | 401 | 403 | 429 | 5??) storage_failed ;;
  esac >"$WORK/held"
}

# held_id INDEX LENGTH: the id under which the storage holds this block, or nothing
held_id() {
  local id
  [ -s "$WORK/held" ] || return 0
  id=$(block_id "$1")
  if grep -qxF -- "$id $2" "$WORK/held"; then
    printf '%s' "$id"
  elif [ -n "$HAS_AZCOPY_BLOCKS" ]; then
    grep -x -- "$AZCOPY_START.\{22\}$(azcopy_end "$1") $2" "$WORK/held" | head -n 1 | cut -d ' ' -f 1
  fi
}

# md5_header FILE: with it, the storage refuses a block that was damaged on the way
md5_header() {
  local hash
  hash=$(openssl dgst -md5 -binary "$1" 2>/dev/null | base64)
  [ ${#hash} -ne 24 ] || printf 'Content-MD5: %s' "$hash"
}

# send_block INDEX LENGTH ID
send_block() {
  local header
  dd if="$ZIP" of="$WORK/block" bs="$MIB" skip="$(($1 * BLOCK_MIB))" count="$BLOCK_MIB" 2>/dev/null
  [ "$(($(wc -c <"$WORK/block")))" -eq "$2" ] ||
    fail 10 'The file changed while it was being sent.' 'Run the script again when the file is complete.'
  header=$(md5_header "$WORK/block")
  call_storage PUT "comp=block&blockid=$3" "$WORK/block" 'Content-Type: application/octet-stream' ${header:+"$header"}
  [ "$STATUS" = 201 ] || storage_failed
}

upload_in_blocks() {
  local index=0 id length count
  count=$(((SIZE + BLOCK_MIB * MIB - 1) / (BLOCK_MIB * MIB)))
  say "Sending the file without AzCopy, in $count blocks of $BLOCK_MIB MiB"
  printf '<?xml version="1.0" encoding="utf-8"?><BlockList>' >"$WORK/list"
  while [ "$index" -lt "$count" ]; do
    length=$((SIZE - index * BLOCK_MIB * MIB))
    [ "$length" -le $((BLOCK_MIB * MIB)) ] || length=$((BLOCK_MIB * MIB))
    id=$(held_id "$index" "$length")
    if [ -n "$id" ]; then
      say "Block $((index + 1)) of $count has arrived before"
    else
      id=$(block_id "$index")
      send_block "$index" "$length" "$id"
      say "Block $((index + 1)) of $count sent"
    fi
    printf '<Latest>%s</Latest>' "$id" >>"$WORK/list"
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
  AZCOPY=''
  [ -z "${UPLOAD_WITHOUT_AZCOPY:-}" ] || return
  # AzCopy would read a star in the path as a pattern.
  case $ZIP in *\**) return ;; esac
  if command -v azcopy >/dev/null; then
    AZCOPY=$(command -v azcopy)
  elif [ -f "$HERE/azcopy" ] && [ -x "$HERE/azcopy" ]; then
    AZCOPY=$HERE/azcopy
  else
    AZCOPY=$(azcopy_below "$HERE/azcopy_download")
    [ -n "$AZCOPY" ] || [ -z "$(azcopy_address)" ] || fetch_azcopy "$(azcopy_address)" "$HERE/azcopy_download"
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
  keep_note azcopy
  AZCOPY_LOG_LOCATION=$WORK/azcopy AZCOPY_JOB_PLAN_LOCATION=$WORK/azcopy AZCOPY_DISABLE_SYSLOG=true \
    "$AZCOPY" copy "$ZIP" "$PREFIX$BLOB_NAME?$QUERY" --from-to LocalBlob --overwrite=true \
    --block-size-mb="$BLOCK_MIB" --log-level=ERROR --output-type=json 2>&1 | show_azcopy
  code=${PIPESTATUS[0]}
  [ "$code" -ne 0 ] || return
  trouble=$(cat "$WORK"/azcopy/*.log)
  case $trouble in
    *AuthenticationFailed* | *AuthorizationFailure* | *' : 401 : '* | *' : 403 : '*)
      fail 6 'The storage refused the upload.' "$(good_until)" "$RENEW"
      ;;
    *InsufficientStorage* | *' : 507 : '*) storage_is_full '' ;;
  esac
  trouble=$(printf '%s\n' "$trouble" | grep -E 'ERR|"MessageType":"Error"|^[^{0-9 ]' | tail -n 1)
  fail 8 "AzCopy failed with exit code $code: $(presentable "$trouble")" "$AGAIN" \
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

# ask_storage: whether the storage holds the whole file, where no portal takes a report
ask_storage() {
  local length
  call_storage HEAD '' ''
  length=$(tr -d '\r' <"$WORK/headers" | sed -nE 's/^[Cc]ontent-[Ll]ength: *([0-9]+)$/\1/p' | tail -n 1)
  if [ "$STATUS" = 200 ] && [ "$length" = "$SIZE" ]; then
    tell_status
  else
    [ "$STATUS" != 200 ] || STATUS="${length:-unknown} bytes of $SIZE"
    fail 9 "The file was sent, but the storage did not confirm it ($STATUS)." "$AGAIN"
  fi
}

# The status line of the last answer, by which the vendor knows that all went well.
tell_status() { grep '^HTTP/' "$WORK/headers" | tail -n 1 | tr -d '\r'; }

# report_upload: tells the portal what was sent, which confirms it
report_upload() {
  printf '{"file_name":%s,"size":%s,"sha256":"%s"}' "$(json_text "$ZIP_NAME")" "$SIZE" "$HASH" >"$WORK/report"
  call POST "$COMPLETE_ADDRESS" "$WORK/report" 'Content-Type: application/json' "x-upload-token: $UPLOAD_TOKEN"
  case $STATUS in
    2??)
      keep_note reported
      tell_status
      ;;
    000 | 5??)
      fail 9 "The file was sent, but the portal did not confirm it ($(reason))." \
        'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.' "$AGAIN"
      ;;
    *)
      # The portal may not have found it: then it is not enough to report it once more.
      [ "$STATUS" != 409 ] || ! is_noted resent || keep_note afresh
      is_taken && fail 9 "Nothing was sent, since the portal refused it ($(reason))." "$RENEW"
      fail 9 "The file was sent, but the portal refused it ($(reason))." "$RENEW"
      ;;
  esac
}

# send_zip: what was sent afresh is whole once it is noted as resent; from then on only its report is missing.
send_zip() {
  if is_noted resent; then
    say 'The file was sent again whole before, so it is only reported.'
    return
  fi
  list_blocks
  # AzCopy would send again what has arrived.
  AZCOPY=''
  [ -s "$WORK/held" ] || find_azcopy
  if [ -n "$AZCOPY" ]; then upload_with_azcopy; else upload_in_blocks; fi
  ! is_noted afresh || keep_note resent
}

main() {
  check_argument "$@"
  check_script
  prepare
  say "Model: $(presentable "$MODEL_NAME") (record $RECORD_ID), to be sent to $FOLDER"
  ask_portal
  check_zip
  hash_zip
  plan_blocks
  if is_taken; then say 'The portal has the zip of this script already, so nothing is sent.'; else send_zip; fi
  if [ -n "$COMPLETE_ADDRESS" ]; then report_upload; else ask_storage; fi
  say 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the'
  say 'model as pending admin acceptance.'
}

main "$@"
