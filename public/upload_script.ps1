#Requires -Version 7.2
<#
.SYNOPSIS
Sends one zipped flood model to the storage of the agency and reports it to the portal:

    & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"

.DESCRIPTION
The portal fills in the values below when the script is downloaded: a link and a token that serve this one upload
until they expire, no password and no sign-in. Do not pass the script on. Where the portal's services take no report
of an upload, there is no token, and the storage itself is asked whether the whole file has arrived.
Needs PowerShell 7.2 or later (not Windows PowerShell). If the upload breaks off, run the same command again: what has
arrived is not sent a second time. So that this holds for what AzCopy has sent too, the script keeps a note beside
itself, upload_script.state: the destination and the hash of the zip, nothing secret.

Exit codes (in $LASTEXITCODE)
    0  the portal, or else the storage, has confirmed the upload
    2  no file path argument provided
    3  path is not a file or does not exist, or it cannot be read
    4  something is missing on this computer: a directory to work in
    5  this copy of the script was not filled in by the portal
    6  the storage or the portal refused the upload; most often the link has expired
    7  the storage could not be reached, or gave a wrong answer, several times
    8  AzCopy failed
    9  the portal, or the storage, did not confirm the file that was sent, or the portal has processed another one
   10  the file is too large to be sent, or changed while it was being sent
   11  the zip is not what the portal expects, so nothing was sent
   12  the storage has no room for the file

Environment
    UPLOAD_UNCHECKED=1       send the zip without looking into it first; the portal checks it in any case
    UPLOAD_WITHOUT_AZCOPY=1  send the file without AzCopy even where it is installed
    UPLOAD_BLOCK_MIB=8       size of one block sent without AzCopy, 1 to 100 MiB
    UPLOAD_RETRY_WAIT=2      seconds before the first retry; each later one waits twice as long
#>
param([string]$ZipPath)

Set-StrictMode -Version 1.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$PSNativeCommandUseErrorActionPreference = $false

$Prefix = '@@PREFIX@@'
$BlobName = '@@BLOB_NAME@@'
$Query = '@@QUERY@@'
$Folder = '@@FOLDER@@'
$UploadToken = '@@UPLOAD_TOKEN@@'
$CompleteAddress = '@@COMPLETE_ADDRESS@@'
$AzCopyLinux = '@@AZCOPY_LINUX@@'
$AzCopyMac = '@@AZCOPY_MAC@@'
$AzCopyWindows = '@@AZCOPY_WINDOWS@@'
$Expires = '@@EXPIRES@@'
$RecordId = '@@RECORD_ID@@'
$ModelName = '@@MODEL_NAME@@'

# What this model's zip must hold, what else it may not be, and what is said of it: the portal's own rules.
$Rules = '@@RULES@@'

$MiB = 1048576
$MaxBlocks = 50000
$MaxBlockMiB = 100
$Attempts = 6
$Again = 'Run the same command again: what has arrived is not sent a second time.'
$Renew = 'Download a new script on the instructions page of the record and run that one.'

# Ends the script with an exit code; the first line says what happened, the others what to do.
function Stop-Upload([int]$Code, [string[]]$Lines) {
    [Console]::Error.WriteLine('Error: ' + $Lines[0])
    foreach ($line in ($Lines | Select-Object -Skip 1)) { [Console]::Error.WriteLine('       ' + $line) }
    exit $Code
}

# Text from elsewhere, made fit for the screen: without link, token and control characters.
function Get-Presentable([string]$Text) {
    if ($Query) { $Text = $Text.Replace($Query, '...') }
    if ($UploadToken) { $Text = $Text.Replace($UploadToken, '...') }
    ($Text -replace '\p{Cc}', ' ') -replace '\?[^\s"]*=[^\s"]*', '?...'
}

# Until when the link is good, as far as it is known.
function Get-GoodUntil {
    if ($Expires) { "The link of this script is good until $Expires." } else { 'The link of this script may have expired.' }
}

# The file to send, or the end of the script.
function Get-Zip([string]$Path) {
    if (-not $Path) {
        Stop-Upload 2 @('No file path argument provided.', 'Usage: & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"')
    }
    if (-not (Test-Path -LiteralPath $Path -PathType Leaf)) {
        Stop-Upload 3 @("Path is not a file or does not exist: $Path")
    }
    $file = Get-Item -LiteralPath $Path -Force
    try { [IO.File]::OpenRead($file.FullName).Dispose() }
    catch { Stop-Upload 3 @("The file cannot be read: $Path", 'Close other programs that use it, and check the rights.') }
    $file
}

function New-WorkFolder {
    $path = Join-Path ([IO.Path]::GetTempPath()) ('flood-model-upload.' + [guid]::NewGuid().ToString('N'))
    try {
        [void](New-Item -ItemType Directory -Path $path)
        [IO.File]::WriteAllText((Join-Path $path 'owner'), "$PID")
        $path
    }
    catch { Stop-Upload 4 @("Directory does not exist: $([IO.Path]::GetTempPath())", 'Set TEMP to one that can be written to.') }
}

# What runs of this user left behind that were killed: logs of AzCopy among it, which hold the link.
function Clear-Remains {
    $remains = Get-ChildItem -LiteralPath ([IO.Path]::GetTempPath()) -Filter 'flood-model-upload.*' -Directory -ErrorAction SilentlyContinue
    foreach ($folder in $remains) {
        $owner = Join-Path $folder.FullName 'owner'
        if (-not (Test-Path -LiteralPath $owner -PathType Leaf)) { continue }
        try { $process = [int](Get-Content -LiteralPath $owner -TotalCount 1) } catch { continue }
        if (@([Diagnostics.Process]::GetProcesses()).Id -contains $process) { continue }
        Remove-Item -LiteralPath $folder.FullName -Recurse -Force -ErrorAction SilentlyContinue
    }
}

function Get-Wait {
    if ($env:UPLOAD_RETRY_WAIT -match '^[0-9]{1,4}$') { [int]$env:UPLOAD_RETRY_WAIT } else { 2 }
}

# One request, repeated while there is hope. Answers Status (0: no answer), Text and Reason.
function Send-Request([string]$Method, [string]$Address, [hashtable]$Headers, [byte[]]$Body, [string]$ContentType, [int]$Most = $Attempts) {
    $request = @{ Method = $Method; Uri = $Address; Headers = $Headers; SkipHttpErrorCheck = $true; TimeoutSec = 900 }
    if ($null -ne $Body) { $request.Body = $Body; $request.ContentType = $ContentType }
    $wait = Get-Wait
    for ($attempt = 1; ; $attempt++) {
        $answer = Get-Answer $request
        $transient = @(0, 408, 429, 500, 502, 503, 504) -contains $answer.Status
        # Damaged on the way.
        if ($answer.Status -eq 400 -and $answer.Text.Contains('Md5Mismatch')) { $transient = $true }
        if (-not $transient -or $attempt -ge $Most) { return $answer }
        Write-Host "No good answer ($($answer.Reason)). Trying again in $wait seconds."
        Start-Sleep -Seconds $wait
        $wait = $wait * 2
    }
}

