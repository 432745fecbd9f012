# What the portal has filled in for this one upload: where it goes, and a link and a token that serve it until they
# expire. No password, no sign-in. Do not pass the script on.
param([string]$ZipPath)
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
# ==== From the next line on, every copy is the same; the instructions page tells the SHA-256 of that part. ====
# Sends one zipped flood model to the storage of the agency, reports it to the portal and waits for its verdict:
#
#   & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"
#
# Needs PowerShell 7.2 or later. If the upload breaks off, run the same command again: what has arrived is not sent a
# second time. So that what AzCopy has sent counts too, a note is kept beside the script, upload_script.state: the
# destination and the size of the zip, nothing secret. Where the services take no report of an upload, there is no token:
# then the storage itself is asked whether the whole file has arrived.
#
# Exit codes: 0 confirmed; 2 no path given; 3 no such file; 4 something is missing on this computer; 5 not filled in by
# the portal; 6 refused, most often expired; 7 storage out of reach; 8 AzCopy failed; 9 not confirmed; 10 file too large
# or changed meanwhile; 11 faults found before sending; 12 storage full; 13 faults found by the portal.
#
# Environment: UPLOAD_UNCHECKED=1 sends a zip that is at fault, UPLOAD_WITHOUT_AZCOPY=1 leaves AzCopy aside;
# UPLOAD_BLOCK_MIB (16, up to 100), UPLOAD_AT_ONCE (4 blocks), UPLOAD_RETRY_WAIT (2 seconds, doubled each time),
# UPLOAD_STALL (60 seconds until a connection that stands still is given up); HTTPS_PROXY=http://user:password@proxy:port.

if ($PSVersionTable.PSVersion -lt [version]'7.2') {
    Write-Host 'Error: PowerShell 7.2 or later is required (not Windows PowerShell). Get it from https://aka.ms/powershell'
    exit 4
}
if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
    Write-Host 'Error: PowerShell is restricted on this computer (Constrained Language Mode), and cannot send files.'
    Write-Host '       Ask those who look after it to allow this script, or run it on another computer.'
    exit 4
}
Set-StrictMode -Version 1.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$PSNativeCommandUseErrorActionPreference = $false

$MiB = [long]1048576
$MaxBlocks = 50000
$Attempts = 6
$Again = 'Run the same command again: what has arrived is not sent a second time.'
$Renew = 'Download a new script on the instructions page of the record and run that one.'

function Get-Setting([string]$Name, [int]$Usual) {
    $text = [Environment]::GetEnvironmentVariable($Name)
    if ($text -match '^[0-9]{1,5}$') { [int]$text } else { $Usual }
}

# Ends the script with an exit code; the first line says what happened, the others what to do.
function Stop-Upload([int]$Code, [string[]]$Lines) {
    [Console]::Error.WriteLine('Error: ' + $Lines[0])
    foreach ($line in ($Lines | Select-Object -Skip 1)) { [Console]::Error.WriteLine('       ' + $line) }
    exit $Code
}

# Text from elsewhere, made fit for the screen: without link, token and control characters.
function Get-Presentable([string]$Text) {
    foreach ($secret in $Query, $UploadToken) { if ($secret) { $Text = $Text.Replace($secret, '...') } }
    ($Text -replace '\p{Cc}', ' ') -replace '\?[^\s"]*=[^\s"]*', '?...'
}

# Until when the link is good, as far as it is known.
function Get-GoodUntil {
    if (-not $Expires) { return 'The link of this script may have expired.' }
    $verb = if ([DateTimeOffset]::Parse($Expires) -gt [DateTimeOffset]::UtcNow) { 'is' } else { 'was' }
    "The link of this script $verb good until $Expires."
}

# The file to send, or the end of the script.
function Get-Zip([string]$Path) {
    if (-not $Path) {
        Stop-Upload 2 @('No file path argument provided.', 'Usage: & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"')
    }
    if (-not (Test-Path -LiteralPath $Path -PathType Leaf)) { Stop-Upload 3 @("Path is not a file or does not exist: $Path") }
    $file = Get-Item -LiteralPath $Path -Force
    try { [IO.File]::OpenRead($file.FullName).Dispose() }
    catch { Stop-Upload 3 @("The file cannot be read: $Path", 'Close other programs that use it, and check the rights.') }
    $file
}