function Get-Answer([hashtable]$Request) {
    try {
        $response = Invoke-WebRequest @Request
        $text = [Text.Encoding]::UTF8.GetString($response.RawContentStream.ToArray())
        $status = [int]$response.StatusCode
        $reason = "$status"
        if ($text -match '<Code>([A-Za-z0-9]+)<' -or $text -match '"message"\s*:\s*"((?:[^"\\]|\\.)*)"') {
            $reason = Get-Presentable "$status $($Matches[1])"
        }
        $length = if ($response.Headers.ContainsKey('Content-Length')) { "$($response.Headers['Content-Length'])" } else { '' }
        @{ Status = $status; Text = $text.TrimStart([char]0xFEFF); Reason = $reason; Length = $length }
    }
    catch {
        @{ Status = 0; Text = ''; Length = ''; Reason = (Get-Presentable $_.Exception.Message) }
    }
}

function Stop-ForFullStorage([string]$Reason) {
    Stop-Upload 12 @("The storage has no room for the file$Reason.",
        'Tell the agency, which can make room; nothing is wrong at your end.',
        'Run the same command again later: what has arrived is not sent a second time.')
}

function Stop-ForStorage($Answer) {
    if (@(401, 403, 404) -contains $Answer.Status) {
        Stop-Upload 6 @("The storage refused the upload ($($Answer.Reason)).", (Get-GoodUntil), $Renew)
    }
    if ($Answer.Status -eq 507) { Stop-ForFullStorage " ($($Answer.Reason))" }
    Stop-Upload 7 @("The file could not be sent ($($Answer.Reason)).", 'Check the connection to the internet.', $Again)
}

function Send-Storage([string]$Method, [string]$Operation, [byte[]]$Body, [string]$ContentType, [hashtable]$More = @{}) {
    $headers = @{ 'x-ms-version' = '2021-12-02' } + $More
    $address = "$Prefix${BlobName}?$Query"
    if ($Operation) { $address = "$address&$Operation" }
    Send-Request $Method $address $headers $Body $ContentType
}

# The size of one block, as small as the largest number of blocks allows.
function Get-BlockMiB([long]$Size) {
    $least = [int][Math]::Ceiling([double]$Size / ($MaxBlocks * $MiB))
    $wanted = 8
    if ($env:UPLOAD_BLOCK_MIB -match '^([1-9][0-9]?|100)$') { $wanted = [int]$env:UPLOAD_BLOCK_MIB }
    $blockMiB = [Math]::Max($least, $wanted)
    if ($blockMiB -gt $MaxBlockMiB) {
        Stop-Upload 10 @('The file is too large to be sent.', 'Leave out files the model does not need, or write to support.')
    }
    $blockMiB
}

# The id names content, block size and place, so that only a block of this very file is ever taken as sent. It is as
# long as AzCopy's ids, since the storage takes only ids of one length for one file.
function Get-BlockId([string]$Hash, [int]$BlockMiB, [int]$Index) {
    $text = '{0}{1:d3}{2:d5}' -f $Hash.Substring(0, 28), $BlockMiB, $Index
    [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($text))
}

# How the id of a block that AzCopy sent looks: the characters in the middle differ from run to run.
function Get-AzCopyIdPattern([int]$Index) {
    $end = [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes(('0000000000{0:d5}' -f $Index)))
    '^MDAwMD.{22}' + [regex]::Escape($end) + '$'
}

# The note beside this script about what AzCopy was started on, or what was sent whole.
function Get-Note([string]$What, [string]$Hash, [int]$BlockMiB) { "$What $Folder $Hash $BlockMiB" }

function Test-Note([string]$Note) {
    (Test-Path -LiteralPath $StateFile -PathType Leaf) -and ([IO.File]::ReadAllText($StateFile).Trim() -ceq $Note)
}

function Save-Note([string]$Note) {
    try { [IO.File]::WriteAllText($StateFile, $Note) } catch { Write-Verbose 'No note can be kept beside the script.' }
}

# The blocks that the storage already holds: their ids by size. Once the portal has refused the whole file, only new
# blocks count.
function Get-HeldBlocks([bool]$IsAfresh) {
    $held = [Collections.Generic.Dictionary[string, string]]::new([StringComparer]::Ordinal)
    $type = if ($IsAfresh) { 'uncommitted' } else { 'all' }
    $answer = Send-Storage 'Get' "comp=blocklist&blocklisttype=$type" $null ''
    if (@(0, 401, 403, 429) -contains $answer.Status -or $answer.Status -ge 500) { Stop-ForStorage $answer }
    if ($answer.Status -eq 200) {
        foreach ($block in ([xml]$answer.Text).SelectNodes('//Block')) {
            $held[$block.SelectSingleNode('Name').InnerText] = $block.SelectSingleNode('Size').InnerText
        }
    }
    , $held
}

# The id under which the storage holds a block, or nothing.
function Find-HeldId($Held, [string]$Hash, [int]$BlockMiB, [int]$Index, [int]$Length, [bool]$HasAzCopyBlocks) {
    $id = Get-BlockId $Hash $BlockMiB $Index
    if ($Held.ContainsKey($id) -and $Held[$id] -eq "$Length") { return $id }
    if (-not $HasAzCopyBlocks) { return }
    $pattern = Get-AzCopyIdPattern $Index
    foreach ($name in $Held.get_Keys()) { if ($name -cmatch $pattern -and $Held[$name] -eq "$Length") { return $name } }
}

function Read-Block([IO.Stream]$Stream, [long]$Offset, [int]$Length) {
    $buffer = [byte[]]::new($Length)
    $filled = 0
    [void]$Stream.Seek($Offset, [IO.SeekOrigin]::Begin)
    while ($filled -lt $Length) {
        $count = $Stream.Read($buffer, $filled, $Length - $filled)
        if ($count -eq 0) {
            Stop-Upload 10 @('The file changed while it was being sent.', 'Run the script again when the file is complete.')
        }
        $filled += $count
    }
    , $buffer
}

function Send-InBlocks([IO.FileInfo]$File, [string]$Hash, [int]$BlockMiB, $Held, [bool]$HasAzCopyBlocks) {
    $blockSize = [long]$BlockMiB * $MiB
    $count = [int][Math]::Ceiling([double]$File.Length / $blockSize)
    Write-Host "Sending the file without AzCopy, in $count blocks of $BlockMiB MiB"
    $list = [Text.StringBuilder]::new('<?xml version="1.0" encoding="utf-8"?><BlockList>')
    $stream = [IO.File]::OpenRead($File.FullName)
    try {
        for ($index = 0; $index -lt $count; $index++) {
            $length = [int][Math]::Min($blockSize, $File.Length - $index * $blockSize)
            $name = "Block $($index + 1) of $count"
            $id = if ($Held.get_Count()) { Find-HeldId $Held $Hash $BlockMiB $index $length $HasAzCopyBlocks }
            if ($id) { Write-Host "$name has arrived before" }
            else {
                $id = Get-BlockId $Hash $BlockMiB $index
                Send-Block (Read-Block $stream ($index * $blockSize) $length) $id
                Write-Host "$name sent"
            }
            [void]$list.Append("<Latest>$id</Latest>")
        }
    }
    finally { $stream.Dispose() }
    $body = [Text.Encoding]::UTF8.GetBytes($list.Append('</BlockList>').ToString())
    $answer = Send-Storage 'Put' 'comp=blocklist' $body 'application/xml' @{ 'x-ms-blob-content-type' = 'application/zip' }
    if ($answer.Status -ne 201) { Stop-ForStorage $answer }
}

# Sends one block with its MD5, so that the storage refuses it when it was damaged on the way.
function Send-Block([byte[]]$Block, [string]$Id) {
    $hash = [Convert]::ToBase64String([Security.Cryptography.MD5]::Create().ComputeHash($Block))
    $answer = Send-Storage 'Put' "comp=block&blockid=$Id" $Block 'application/octet-stream' @{ 'Content-MD5' = $hash }
    if ($answer.Status -ne 201) { Stop-ForStorage $answer }
}

function Get-AzCopyAddress { if ($IsWindows) { $AzCopyWindows } elseif ($IsMacOS) { $AzCopyMac } else { $AzCopyLinux } }

function Find-AzCopyBelow([string]$Path) {
    Get-ChildItem -LiteralPath $Path -Recurse -File -ErrorAction SilentlyContinue |
        Where-Object { $_.Name -eq 'azcopy' -or $_.Name -eq 'azcopy.exe' } |
        Select-Object -First 1 -ExpandProperty FullName
}

function Expand-Package([string]$Package, [string]$Target) {
    $stream = [IO.File]::OpenRead($Package)
    try { $isZip = $stream.ReadByte() -eq 0x50 -and $stream.ReadByte() -eq 0x4B } finally { $stream.Dispose() }
    if ($isZip) { Expand-Archive -LiteralPath $Package -DestinationPath $Target -Force; return }
    & tar -xzf $Package -C $Target *> $null
    if ($LASTEXITCODE -ne 0) { throw 'tar failed' }
}

# Downloads AzCopy and answers its path, or says why it cannot be had and answers nothing.
function Get-AzCopyFrom([string]$Address, [string]$Target) {
    $package = Join-Path $Work 'package.zip'
    Write-Host 'Downloading AzCopy'
    try { [void](New-Item -ItemType Directory -Path $Target -Force) } catch { $Target = Join-Path $Work 'azcopy_download' }
    try { [void](New-Item -ItemType Directory -Path $Target -Force) } catch { Write-Host "Directory does not exist: $Target"; return }
    try { [void](Invoke-WebRequest -Uri $Address -OutFile $package) } catch { Write-Host 'Failed to download AzCopy.'; return }
    try { Expand-Package $package $Target } catch { Write-Host 'Failed to extract AzCopy.'; return }
    $program = Find-AzCopyBelow $Target
    try {
        if (-not $IsWindows) { & chmod u+x $program }
        & $program --version *> $null
        if ($LASTEXITCODE -eq 0) { return $program }
    }
    catch { Write-Verbose 'The program cannot be started on this computer.' }
    Write-Host 'AzCopy executable not found.'
}

# AzCopy on the path, beside this script or downloaded; nothing where it is not wanted or cannot be had.
function Find-AzCopy([string]$ZipPath) {
    # AzCopy would read a star in the path as a pattern.
    if ($env:UPLOAD_WITHOUT_AZCOPY -or $ZipPath.Contains('*')) { return }
    $installed = Get-Command azcopy -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($installed) { return $installed.Source }
    foreach ($name in 'azcopy.exe', 'azcopy') {
        $beside = Join-Path $PSScriptRoot $name
        if (Test-Path -LiteralPath $beside -PathType Leaf) { return $beside }
    }
    $folder = Join-Path $PSScriptRoot 'azcopy_download'
    $earlier = Find-AzCopyBelow $folder
    if ($earlier) { return $earlier }
    $address = Get-AzCopyAddress
    if ($address) { Get-AzCopyFrom $address $folder }
}

# AzCopy's logs and plans would keep the link on this computer, so they go to the folder that is removed at the end.
function Send-WithAzCopy([string]$AzCopy, [IO.FileInfo]$File, [string]$Hash, [int]$BlockMiB) {
    Write-Host "Sending the file with AzCopy ($AzCopy)"
    $logs = (New-Item -ItemType Directory -Path (Join-Path $Work 'azcopy')).FullName
    Save-Note (Get-Note 'azcopy' $Hash $BlockMiB)
    $settings = @{ AZCOPY_LOG_LOCATION = $logs; AZCOPY_JOB_PLAN_LOCATION = $logs; AZCOPY_DISABLE_SYSLOG = 'true' }
    $before = @{}
    foreach ($name in $settings.Keys) { $before[$name] = [Environment]::GetEnvironmentVariable($name) }
    $arguments = @('copy', $File.FullName, "$Prefix${BlobName}?$Query", '--from-to=LocalBlob', '--overwrite=true',
        "--block-size-mb=$BlockMiB", '--log-level=ERROR', '--output-type=json')
    $messages = [Collections.Generic.List[string]]::new()
    $shown = ''
    try {
        foreach ($name in $settings.Keys) { [Environment]::SetEnvironmentVariable($name, $settings[$name]) }
        & $AzCopy @arguments 2>&1 | ForEach-Object {
            $messages.Add("$_")
            if ("$_" -match 'PercentComplete[\\": ]+([0-9]+)' -and $Matches[1] -ne $shown) {
                $shown = $Matches[1]
                Write-Host "AzCopy: $shown % sent"
            }
        }
        $code = $LASTEXITCODE
    }
    catch {
        $messages.Add($_.Exception.Message)
        $code = 126
    }
    finally {
        foreach ($name in $settings.Keys) {
            if ($null -ne $before[$name]) { [Environment]::SetEnvironmentVariable($name, $before[$name]) }
            else { Remove-Item -LiteralPath "Env:$name" -ErrorAction SilentlyContinue }
        }
    }
    if ($code -ne 0) { Stop-ForAzCopy $code $messages $logs }
}

function Stop-ForAzCopy([int]$Code, [string[]]$Messages, [string]$Logs) {
    $lines = $Messages + @(Get-ChildItem -LiteralPath $Logs -Filter '*.log' | Get-Content)
    if (($lines -join "`n") -cmatch 'AuthenticationFailed|AuthorizationFailure| : 40[13] : ') {
        Stop-Upload 6 @('The storage refused the upload.', (Get-GoodUntil), $Renew)
    }
    if (($lines -join "`n") -cmatch 'InsufficientStorage| : 507 : ') { Stop-ForFullStorage '' }
    $trouble = $lines | Where-Object { $_ -cmatch 'ERR|"MessageType":"Error"|^[^{0-9 ]' } | Select-Object -Last 1
    Stop-Upload 8 @("AzCopy failed with exit code ${Code}: $(Get-Presentable $trouble)", $Again,
        'If it fails again, set $env:UPLOAD_WITHOUT_AZCOPY = 1 before it to send the file without AzCopy.')
}