# Makes a folder to work in, and removes those of runs that were killed, where logs of AzCopy may hold the link.
function New-WorkFolder {
    $temporary = [IO.Path]::GetTempPath()
    foreach ($left in Get-ChildItem -LiteralPath $temporary -Filter 'flood-model-upload.*' -Directory -ErrorAction Ignore) {
        $owner = Get-Content -LiteralPath (Join-Path $left.FullName 'owner') -TotalCount 1 -ErrorAction Ignore
        if ($owner -match '^\d+$' -and -not (Get-Process -Id $owner -ErrorAction Ignore)) {
            Remove-Item -LiteralPath $left.FullName -Recurse -Force -ErrorAction Ignore
        }
    }
    try {
        $path = (New-Item -ItemType Directory -Path (Join-Path $temporary "flood-model-upload.$([guid]::NewGuid())")).FullName
        [IO.File]::WriteAllText((Join-Path $path 'owner'), "$PID")
        $path
    }
    catch { Stop-Upload 4 @("Directory does not exist: $temporary", 'Set TEMP to one that can be written to.') }
}

# Begins one try of a call. A try that takes longer than its bytes may take is given up.
function Start-Try([hashtable]$Call) {
    $request = [Net.Http.HttpRequestMessage]::new($Call.Method, $Call.Address)
    if ($null -ne $Call.Body) { $request.Content = [Net.Http.ByteArrayContent]::new($Call.Body) }
    foreach ($name in $Call.Headers.Keys) {
        $owner = if ($name.StartsWith('Content-')) { $request.Content } else { $request }
        [void]$owner.Headers.TryAddWithoutValidation($name, [string]$Call.Headers[$name])
    }
    $length = if ($null -ne $Call.Body) { $Call.Body.LongLength } else { 0 }
    $limit = [Threading.CancellationTokenSource]::new([TimeSpan]::FromSeconds($Stall + $length / 32768))
    $Call.Attempt++
    $Call.Task = $Client.SendAsync($request, $limit.Token)
}

# What a try brought: Status (0: no answer), Text, Length and Reason; nothing when another try was begun.
function Complete-Try([hashtable]$Call, [int]$Most) {
    try {
        $response = $Call.Task.GetAwaiter().GetResult()
        $text = [Text.Encoding]::UTF8.GetString($response.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult()).TrimStart([char]0xFEFF)
        $answer = @{ Status = [int]$response.StatusCode; Text = $text; Length = "$($response.Content.Headers.ContentLength)" }
        $isTold = $text -match '<Code>([A-Za-z0-9]+)<' -or $text -match '"message"\s*:\s*"((?:[^"\\]|\\.)*)"'
        $answer.Reason = Get-Presentable "$($answer.Status) $(if ($isTold) { $Matches[1] })".TrimEnd()
    }
    catch {
        $cause = $_.Exception.GetBaseException()
        $answer = @{ Status = 0; Text = ''; Length = ''; Reason = (Get-Presentable $cause.Message) }
    }
    $isTransient = @(0, 408, 429, 500, 502, 503, 504) -contains $answer.Status -or $answer.Reason -eq '400 Md5Mismatch'
    if (-not $isTransient -or $Call.Attempt -ge $Most) { return $answer }
    $wait = (Get-Setting 'UPLOAD_RETRY_WAIT' 2) * [Math]::Pow(2, $Call.Attempt - 1)
    Write-Host "No good answer ($($answer.Reason)). Trying again in $wait seconds."
    Start-Sleep -Seconds $wait
    Start-Try $Call
}

# One call, repeated while there is hope. Waits in short steps, so that Ctrl+C ends it.
function Send-Call([hashtable]$Call, [int]$Most = $Attempts) {
    Start-Try $Call
    do {
        while ([Threading.Tasks.Task]::WaitAny(@($Call.Task), 200) -lt 0) { continue }
        $answer = Complete-Try $Call $Most
    } until ($answer)
    $answer
}