# The portal's rules by name.
$RuleOf = @{}
foreach ($line in ($Rules -split '\r?\n')) {
    $at = $line.IndexOf([char]'=')
    if ($at -gt 0) { $RuleOf[$line.Substring(0, $at)] = $line.Substring($at + 1) }
}

# A sentence of the rules with its slots filled.
function Get-Said([string]$Name, [hashtable]$Slots = @{}) {
    $RuleOf["text.$Name"] -replace '\{(\w+)\}', { [string]$Slots[$_.Groups[1].Value] }
}

# A name from the zip as it is shown: without invisible characters, and never longer than a line or two.
function Get-Quoted([string]$Name) {
    $visible = $Name -replace '[\p{Cc}\p{Cf}\u2028\u2029]', [string][char]0xFFFD
    $characters = [regex]::Matches($visible, '[\uD800-\uDBFF][\uDC00-\uDFFF]|[\s\S]')
    $shown = [int]$RuleOf['shown']
    if ($characters.Count -gt $shown) { $visible = $visible.Substring(0, $characters[$shown].Index) + '...' }
    '"' + $visible + '"'
}

# Findings: what is told in the end ("fault TEXT", "warning TEXT"), and what one rule has found so far.
$Findings = [Collections.Generic.List[string]]::new()
$Groups = @{}

function Add-Fault([string]$Name, [hashtable]$Slots = @{}) { $Findings.Add('fault ' + (Get-Said $Name $Slots)) }

function Add-ToGroup([string]$Group, [string]$Text, [string]$Entry) {
    if (-not $Groups.ContainsKey($Group)) {
        $Groups[$Group] = @{ Texts = [Collections.Generic.List[string]]::new(); Entry = $Entry }
    }
    $Groups[$Group].Texts.Add($Text)
}

# The first findings of one rule, and the number of the others.
function Add-Group([string]$Severity, [string]$Group) {
    if (-not $Groups.ContainsKey($Group)) { return }
    $texts = $Groups[$Group].Texts
    $most = [int]$RuleOf['perRule']
    foreach ($text in ($texts | Select-Object -First $most)) { $Findings.Add("$Severity $text") }
    $more = $texts.Count - $most
    if ($more -lt 1) { return }
    $name = if ($more -eq 1) { 'moreSingular' } else { 'morePlural' }
    $Findings.Add("$Severity " + (Get-Said $name @{ more = $more; entry = Get-Quoted $Groups[$Group].Entry }))
}

function Read-Part([IO.Stream]$Stream, [long]$Offset, [long]$Count) {
    $length = [int][Math]::Max(0, [Math]::Min($Count, $Stream.Length - $Offset))
    if ($Offset -lt 0 -or $length -eq 0) { return , [byte[]]::new(0) }
    , (Read-Block $Stream $Offset $length)
}

# Where the list of the zip's entries stands, how many there are, or the fault of a file without such a list.
function Find-List([IO.Stream]$Stream) {
    $tail = Read-Part $Stream ([Math]::Max(0, $Stream.Length - 65577)) 65577
    $at = $tail.Length - 22
    while ($at -ge 0 -and [BitConverter]::ToUInt32($tail, $at) -ne 0x06054b50) { $at-- }
    if ($at -lt 0) { return @{ Fault = 'none' } }
    if ([BitConverter]::ToUInt16($tail, $at + 20) -ne $tail.Length - $at - 22) { return @{ Fault = 'damaged' } }
    $disk = [BitConverter]::ToUInt16($tail, $at + 4)
    if ($disk -gt 0 -and $disk -lt 65535) { return @{ Fault = 'split' } }
    $count = [long][BitConverter]::ToUInt16($tail, $at + 10)
    $size = [long][BitConverter]::ToUInt32($tail, $at + 12)
    $offset = [long][BitConverter]::ToUInt32($tail, $at + 16)
    $isLarge = $count -eq 65535 -or $size -eq 4294967295 -or $offset -eq 4294967295
    if (-not $isLarge -or $at -lt 20 -or [BitConverter]::ToUInt32($tail, $at - 20) -ne 0x07064b50) {
        return @{ Offset = $offset; Count = $count }
    }
    $record = Read-Part $Stream ([BitConverter]::ToInt64($tail, $at - 12)) 56
    if ($record.Length -lt 56 -or [BitConverter]::ToUInt32($record, 0) -ne 0x06064b50) { return @{ Fault = 'damaged' } }
    @{ Offset = [BitConverter]::ToInt64($record, 48); Count = [BitConverter]::ToInt64($record, 32) }
}

# What is wrong with a file that has no list of entries at its end.
function Add-ShapeFault([IO.Stream]$Stream) {
    $bytes = Read-Part $Stream 0 8
    $start = [Convert]::ToHexString($bytes).ToLowerInvariant()
    foreach ($name in $RuleOf.Keys) {
        if ($name.StartsWith('archive.') -and $start.StartsWith($name.Substring(8))) {
            Add-Fault 'otherArchive' @{ kind = $RuleOf[$name] }
            return
        }
    }
    if ($start.StartsWith('504b0304')) { Add-Fault 'cutOff' }
    elseif ($start.StartsWith('504b0708')) { Add-Fault 'split' }
    else { Add-Fault 'noZip' }
}

$StrictUtf8 = [Text.UTF8Encoding]::new($false, $true)

# A name as it is meant. One that is not marked as UTF-8: the Mac's Finder writes UTF-8 all the same, old programs write
# code page 437.
function Get-EntryName([byte[]]$List, [int]$At, [int]$Length, [bool]$IsMarked) {
    if ($IsMarked) { return [Text.Encoding]::UTF8.GetString($List, $At, $Length) }
    try { return $StrictUtf8.GetString($List, $At, $Length) }
    catch { Write-Verbose 'The name is not UTF-8.' }
    $name = [Text.StringBuilder]::new()
    for ($place = $At; $place -lt $At + $Length; $place++) {
        $byte = [int]$List[$place]
        $char = if ($byte -lt 128) { [char]$byte } else { $RuleOf['codePage'][$byte - 128] }
        [void]$name.Append($char)
    }
    $name.ToString()
}

# One entry of the list, and where the next one starts.
function Read-Entry([byte[]]$List, [int]$At) {
    $nameLength = [BitConverter]::ToUInt16($List, $At + 28)
    $extraLength = [BitConverter]::ToUInt16($List, $At + 30)
    $next = $At + 46 + $nameLength + $extraLength + [BitConverter]::ToUInt16($List, $At + 32)
    if ($next -gt $List.Length) { return }
    $flags = [BitConverter]::ToUInt16($List, $At + 8)
    $method = [BitConverter]::ToUInt16($List, $At + 10)
    $kind = [BitConverter]::ToUInt32($List, $At + 38) -shr 28
    $path = (Get-EntryName $List ($At + 46) $nameLength (($flags -band 0x800) -ne 0)).Normalize()
    $entry = @{
        Path = $path; Next = $next; Method = $method; Kind = $kind
        Packed = [long][BitConverter]::ToUInt32($List, $At + 20)
        Size = [long][BitConverter]::ToUInt32($List, $At + 24)
        Offset = [long][BitConverter]::ToUInt32($List, $At + 42)
        IsFolder = $path.EndsWith([char]'/') -or $kind -eq 4
        IsLocked = ($flags -band 1) -eq 1 -or $method -eq 99
    }
    $extra = $At + 46 + $nameLength
    $end = $extra + $extraLength
    while ($extra + 4 -le $end) {
        $id = [BitConverter]::ToUInt16($List, $extra)
        $extraEnd = $extra + 4 + [BitConverter]::ToUInt16($List, $extra + 2)
        if ($extraEnd -gt $end) { return }
        $value = $extra + 4
        foreach ($field in 'Size', 'Packed', 'Offset') {
            if ($id -ne 1 -or $entry[$field] -ne 4294967295 -or $value + 8 -gt $extraEnd) { continue }
            $entry[$field] = [BitConverter]::ToInt64($List, $value)
            $value += 8
        }
        $extra = $extraEnd
    }
    $entry
}

# The zip's entries, or nothing where the list cannot be read, which is a fault of its own.
function Read-Entries([IO.Stream]$Stream, [long]$Offset, [long]$Count) {
    $large = if ($Stream.Length -gt [long]$RuleOf['finderLimit']) { 'Large' } else { '' }
    if ($Count -gt [long]$RuleOf['entries']) { Add-Fault 'tooManyEntries' @{ most = $RuleOf['entries'] }; return }
    $list = Read-Part $Stream $Offset 67108864
    $entries = [Collections.Generic.List[object]]::new()
    $at = 0
    while ($entries.Count -lt $Count) {
        $isEntry = $at + 46 -le $list.Length -and [BitConverter]::ToUInt32($list, $at) -eq 0x02014b50
        $entry = if ($isEntry) { Read-Entry $list $at }
        if (-not $entry) { Add-Fault "damaged$large"; return }
        $entries.Add($entry)
        $at = $entry.Next
    }
    if ($at + 4 -le $list.Length -and [BitConverter]::ToUInt32($list, $at) -eq 0x02014b50) { Add-Fault "unlisted$large" }
    , $entries
}

function Add-MethodFaults($Entries) {
    foreach ($entry in $Entries) {
        if (-not $entry.IsLocked -and ($entry.Method -eq 0 -or $entry.Method -eq 8)) { continue }
        $name = $RuleOf["method.$($entry.Method)"]
        if (-not $name) { $name = "method $($entry.Method)" }
        $slots = @{ entry = Get-Quoted $entry.Path; method = $name }
        $text = if ($entry.Method -eq 9) { 'deflate64' } else { 'otherMethod' }
        if ($entry.IsLocked) { Add-ToGroup 'locked' (Get-Said 'encrypted' $slots) $entry.Path }
        else { Add-ToGroup 'methods' (Get-Said $text $slots) $entry.Path }
    }
    Add-Group 'fault' 'locked'
    Add-Group 'fault' 'methods'
}

function Get-Parent([string]$Path) { $Path.Substring(0, [Math]::Max(0, $Path.LastIndexOf([char]'/'))) }

function Test-Junk([string]$Path) {
    $parts = $Path.TrimEnd('/').Split('/')
    $last = $parts[-1].ToLowerInvariant()
    ($RuleOf['junkNames'].Split(' ') -ccontains $last) -or ($parts -ccontains $RuleOf['junkFolder']) -or
        $last.StartsWith($RuleOf['junkStart'], [StringComparison]::Ordinal)
}

# Every folder of the entries, also those that are only part of a path, each before what is in it.
function Get-Folders($Entries) {
    $listed = [Collections.Generic.HashSet[string]]::new([StringComparer]::Ordinal)
    $folders = [Collections.Generic.List[string]]::new()
    foreach ($entry in $Entries) {
        $missing = [Collections.Generic.List[string]]::new()
        $folder = if ($entry.IsFolder) { $entry.Path.TrimEnd('/') } else { Get-Parent $entry.Path }
        while ($folder -and $listed.Add($folder)) { $missing.Insert(0, $folder); $folder = Get-Parent $folder }
        $folders.AddRange($missing)
    }
    , $folders
}

function Get-Gib([double]$Bytes) { [Math]::Max(1, [Math]::Floor($Bytes / 1073741824 + 0.5)) }

# Answers whether there are too many entries to look at anything else.
function Add-LimitFaults($Entries, [int]$FolderCount) {
    $total = [double]0
    $packed = [double]0
    $files = 0
    $largest = $null
    foreach ($entry in $Entries) {
        $total += $entry.Size
        $packed += $entry.Packed
        if (-not $entry.IsFolder) { $files++ }
        if ($null -eq $largest -or $entry.Size -gt $largest.Size) { $largest = $entry }
    }
    $isOver = $files + $FolderCount -gt [long]$RuleOf['entries']
    if ($isOver) { Add-Fault 'tooManyEntries' @{ most = $RuleOf['entries'] } }
    $name = if ($largest) { Get-Quoted $largest.Path }
    if ($total -gt [double]$RuleOf['totalSize']) {
        Add-Fault 'tooLarge' @{ size = Get-Gib $total; most = Get-Gib $RuleOf['totalSize']; entry = $name }
    }
    if ($total -gt [double]$RuleOf['ratioFrom'] -and $total -gt [double]$RuleOf['ratio'] * $packed) {
        Add-Fault 'bomb' @{ most = $RuleOf['ratio']; entry = $name }
    }
    $isOver
}