function New-StorageCall([string]$Method, [string]$Operation, $Body = $null, [hashtable]$More = @{}) {
    $address = "$Prefix${BlobName}?$Query" + $(if ($Operation) { "&$Operation" })
    @{ Method = $Method; Address = $address; Body = $Body; Headers = @{ 'x-ms-version' = '2021-12-02' } + $More }
}

# Calls the portal, whose answer is asked for in lines of a name and a value, which Get-Told reads.
function Send-Portal([string]$Method, [string]$Address, $Body = $null, [string]$Type = 'application/json', [int]$Most = 2) {
    $headers = @{ 'x-upload-token' = $UploadToken; Accept = 'text/plain' }
    if ($null -ne $Body) { $headers['Content-Type'] = $Type }
    Send-Call @{ Method = $Method; Address = $Address; Headers = $headers; Body = $Body } $Most
}

function Get-Told($Answer, [string]$Name) {
    foreach ($line in $Answer.Text -split "`n") { if ($line.StartsWith("$Name ")) { $line.Substring($Name.Length + 1) -replace '\p{Cc}', ' ' } }
}

function Stop-ForStorage([string]$Reason) {
    switch -Regex ($Reason) {
        '^40[134]' { Stop-Upload 6 @("The storage refused the upload ($Reason).", (Get-GoodUntil), $Renew) }
        '\b407\b' {
            Stop-Upload 7 @("The proxy of your network wants to know who you are ($Reason).",
                'Set $env:HTTPS_PROXY = "http://user:password@proxy:port" before the command.')
        }
        '^507' {
            Stop-Upload 12 @("The storage has no room for the file ($Reason).",
                'Tell the agency, which can make room; nothing is wrong at your end.', $Again.Replace('again:', 'again later:'))
        }
        'InvalidBlockList' {
            Stop-Upload 7 @('Another zip was sent with this script at the same time, and took the place of this one.',
                'Wait until the other run has ended, then run the same command again.')
        }
    }
    Stop-Upload 7 @("The file could not be sent ($Reason).", 'Check the connection to the internet.', $Again)
}

function Read-Part([IO.Stream]$Stream, [long]$Offset, [long]$Length) {
    $buffer = [byte[]]::new($Length)
    [void]$Stream.Seek($Offset, [IO.SeekOrigin]::Begin)
    for ($filled = 0; $filled -lt $Length; $filled += $count) {
        $count = $Stream.Read($buffer, $filled, $Length - $filled)
        if ($count -eq 0) { Stop-Upload 10 @('The file changed while it was being sent.', 'Run the script again when it is complete.') }
    }
    , $buffer
}

# Shows the portal the end of the zip, and whatever else of it the portal asks for, and tells what it says.
function Test-Zip([IO.FileInfo]$File) {
    if (-not $CompleteAddress) { Write-Host 'These services do not check a zip before it is sent.'; return }
    Write-Host "Checking $(Get-Presentable $File.Name)"
    $size = [long]$File.Length
    $length = [Math]::Min($size, [long]131072)
    $offset = $size - $length
    $shown = [IO.MemoryStream]::new()
    $stretches = @()
    $stream = [IO.File]::OpenRead($File.FullName)
    try {
        do {
            $shown.Write((Read-Part $stream $offset $length))
            $stretches += "${offset}:$length"
            $address = ($CompleteAddress -replace '[^/]+$', 'check-upload') + "?size=$size&stretches=$($stretches -join ',')"
            $answer = Send-Portal 'POST' $address $shown.ToArray() 'application/octet-stream'
            if ($answer.Status -ne 200) {
                Write-Host "The portal does not check the zip now ($($answer.Reason)), but after the upload."
                return
            }
            $needed = Get-Told $answer 'needed'
            if ($needed) { $offset, $length = [long[]]$needed.Split(' ') }
        } while ($needed)
    }
    finally { $stream.Dispose() }
    foreach ($text in Get-Told $answer 'warning') { Write-Host "Warning: $text" }
    $faults = @(Get-Told $answer 'fault')
    if ($env:UPLOAD_UNCHECKED) { foreach ($text in $faults) { Write-Host "Fault: $text" } }
    elseif ($faults) {
        Stop-Upload 11 (@('The portal would not accept this zip, so nothing was sent:') + ($faults -replace '^', '- ') +
            'To send the zip all the same, set $env:UPLOAD_UNCHECKED = 1 before the command.')
    }
}