# The first rule that an entry's path breaks.
function Get-PathFault($Entry) {
    $path = $Entry.Path
    $plain = $path.TrimEnd('/')
    if ($path -match '\p{Cc}') { return 'controlCharacter' }
    if ($path -match '^[A-Za-z]:') { return 'driveLetter' }
    if ($path -match '^[/\\]') { return 'topOfDisk' }
    if ($path.Split([char[]]'/\') -ccontains '..') { return 'outside' }
    if ($path.Contains('\')) { return 'backslash' }
    if ($plain -match '(^|/)\.?(/|$)') { return 'emptyName' }
    if ($Entry.Kind -eq 10) { return 'symlink' }
    if (@(0, 4, 8) -notcontains $Entry.Kind) { return 'noPlainFile' }
    if ($plain -match '(^|/)(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\.[^/]*)?(/|$)') { return 'deviceName' }
    if ($plain -match '[. ](/|$)') { return 'trailingDot' }
    if ($path.Length -gt [int]$RuleOf['pathLength']) { return 'longPath' }
}

# Tells of unsafe paths, and marks where each entry is placed in the folder; one that leads elsewhere is not.
function Add-PathFaults($Entries) {
    foreach ($entry in $Entries) {
        $fault = Get-PathFault $entry
        if ($fault) {
            $slots = @{ entry = Get-Quoted $entry.Path; most = $RuleOf['pathLength'] }
            Add-ToGroup $fault (Get-Said $fault $slots) $entry.Path
        }
        $entry.Place = $entry.Path.Replace('\', '/')
        $entry.IsPlaced = $entry.Place -notmatch '^(/|[A-Za-z]:)' -and $entry.Place.Split('/') -cnotcontains '..'
    }
    foreach ($group in 'controlCharacter', 'driveLetter', 'topOfDisk', 'outside', 'backslash', 'emptyName', 'symlink',
        'noPlainFile', 'deviceName', 'trailingDot', 'longPath') { Add-Group 'fault' $group }
}

function Add-DuplicateFaults($Entries, $Folders) {
    $nodes = @($Folders | ForEach-Object { @{ Path = $_; IsFile = $false } })
    $nodes += @($Entries | Where-Object { -not $_.IsFolder } | ForEach-Object { @{ Path = $_.Path; IsFile = $true } })
    $owners = [Collections.Generic.Dictionary[string, object]]::new([StringComparer]::Ordinal)
    $doubled = [Collections.Generic.HashSet[string]]::new([StringComparer]::Ordinal)
    foreach ($node in $nodes) {
        $parent = Get-Parent $node.Path
        $key = $parent + $node.Path.Substring($parent.Length).ToLowerInvariant()
        if ($owners.TryAdd($key, $node)) { continue }
        if (-not $doubled.Add($node.Path)) { continue }
        $first = $owners[$key]
        $fault = if ($first.Path -cne $node.Path) { 'onlyCapitals' } elseif ($first.IsFile) { 'twice' } else { 'fileAndFolder' }
        $slots = @{ entry = Get-Quoted $node.Path; other = Get-Quoted $first.Path }
        Add-ToGroup 'duplicates' (Get-Said $fault $slots) $node.Path
    }
    Add-Group 'fault' 'duplicates'
}

# What lies directly in a folder ('' for the top), by its name in small letters. The answer is asked by methods alone:
# PowerShell would read .Count of it as the entry "count", where there is one.
function Get-Children($Entries, [string]$Base) {
    $children = [Collections.Specialized.OrderedDictionary]::new([StringComparer]::Ordinal)
    foreach ($entry in $Entries) {
        if (-not $entry.IsPlaced -or -not $entry.Place.StartsWith($Base, [StringComparison]::Ordinal)) { continue }
        $parts = $entry.Place.Substring($Base.Length).TrimEnd('/').Split('/')
        $key = $parts[0].ToLowerInvariant()
        if (-not $key) { continue }
        if (-not $children.Contains($key)) {
            $children.Add($key, @{ Name = $parts[0]; IsFolder = $false; Files = 0; Size = [long]0 })
        }
        $child = $children[$key]
        if ($entry.IsFolder -or $parts.Length -gt 1) { $child.IsFolder = $true }
        if (-not $entry.IsFolder) { $child.Files++ }
        $child.Size += $entry.Size
    }
    $children
}

function Add-OtherFaults($Children, $Own) {
    foreach ($child in $Children.get_Values()) {
        if ($child.Name -ceq $Own.Name) { continue }
        $slots = @{ entry = Get-Quoted $child.Name; other = Get-Quoted $Own.Name }
        Add-ToGroup 'beside' (Get-Said 'beside' $slots) $child.Name
    }
    Add-Group 'fault' 'beside'
}

# Answers where the model lies, ending with a slash, '' for the top of the zip; nothing where that cannot be told.
function Find-Root($Entries) {
    $root = $RuleOf['root']
    $key = $root.ToLowerInvariant()
    $slots = @{ root = Get-Quoted $root }
    $top = Get-Children $Entries ''
    if ($top.get_Count() -eq 0) {
        $isLost = $Entries.Count -gt 0 -and -not @($Entries | Where-Object { $_.IsPlaced }).Count
        if (-not $isLost) { Add-Fault 'noFiles' $slots }
        return
    }
    if ($top.Contains($key) -and $top[$key].IsFolder) { Add-OtherFaults $top $top[$key]; return $top[$key].Name + '/' }
    foreach ($name in $RuleOf['folders'].Replace('?', '').ToLowerInvariant().Split(' ')) {
        if ($top.Contains($name) -and $top[$name].IsFolder) { Add-Fault 'contentsOnly' $slots; return '' }
    }
    $folders = @($top.get_Values() | Where-Object { $_.IsFolder })
    if ($folders.Count -ne 1) {
        $slots.names = @($top.get_Values() | Select-Object -First 3 | ForEach-Object { Get-Quoted $_.Name }) -join ', '
        $slots.others = if ($top.get_Count() -gt 3) { Get-Said 'noRootOthers' @{ more = $top.get_Count() - 3 } } else { '' }
        Add-Fault 'noRoot' $slots
        return
    }
    $only = $folders[0]
    $slots.entry = Get-Quoted $only.Name
    $inside = Get-Children $Entries ($only.Name + '/')
    $isNested = $inside.Contains($key) -and $inside[$key].IsFolder
    if ($isNested) { $slots.inner = Get-Quoted $inside[$key].Name; Add-Fault 'tooDeep' $slots } else { Add-Fault 'misnamed' $slots }
    Add-OtherFaults $top $only
    if ($isNested) { return "$($only.Name)/$($inside[$key].Name)/" }
    $only.Name + '/'
}

function Add-FolderFaults($Children, [string]$Base) {
    foreach ($folder in $RuleOf['folders'].Split(' ')) {
        $name = $folder.TrimEnd('?')
        $child = $Children[$name.ToLowerInvariant()]
        $slots = @{ entry = Get-Quoted ($Base + $name) }
        if ($child -and -not $child.IsFolder) { Add-Fault 'folderIsFile' $slots }
        elseif (-not $child -and $folder.EndsWith('?')) { Add-Fault 'noEmptyFolder' $slots }
        elseif (-not $child) { Add-Fault 'noFolder' $slots }
        elseif ($child.Files -eq 0 -and -not $folder.EndsWith('?')) { Add-Fault 'emptyFolder' $slots }
    }
}

# The name of the fault of a coverage that is there, or nothing.
function Get-CoverageFault($Entries, [string]$Base, $Child) {
    if (-not $Child.IsFolder) { if ($Child.Size -eq 0) { return 'emptyCoverage' } else { return } }
    $inside = Get-Children $Entries ($Base + $Child.Name + '/')
    if (-not @($inside.get_Keys() | Where-Object { $_.EndsWith('.gdbtable') }).Count) { 'coverageWithoutTables' }
}

function Add-CoverageFault($Entries, $Children, [string]$Base) {
    $name = $RuleOf['coverage']
    $forms = @(@($name, "$name.zip") | ForEach-Object { $Children[$_.ToLowerInvariant()] } | Where-Object { $_ })
    $faults = @(foreach ($form in $forms) {
            $fault = Get-CoverageFault $Entries $Base $form
            if ($fault) { @{ Name = $fault; Slots = @{ entry = Get-Quoted ($Base + $form.Name) } } }
        })
    if ($forms.Count -gt $faults.Count) { return }
    if ($faults.Count) { Add-Fault $faults[0].Name $faults[0].Slots; return }
    $slots = @{ entry = Get-Quoted ($Base + $name) }
    $like = $Children.get_Values() | Where-Object { $_.Name -match 'coverage|\.gdb(\.zip)?$' } | Select-Object -First 1
    if ($like) { $slots.other = Get-Quoted ($Base + $like.Name); Add-Fault 'noCoverageButLike' $slots }
    else { Add-Fault 'noCoverage' $slots }
}

function Add-MetadataPlaceFault($Entries, $Children, [string]$Base) {
    $name = $RuleOf['metadata']
    $child = $Children[$name.ToLowerInvariant()]
    if ($child -and -not $child.IsFolder) { return }
    $elsewhere = $Entries | Where-Object {
        $_.IsPlaced -and -not $_.IsFolder -and $_.Place.Split('/')[-1].ToLowerInvariant() -ceq $name.ToLowerInvariant()
    } | Select-Object -First 1
    if ($elsewhere) {
        Add-Fault 'metadataElsewhere' @{ entry = Get-Quoted $elsewhere.Place; other = Get-Quoted ($Base + $name) }
        return
    }
    $slots = @{ entry = Get-Quoted ($Base + $name); metadata = Get-Quoted $name }
    $alike = $Children.get_Values() | Where-Object { $_.Name -match '^metadata.*\.ya?ml' } | Select-Object -First 1
    if ($alike) { $slots.other = Get-Quoted $alike.Name; Add-Fault 'metadataRenamed' $slots }
    else { Add-Fault 'noMetadata' $slots }
}

function Add-Warnings($Entries, [string]$Base) {
    $coverage = ($Base + $RuleOf['coverage']).ToLowerInvariant()
    $endings = $RuleOf['compressed'].Split(' ')
    foreach ($entry in $Entries) {
        if ($entry.Path -match '[<>:"|?*]' -and $entry.Path -notmatch '^[A-Za-z]:') {
            Add-ToGroup 'windows' (Get-Said 'notOnWindows' @{ entry = Get-Quoted $entry.Path }) $entry.Path
        }
        $place = $entry.Place.ToLowerInvariant()
        $isExempt = $place -ceq $coverage -or $place -ceq "$coverage.zip"
        if (-not $entry.IsPlaced -or $entry.IsFolder -or $isExempt) { continue }
        if ($place -match '\.([a-z0-9]+)$' -and $endings -ccontains $Matches[1]) {
            Add-ToGroup 'compressed' (Get-Said 'compressed' @{ entry = Get-Quoted $entry.Place }) $entry.Place
        }
    }
    Add-Group 'warning' 'windows'
    Add-Group 'warning' 'compressed'
}

# The text of an entry, or nothing where it cannot be unpacked.
function Read-EntryText([IO.Stream]$Stream, $Entry) {
    $header = Read-Part $Stream $Entry.Offset 30
    if ($header.Length -lt 30) { return }
    $start = $Entry.Offset + 30 + [BitConverter]::ToUInt16($header, 26) + [BitConverter]::ToUInt16($header, 28)
    $packed = [IO.MemoryStream]::new((Read-Part $Stream $start $Entry.Packed))
    try {
        if ($Entry.Method -eq 0) { return [Text.Encoding]::UTF8.GetString($packed.ToArray()) }
        $unpacked = [IO.Compression.DeflateStream]::new($packed, [IO.Compression.CompressionMode]::Decompress)
        [IO.StreamReader]::new($unpacked, [Text.Encoding]::UTF8).ReadToEnd()
    }
    catch { Write-Verbose 'The portal looks at it after the upload.' }
}

# Looks whether the metadata file names this record. What is not written as the portal writes it is left to the portal.
function Add-MetadataFault([IO.Stream]$Stream, $Entries) {
    $entry = $Entries | Where-Object { -not $_.IsFolder -and $_.Path -match "^[^/]*/$([regex]::Escape($RuleOf['metadata']))$" } |
        Select-Object -First 1
    if (-not $entry) { return }
    $slots = @{ entry = Get-Quoted $entry.Path; attribute = $RuleOf['attribute']; record = Get-Quoted $RuleOf['record'] }
    if ($entry.Size -gt [long]$RuleOf['mostMetadata']) { Add-Fault 'metadataTooLarge' $slots; return }
    $text = Read-EntryText $Stream $entry
    if ($null -eq $text) { return }
    if (-not $text.Contains('global_attributes')) { Add-Fault 'noAttributes' $slots; return }
    if (-not $text.Contains($RuleOf['attribute'])) { Add-Fault 'noRecordNamed' $slots; return }
    $key = "^\s+[`"']?$([regex]::Escape($RuleOf['attribute']))[`"']?\s*:(?:\s+(.*))?$"
    $isInside = $false
    foreach ($line in ($text.TrimStart([char]0xFEFF) -split '\r?\n')) {
        if ($line -cmatch '^["'']?global_attributes["'']?\s*:\s*(#.*)?$') { $isInside = $true; continue }
        if ($line -cmatch '^[^\s#]') { $isInside = $false }
        if ($isInside -and $line -cmatch $key) { Add-RecordFault ("$($Matches[1])".TrimEnd()) $slots; return }
    }
}

function Add-RecordFault([string]$Value, [hashtable]$Slots) {
    foreach ($pattern in '^"([^"\\]*)"', "^'([^'\\]*)'", '^([1-9][0-9]*)(\s+#.*)?$') {
        if ($Value -cnotmatch $pattern) { continue }
        $named = [regex]::Match($Value, $pattern).Groups[1].Value
        if ($named -ceq $RuleOf['record']) { return }
        $Slots.other = Get-Quoted $named.Substring(0, [Math]::Min(100, $named.Length))
        Add-Fault 'otherRecord' $Slots
        return
    }
}

function Find-Faults([IO.Stream]$Stream) {
    if ($Stream.Length -eq 0) { Add-Fault 'empty'; return }
    $list = Find-List $Stream
    if ($list.Fault -eq 'none') { Add-ShapeFault $Stream; return }
    if ($list.Fault -eq 'split') { Add-Fault 'split'; return }
    # A list that cannot be where it is said to be is a damaged one.
    if ($list.Fault) { $list = @{ Offset = $Stream.Length; Count = 1 } }
    $all = Read-Entries $Stream $list.Offset $list.Count
    if ($null -eq $all) { return }
    Add-MethodFaults $all
    $isReadable = $Findings.Count -eq 0
    $own = [Collections.Generic.List[object]]::new()
    foreach ($entry in $all) { if (-not (Test-Junk $entry.Path)) { $own.Add($entry) } }
    $folders = Get-Folders $own
    if (Add-LimitFaults $all $folders.Count) { return }
    Add-PathFaults $own
    Add-DuplicateFaults $own $folders
    $base = Find-Root $own
    if ($null -ne $base) {
        $children = Get-Children $own $base
        Add-FolderFaults $children $base
        Add-CoverageFault $own $children $base
        Add-MetadataPlaceFault $own $children $base
    }
    Add-Warnings $own "$base"
    if ($isReadable) { Add-MetadataFault $Stream $all }
}

# Tells what the portal would refuse, before a byte is sent.
function Test-Zip([IO.FileInfo]$File) {
    if ($env:UPLOAD_UNCHECKED) { Write-Host 'The zip is not checked here; the portal does so after the upload.'; return }
    Write-Host "Checking $(Get-Presentable $File.Name)"
    $stream = [IO.File]::OpenRead($File.FullName)
    try { Find-Faults $stream }
    catch {
        Write-Host 'The zip cannot be checked on this computer; the portal does so after the upload.'
        return
    }
    finally { $stream.Dispose() }
    foreach ($finding in $Findings) { if ($finding.StartsWith('warning ')) { Write-Host "Warning: $($finding.Substring(8))" } }
    $faults = @($Findings | Where-Object { $_.StartsWith('fault ') } | ForEach-Object { '- ' + $_.Substring(6) })
    if (-not $faults.Count) { return }
    Stop-Upload 11 (@('The portal would not accept this zip, so nothing was sent:') + $faults + @(
            'If the name or identifier of the model was changed since, download a new script. To send the zip all the same,',
            'set $env:UPLOAD_UNCHECKED = 1 before the command.'))
}

# How far this upload has come, where the portal tells. Who runs the script again, or too late, then learns it before
# anything is hashed or sent. Without an answer the script goes on.
function Get-PortalState {
    if (-not $CompleteAddress) { return '' }
    $answer = Send-Request 'Get' $CompleteAddress @{ 'x-upload-token' = $UploadToken } -Most 1
    if ($answer.Status -eq 401) {
        Stop-Upload 6 @("The portal refused the upload ($($answer.Reason)).", (Get-GoodUntil), $Renew)
    }
    if ($answer.Status -eq 200 -and $answer.Text -cmatch '"state"\s*:\s*"([a-z]+)"') { $Matches[1] } else { '' }
}

# Asks whether the storage holds the whole file, where no portal takes a report.
function Confirm-InStorage([long]$Size) {
    $answer = Send-Storage 'Head' '' $null ''
    if ($answer.Status -eq 200 -and $answer.Length -eq "$Size") {
        Write-Host "Status: $($answer.Status)"
        return
    }
    $reason = if ($answer.Status -eq 200) { "$($answer.Length) bytes of $Size" } else { $answer.Reason }
    Stop-Upload 9 @("The file was sent, but the storage did not confirm it ($reason).", $Again)
}

# Tells the portal what was sent, which confirms it.
function Send-Report([IO.FileInfo]$File, [long]$Size, [string]$Hash, [int]$BlockMiB, [bool]$IsTaken) {
    $report = [ordered]@{ file_name = $File.Name; size = $Size; sha256 = $Hash } | ConvertTo-Json -Compress
    $body = [Text.Encoding]::UTF8.GetBytes($report)
    $answer = Send-Request 'Post' $CompleteAddress @{ 'x-upload-token' = $UploadToken } $body 'application/json'
    if ($answer.Status -ge 200 -and $answer.Status -lt 300) {
        Save-Note (Get-Note 'reported' $Hash $BlockMiB)
        Write-Host "Status: $($answer.Status)"
        return
    }
    if ($answer.Status -eq 0 -or $answer.Status -ge 500) {
        Stop-Upload 9 @("The file was sent, but the portal did not confirm it ($($answer.Reason)).",
            'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.', $Again)
    }
    # The portal may not have found it: then it is not enough to report it once more.
    if ($answer.Status -eq 409 -and (Test-Note (Get-Note 'resent' $Hash $BlockMiB))) {
        Save-Note (Get-Note 'afresh' $Hash $BlockMiB)
    }
    if ($IsTaken) { Stop-Upload 9 @("Nothing was sent, since the portal refused it ($($answer.Reason)).", $Renew) }
    Stop-Upload 9 @("The file was sent, but the portal refused it ($($answer.Reason)).", $Renew)
}

# Once the portal has refused the whole file, it is sent afresh. The portal tells so itself; besides, who runs the script
# again after the file was sent whole and reported was told to send it again. What was sent afresh is whole once it is
# noted as resent; from then on only its report is missing.
function Send-Zip([IO.FileInfo]$File, [string]$Hash, [int]$BlockMiB, [string]$PortalState) {
    $resent = Get-Note 'resent' $Hash $BlockMiB
    if (Test-Note $resent) {
        Write-Host 'The file was sent again whole before, so it is only reported.'
        return
    }
    $afresh = Get-Note 'afresh' $Hash $BlockMiB
    $isAfresh = $PortalState -eq 'refused' -or (Test-Note (Get-Note 'reported' $Hash $BlockMiB)) -or (Test-Note $afresh)
    if ($isAfresh) { Save-Note $afresh }
    $held = Get-HeldBlocks $isAfresh
    # AzCopy would send again what has arrived.
    $azCopy = if (-not $isAfresh -and -not $held.get_Count()) { Find-AzCopy $File.FullName }
    if ($azCopy) { Send-WithAzCopy $azCopy $File $Hash $BlockMiB }
    else {
        $hasAzCopyBlocks = -not $isAfresh -and (Test-Note (Get-Note 'azcopy' $Hash $BlockMiB))
        Send-InBlocks $File $Hash $BlockMiB $held $hasAzCopyBlocks
    }
    if ($isAfresh) { Save-Note $resent }
}

$File = Get-Zip $ZipPath
if ($Prefix -notmatch '^https?://') { Stop-Upload 5 @('This script was not filled in by the portal.', $Renew) }
$StateFile = Join-Path $PSScriptRoot 'upload_script.state'
Clear-Remains
$Work = New-WorkFolder
try {
    Write-Host "Model: $(Get-Presentable $ModelName) (record $RecordId), to be sent to $Folder"
    $PortalState = Get-PortalState
    # Then nothing is sent, and the last step says whether it is this one.
    $IsTaken = @('processing', 'processed') -ccontains $PortalState
    Test-Zip $File
    Write-Host "Calculating the SHA-256 hash of $(Get-Presentable $File.Name)"
    $Size = $File.Length
    $Hash = (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    Write-Host "SHA-256: $Hash ($Size bytes)"
    $BlockMiB = Get-BlockMiB $Size
    if ($IsTaken) { Write-Host 'The portal has the zip of this script already, so nothing is sent.' }
    else { Send-Zip $File $Hash $BlockMiB $PortalState }
    if ($CompleteAddress) { Send-Report $File $Size $Hash $BlockMiB $IsTaken } else { Confirm-InStorage $Size }
    Write-Host 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the'
    Write-Host 'model as pending admin acceptance.'
}
finally { Remove-Item -LiteralPath $Work -Recurse -Force -ErrorAction SilentlyContinue }
exit 0