# The size of one block, as small as the largest number of blocks allows.
function Get-BlockMiB([long]$Size) {
    $least = [int][Math]::Ceiling([double]$Size / ($MaxBlocks * $MiB))
    $blockMiB = [Math]::Max($least, (Get-Setting 'UPLOAD_BLOCK_MIB' $(if ($Size -lt 1024 * $MiB) { 8 } else { 16 })))
    if ($blockMiB -gt 100) { Stop-Upload 10 @('The file is too large to be sent.', 'Leave out files the model does not need.') }
    $blockMiB
}

# The blocks that the storage holds, their sizes by id. Once the portal has refused what lies there, only blocks that were
# sent since count.
function Get-HeldBlocks([string]$PortalState) {
    $held = [Collections.Generic.Dictionary[string, string]]::new([StringComparer]::Ordinal)
    $type = if ($PortalState -eq 'refused') { 'uncommitted' } else { 'all' }
    $answer = Send-Call (New-StorageCall 'GET' "comp=blocklist&blocklisttype=$type")
    if (@(0, 401, 403, 407, 429) -contains $answer.Status -or $answer.Status -ge 500) { Stop-ForStorage $answer.Reason }
    if ($answer.Status -eq 200) {
        foreach ($block in ([xml]$answer.Text).SelectNodes('//Block')) { $held[$block.Name] = $block.Size }
    }
    , $held
}

# The id of a block names its content, size and place, so that only this very block is ever taken as sent; it is as long as
# AzCopy's ids, since the storage takes only ids of one length for one file. Of AzCopy's only place and size can be told.
function Find-HeldId($Held, [string]$Id, [int]$Index, [int]$Length, [bool]$HasAzCopyBlocks) {
    if ($Held.ContainsKey($Id) -and $Held[$Id] -eq "$Length") { return $Id }
    if (-not $HasAzCopyBlocks) { return }
    $end = [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes(('0000000000{0:d5}' -f $Index)))
    foreach ($name in $Held.get_Keys()) { if ($name -cmatch "^MDAwMD.{22}$end`$" -and $Held[$name] -eq "$Length") { return $name } }
}

# Sends the zip in blocks, several at once, and answers its SHA-256, which is made on the way.
function Send-InBlocks([IO.FileInfo]$File, [int]$BlockMiB, $Held, [bool]$HasAzCopyBlocks) {
    $size, $block = [long]$File.Length, ($BlockMiB * $MiB)
    $count = [int][Math]::Ceiling([double]$size / $block)
    Write-Host "Sending the file without AzCopy, in $count blocks of $BlockMiB MiB"
    $sha = [Security.Cryptography.IncrementalHash]::CreateHash('SHA256')
    $ids = [string[]]::new($count)
    $running = [Collections.Generic.List[hashtable]]::new()
    $sent, $index, $told, $clock = 0, 0, 0, [Diagnostics.Stopwatch]::StartNew()
    $stream = [IO.FileStream]::new($File.FullName, 'Open', 'Read', 'Read', $MiB)
    try {
        while ($index -lt $count -or $running.Count) {
            if ($index -lt $count -and $running.Count -lt (Get-Setting 'UPLOAD_AT_ONCE' 4)) {
                $bytes = Read-Part $stream ($index * $block) ([Math]::Min($block, $size - $index * $block))
                $sha.AppendData($bytes)
                $md5 = [Security.Cryptography.MD5]::HashData($bytes)
                $name = '{0}{1:d3}{2:d5}' -f [Convert]::ToHexString($md5).Substring(0, 28).ToLowerInvariant(), $BlockMiB, $index
                $id = [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($name))
                $ids[$index] = if ($Held.get_Count()) { Find-HeldId $Held $id $index $bytes.Length $HasAzCopyBlocks }
                if (-not $ids[$index]) {
                    $ids[$index] = $id
                    $headers = @{ 'Content-Type' = 'application/octet-stream'; 'Content-MD5' = [Convert]::ToBase64String($md5) }
                    $call = New-StorageCall 'PUT' "comp=block&blockid=$id" $bytes $headers
                    Start-Try $call
                    $running.Add($call)
                }
                $index++
                continue
            }
            $place = [Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($running.Task), 200)
            if ($place -lt 0) { continue }
            $answer = Complete-Try $running[$place] $Attempts
            if (-not $answer) { continue }
            if ($answer.Status -ne 201) { Stop-ForStorage $answer.Reason }
            $running.RemoveAt($place)
            $sent++
            if ($clock.ElapsedMilliseconds - $told -lt 1000) { continue }
            $told = $clock.ElapsedMilliseconds
            $rate = $sent * $BlockMiB * 1000 / $told
            $left = ($count - $index + $running.Count) * $BlockMiB
            Write-Host ('{0:0} % sent, {1:0.0} MiB/s, {2:0} s left' -f (100 - 100 * $left / ($count * $BlockMiB)), $rate, ($left / $rate))
        }
    }
    finally { $stream.Dispose() }
    Write-Host "$sent of $count blocks sent, $($count - $sent) had arrived before"
    $list = '<?xml version="1.0" encoding="utf-8"?><BlockList>' + (-join ($ids -replace '.+', '<Latest>$0</Latest>')) + '</BlockList>'
    $headers = @{ 'Content-Type' = 'application/xml'; 'x-ms-blob-content-type' = 'application/zip' }
    $answer = Send-Call (New-StorageCall 'PUT' 'comp=blocklist' ([Text.Encoding]::UTF8.GetBytes($list)) $headers)
    if ($answer.Status -ne 201) { Stop-ForStorage $answer.Reason }
    [Convert]::ToHexString($sha.GetHashAndReset()).ToLowerInvariant()
}

# Downloads AzCopy for this run and answers its path, or says why it cannot be had and answers nothing.
function Get-AzCopyFrom([string]$Address) {
    $url, $hash = $Address -split '#sha256='
    $target = Join-Path $Work 'azcopy_download'
    $package = "$target.zip"
    Write-Host 'Downloading AzCopy'
    try { [void](New-Item -ItemType Directory -Path $target) } catch { Write-Host "Directory does not exist: $target"; return }
    try { [void](Invoke-WebRequest -Uri $url -OutFile $package -TimeoutSec 300) } catch { Write-Host 'Failed to download AzCopy.'; return }
    if ((Get-FileHash -LiteralPath $package -Algorithm SHA256).Hash -ne $hash) {
        Write-Host 'Failed to download AzCopy. What came is not the file that the portal names, and is not used.'
        return
    }
    try { [void](Expand-Archive -LiteralPath $package -DestinationPath $target -Force -ErrorAction Stop) }
    catch { & tar -xzf $package -C $target *> $null; if ($LASTEXITCODE -ne 0) { Write-Host 'Failed to extract AzCopy.'; return } }
    $program = Get-ChildItem -LiteralPath $target -Recurse -File | Where-Object { $_.Name -in 'azcopy', 'azcopy.exe' } | Select-Object -First 1
    if ($program -and -not $IsWindows) { & chmod u+x $program.FullName }
    if ($program) { return $program.FullName }
    Write-Host 'AzCopy executable not found.'
}

# AzCopy on the path, else one that is fetched where the portal names one. One that merely lies about is never run, since it
# would be given the link; and a star in the path would be a pattern for it.
function Find-AzCopy([string]$Path) {
    if ($env:UPLOAD_WITHOUT_AZCOPY -or $Path.Contains('*')) { return }
    $installed = Get-Command azcopy -CommandType Application -ErrorAction Ignore | Select-Object -First 1
    if ($installed) { return $installed.Source }
    $address = if ($IsWindows) { $AzCopyWindows } elseif ($IsMacOS) { $AzCopyMac } else { $AzCopyLinux }
    if ($address) { Get-AzCopyFrom $address }
}

# AzCopy's logs and plans would keep the link on this computer, so they go to the folder that is removed at the end.
function Send-WithAzCopy([string]$AzCopy, [IO.FileInfo]$File, [int]$BlockMiB) {
    Write-Host "Sending the file with AzCopy ($AzCopy)"
    $logs = (New-Item -ItemType Directory -Path (Join-Path $Work 'azcopy')).FullName
    try { [IO.File]::WriteAllText($StateFile, $Note) } catch { Write-Verbose 'No note can be kept beside the script.' }
    $env:AZCOPY_LOG_LOCATION, $env:AZCOPY_JOB_PLAN_LOCATION, $env:AZCOPY_DISABLE_SYSLOG = $logs, $logs, 'true'
    $arguments = @('copy', $File.FullName, "$Prefix${BlobName}?$Query", '--from-to=LocalBlob', '--overwrite=true',
        "--block-size-mb=$BlockMiB", '--log-level=ERROR', '--output-type=json')
    $shown = ''
    try {
        $lines = @(& $AzCopy @arguments 2>&1 | ForEach-Object {
                "$_"
                if ("$_" -match 'PercentComplete[\\": ]+([0-9]+)' -and $Matches[1] -ne $shown) {
                    $shown = $Matches[1]
                    Write-Host "AzCopy: $shown % sent"
                }
            })
        $code = $LASTEXITCODE
    }
    catch { $lines, $code = @("ERR $($_.Exception.Message)"), 126 }
    if ($code -eq 0) { return }
    $lines += @(Get-ChildItem -LiteralPath $logs -Filter '*.log' | Get-Content)
    if ($lines -match 'AuthenticationFailed|AuthorizationFailure| : 40[13] : ') { Stop-ForStorage '403, told to AzCopy' }
    if ($lines -match 'InsufficientStorage| : 507 : ') { Stop-ForStorage '507, told to AzCopy' }
    $trouble = $lines -cmatch 'ERR|"MessageType":"Error"|^[^{0-9 ]' | Select-Object -Last 1
    Stop-Upload 8 @("AzCopy failed with exit code ${code}: $(Get-Presentable $trouble)",
        'Set $env:UPLOAD_WITHOUT_AZCOPY = 1 before the command to send the file without AzCopy.')
}

# Asks whether the storage holds the whole file, where no portal takes a report.
function Confirm-InStorage([long]$Size) {
    $answer = Send-Call (New-StorageCall 'HEAD' '')
    $reason = if ($answer.Status -eq 200) { "$($answer.Length) bytes of $Size" } else { $answer.Reason }
    if ($reason -ne "$Size bytes of $Size") { Stop-Upload 9 @("The file was sent, but the storage did not confirm it ($reason).", $Again) }
    Write-Host "Status: $($answer.Status)"
}

# Tells the portal what was sent, which confirms it.
function Send-Report([IO.FileInfo]$File, [string]$Hash, [bool]$IsTaken) {
    $sent = if ($IsTaken) { 'Nothing was sent, since the portal' } else { 'The file was sent, but the portal' }
    $report = [ordered]@{ file_name = $File.Name; size = $File.Length; sha256 = $Hash } | ConvertTo-Json -Compress
    $answer = Send-Portal 'POST' $CompleteAddress ([Text.Encoding]::UTF8.GetBytes($report)) -Most $Attempts
    if ($answer.Status -ge 200 -and $answer.Status -lt 300) { Write-Host "Status: $($answer.Status)"; return }
    if ($answer.Status -eq 0 -or $answer.Status -ge 500) {
        Stop-Upload 9 @("$sent did not confirm it ($($answer.Reason)).",
            'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.', $Again)
    }
    # A conflict's message says what to do.
    Stop-Upload 9 (@("$sent refused it ($($answer.Reason)).") + $(if ($answer.Status -ne 409) { $Renew }))
}

# Waits for what the portal says of the zip, for as long as it tells how far it is.
function Wait-Verdict {
    $shown = ''
    for ($misses = 0; $misses -lt 20; Start-Sleep -Seconds 1) {
        $answer = Send-Portal 'GET' $CompleteAddress -Most 1
        $state = Get-Told $answer 'state'
        if ($state -eq 'processed') { Write-Host 'The portal has catalogued the model: it is pending admin acceptance.'; return }
        if ($state -eq 'refused') {
            Stop-Upload 13 (@('The portal has refused the zip:') + (@(Get-Told $answer 'fault') -replace '^', '- ') +
                'Mend it, zip again and run the same command again.')
        }
        if ($state -eq 'processing') { $misses = 0 }
        elseif ($answer.Status -eq 0 -or $answer.Status -eq 429 -or $answer.Status -ge 500) { $misses++ }
        else { break }
        $stage = Get-Told $answer 'stage'
        if ($stage -and $stage -ne $shown) { Write-Host "The portal is $stage the model (it goes on if you press Ctrl+C)"; $shown = $stage }
    }
    Write-Host 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the model as'
    Write-Host 'pending admin acceptance.'
}

# Sends the zip and answers its SHA-256: by AzCopy unless something has arrived, which AzCopy would send again.
function Send-Zip([IO.FileInfo]$File, [string]$PortalState) {
    $blockMiB = Get-BlockMiB $File.Length
    $held = Get-HeldBlocks $PortalState
    $Note = "azcopy $Folder $($File.Length) $blockMiB"
    $azCopy = if (-not $held.get_Count()) { Find-AzCopy $File.FullName }
    if ($azCopy) {
        Send-WithAzCopy $azCopy $File $blockMiB
        return (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    }
    $state = Get-Item -LiteralPath $StateFile -ErrorAction Ignore
    $isNoted = $state -is [IO.FileInfo] -and $state.LastWriteTimeUtc -ge $File.LastWriteTimeUtc -and [IO.File]::ReadAllText($StateFile) -ceq $Note
    Send-InBlocks $File $blockMiB $held $isNoted
}

$File = Get-Zip $ZipPath
if ($Prefix -notmatch '^https?://') { Stop-Upload 5 @('This script was not filled in by the portal.', $Renew) }
$StateFile = Join-Path $PSScriptRoot 'upload_script.state'
$Stall = Get-Setting 'UPLOAD_STALL' 60
$Handler = [Net.Http.SocketsHttpHandler]@{ ConnectTimeout = [TimeSpan]::FromSeconds(30); DefaultProxyCredentials = [Net.CredentialCache]::DefaultCredentials }
$Client = [Net.Http.HttpClient]::new($Handler)
$Client.Timeout = [Threading.Timeout]::InfiniteTimeSpan
$Work = New-WorkFolder
try {
    Write-Host "Model: $(Get-Presentable $ModelName) (record $RecordId), to be sent to $Folder"
    $State = ''
    if ($CompleteAddress) {
        $Answer = Send-Portal 'GET' $CompleteAddress
        if ($Answer.Status -eq 401) { Stop-Upload 6 @("The portal refused the upload ($($Answer.Reason)).", (Get-GoodUntil), $Renew) }
        $State = "$(Get-Told $Answer 'state')"
    }
    # Then nothing is sent, and the last step says whether it is this one.
    $IsTaken = $State -in 'processing', 'processed'
    if ($IsTaken) {
        Write-Host 'The portal has the zip of this script already, so nothing is sent.'
        $Hash = (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    }
    else { Test-Zip $File; $Hash = Send-Zip $File $State }
    Write-Host "SHA-256: $Hash ($($File.Length) bytes)"
    if ($CompleteAddress) { Send-Report $File $Hash $IsTaken; Wait-Verdict } else { Confirm-InStorage $File.Length }
}
finally { Remove-Item -LiteralPath $Work -Recurse -Force -ErrorAction Ignore }
exit 0
