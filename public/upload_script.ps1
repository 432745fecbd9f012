# What the portal has filled in for this one upload: where it goes, and a link and a token that serve it until they
# expire. No password, no sign-in. Do not pass the script on.
param([string]$ZipPath)
$Model = '@@MODEL@@'
$Folder = '@@FOLDER@@'
$Address = '@@ADDRESS@@'
$UploadToken = '@@UPLOAD_TOKEN@@'
$CompleteAddress = '@@COMPLETE_ADDRESS@@'
$Expires = '@@EXPIRES@@'
$AzCopyLinux = '@@AZCOPY_LINUX@@'
$AzCopyMac = '@@AZCOPY_MAC@@'
$AzCopyWindows = '@@AZCOPY_WINDOWS@@'
# ==== From the next line on, every copy is the same; the instructions page tells the SHA-256 of that part. ====
# Sends one zipped flood model to the storage of the agency, reports it to the portal and waits for its verdict:
#
#   & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"
#
# Needs PowerShell 7.2 or later. If the upload breaks off, run the same command again: what has arrived is not sent a
# second time. For what AzCopy sends, a note of folder and size, nothing secret, is kept beside it: upload_script.state.
#
# Exit codes: 0 confirmed; 2 no path given; 3 no such file; 4 something is missing on this computer; 5 not filled in by
# the portal; 6 refused, most often expired; 7 storage out of reach; 9 not confirmed; 10 file changed
# meanwhile; 11 faults found before sending; 12 storage full; 13 faults found by the portal.

$Unfit = if ($PSVersionTable.PSVersion -lt [version]'7.2') {
    'PowerShell 7.2 or later is required (not Windows PowerShell). Get it from https://aka.ms/powershell'
}
elseif ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
    'PowerShell is restricted here (Constrained Language Mode). Ask your IT to allow this script.'
}
if ($Unfit) { Write-Host "Error: $Unfit"; exit 4 }
Set-StrictMode -Version 1.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$PSNativeCommandUseErrorActionPreference = $false

$BlockMiB = if ($env:UPLOAD_BLOCK_MIB) { [int]$env:UPLOAD_BLOCK_MIB } else { 16 }
$AtOnce = if ($env:UPLOAD_AT_ONCE) { [int]$env:UPLOAD_AT_ONCE } else { 4 }
$RetryWait = if ($env:UPLOAD_RETRY_WAIT) { [int]$env:UPLOAD_RETRY_WAIT } else { 2 } # seconds, doubled each time
$Stall = if ($env:UPLOAD_STALL) { [int]$env:UPLOAD_STALL } else { 60 } # seconds until one that stands still is given up
$MiB = [long]1048576
$Attempts = 6
$Connect = 'Check the connection to the internet, and the proxy: $env:HTTPS_PROXY = "http://user:password@proxy:port"'
$Again = 'Run the same command again: what has arrived is not sent a second time.'
$Mend = 'Mend it, zip again and run the same command again.'
$Renew = "Download a new script on the instructions page of the record; the link of this one was given until $Expires."

# Ends the script with an exit code; the first line says what happened, the others what to do.
function Stop-Upload([int]$Code, [string[]]$Lines) {
    [Console]::Error.WriteLine('Error: ' + ($Lines -join "`n       "))
    exit $Code
}

# Text from elsewhere, made fit for the screen: without link, token and control characters.
function Get-Presentable([string]$Text) {
    $Text = $Text.Replace(($Address -replace '^.*?\?'), '...')
    if ($UploadToken) { $Text = $Text.Replace($UploadToken, '...') }
    $Text -replace '\p{Cc}', ' ' -replace '\?[^\s"]*=[^\s"]*', '?...'
}

# The file to send, or the end of the script.
function Get-Zip([string]$Path) {
    if (-not $Path) {
        Stop-Upload 2 'No file path argument provided.', 'Usage: & "C:\to\upload_script.ps1" "C:\to\model.zip"'
    }
    if (-not (Test-Path -LiteralPath $Path -PathType Leaf)) { Stop-Upload 3 "Path is not a file or does not exist: $Path" }
    $file = Get-Item -LiteralPath $Path -Force
    try { [IO.File]::OpenRead($file.FullName).Dispose() }
    catch { Stop-Upload 3 "The file cannot be read: $Path", 'Close other programs that use it, and check the rights.' }
    $file
}

# Begins one try of a call. A try that takes longer than its bytes may take is given up.
function Start-Try([hashtable]$Call) {
    $request = [Net.Http.HttpRequestMessage]::new($Call.Method, $Call.Address)
    $request.Content = [Net.Http.ByteArrayContent]::new($Call.Body)
    foreach ($name in $Call.Headers.Keys) {
        $owner = if ($name.StartsWith('Content-')) { $request.Content } else { $request }
        [void]$owner.Headers.TryAddWithoutValidation($name, [string]$Call.Headers[$name])
    }
    $limit = [Threading.CancellationTokenSource]::new([TimeSpan]::FromSeconds($Stall + $Call.Body.Length / 32768))
    $Call.Attempt++
    $Call.Task = $Client.SendAsync($request, $limit.Token)
}

# What a try brought: Status (0: no answer), Text, Headers and Reason; nothing when another try was begun.
function Complete-Try([hashtable]$Call) {
    try {
        $response = $Call.Task.GetAwaiter().GetResult()
        $text = $response.Content.ReadAsStringAsync().GetAwaiter().GetResult()
        $isTold = $text -match '<Code>([A-Za-z0-9]+)<' -or $text -match '"message"\s*:\s*"((?:[^"\\]|\\.)*)"'
        $answer = @{ Status = [int]$response.StatusCode; Text = $text; Headers = $response.Headers }
        $answer.Reason = Get-Presentable "$($answer.Status) $(if ($isTold) { $Matches[1] })".TrimEnd()
    }
    catch {
        $answer = @{ Status = 0; Headers = ''; Reason = Get-Presentable ($_.Exception.GetBaseException().Message) }
    }
    $isTransient = $answer.Status -in 0, 408, 429, 500, 502, 503, 504 -or $answer.Reason -eq '400 Md5Mismatch'
    if (-not $isTransient -or $Call.Attempt -ge $Attempts) { return $answer }
    $wait = $RetryWait * [Math]::Pow(2, $Call.Attempt - 1)
    Write-Host "No good answer ($($answer.Reason)). Trying again in $wait seconds."
    Start-Sleep -Seconds $wait
    Start-Try $Call
}

# One call, repeated while there is hope. Waits in short steps, so that Ctrl+C ends it.
function Send-Call([hashtable]$Call) {
    Start-Try $Call
    do { $answer = if ([Threading.Tasks.Task]::WaitAny($Call.Task, 200) -ge 0) { Complete-Try $Call } } until ($answer)
    $answer
}

function New-StorageCall([string]$Method, [string]$Operation, [byte[]]$Body = @(), [hashtable]$More = @{}) {
    $headers = @{ 'x-ms-version' = '2021-12-02' } + $More
    @{ Method = $Method; Address = "$Address&$Operation"; Body = $Body; Headers = $headers }
}

# Calls the portal, whose answer is asked for in lines of a name and a value.
function Send-Portal([string]$Method, [string]$Url, [byte[]]$Body = @(), [string]$Type = 'application/json') {
    $headers = @{ 'x-upload-token' = $UploadToken; Accept = 'text/plain'; 'Content-Type' = $Type }
    Send-Call @{ Method = $Method; Address = $Url; Headers = $headers; Body = $Body }
}

# The values of a name in the portal's answer, with a mark before each.
function Get-Told([hashtable]$Answer, [string]$Name, [string]$Mark = '') {
    $Answer.Text -split '\n' -clike "$Name *" -replace "^$Name ", $Mark -replace '\p{Cc}', ' '
}

# The reason begins with the status, if there was an answer.
function Stop-ForStorage([string]$Reason) {
    switch -Regex ($Reason) {
        '^40[134]' { Stop-Upload 6 "The storage refused the upload ($Reason).", $Renew }
        '^507' {
            Stop-Upload 12 "The storage has no room for the file ($Reason).", 'Tell the agency.',
                ($Again -replace ':', ' later:')
        }
        'InvalidBlockList' {
            Stop-Upload 7 'Another zip was sent with this script at the same time.', ($Again -replace ':', ' after it:')
        }
    }
    Stop-Upload 7 "The file could not be sent ($Reason).", $Connect, $Again
}

function Read-Part([IO.Stream]$Stream, [long]$Offset, [long]$Length) {
    $Stream.Position = $Offset
    $bytes = [IO.BinaryReader]::new($Stream).ReadBytes($Length)
    if ($bytes.Length -eq $Length) { return , $bytes }
    Stop-Upload 10 'The file changed while it was being sent.', 'Run the script again when it is complete.'
}

# Shows the portal the end of the zip, and whatever else of it the portal asks for, and tells what it says.
function Test-Zip([IO.FileInfo]$File) {
    if (-not $CompleteAddress) { Write-Host 'These services do not check a zip before it is sent.'; return }
    Write-Host "Checking $(Get-Presentable $File.Name)"
    $Attempts = 2
    $length = [Math]::Min($File.Length, [long]131072)
    $needed = "$($File.Length - $length) $length"
    $shown = [IO.MemoryStream]::new()
    $stretches = @()
    $stream = [IO.File]::OpenRead($File.FullName)
    try {
        while ($needed) {
            $offset, $length = [long[]]$needed.Split(' ')
            $shown.Write((Read-Part $stream $offset $length))
            $stretches += "${offset}:$length"
            $query = "size=$($File.Length)&stretches=$($stretches -join ',')"
            $call = $CompleteAddress -replace '[^/]+$', "check-upload?$query"
            $answer = Send-Portal 'POST' $call $shown.ToArray() 'application/octet-stream'
            if ($answer.Status -ne 200) {
                Write-Host "The portal does not check the zip now ($($answer.Reason)), but after the upload."
                return
            }
            $needed = Get-Told $answer 'needed'
        }
    }
    finally { $stream.Dispose() }
    Get-Told $answer 'warning' 'Warning: ' | ForEach-Object { Write-Host $_ }
    $faults = @(Get-Told $answer 'fault' '- ')
    if ($faults) { Stop-Upload 11 (@('The portal would not accept this zip, so nothing was sent:') + $faults + $Mend) }
}

# The ids of the blocks that the storage holds, by what they name and their size. An id of ours names content, size and
# place, so that only this very block is ever taken as sent. AzCopy's (as long, since the storage takes only ids of one
# length for one file) name the place alone: they count where the note says that AzCopy was started on this zip, and the
# zip is not newer than the note. Once the portal has refused what lies there, only blocks that were sent since count.
function Get-HeldBlocks([IO.FileInfo]$File, [string]$PortalState) {
    $type = if ($PortalState -eq 'refused') { 'uncommitted' } else { 'all' }
    $answer = Send-Call (New-StorageCall 'GET' "comp=blocklist&blocklisttype=$type")
    if ($answer.Status -notin 200, 404) { Stop-ForStorage $answer.Reason }
    $state = Get-Item -LiteralPath $StateFile -ErrorAction Ignore
    $isNoted = $state -is [IO.FileInfo] -and $state.LastWriteTimeUtc -ge $File.LastWriteTimeUtc -and
        [IO.File]::ReadAllText($StateFile) -ceq $Note
    $held = @{}
    foreach ($block in [regex]::Matches($answer.Text, '<Name>([^<]+)</Name>\s*<Size>([0-9]+)<')) {
        $id, $length = $block.Groups[1, 2].Value
        $name = [Text.Encoding]::ASCII.GetString([Convert]::FromBase64String($id))
        if ($name -match '^00000.{16}0{10}([0-9]{5})$' -and $isNoted) { $name = "AzCopy $([int]$Matches[1])" }
        $held["$name $length"] = $id
    }
    $held
}

# Sends the zip in blocks, several at once, and answers its SHA-256, which is made on the way.
function Send-InBlocks([IO.FileInfo]$File, [hashtable]$Held) {
    $size, $block = $File.Length, ($BlockMiB * $MiB)
    $count = [int][Math]::Ceiling([double]$size / $block)
    Write-Host "Sending the file without AzCopy, in $count blocks of $BlockMiB MiB"
    $sha = [Security.Cryptography.IncrementalHash]::CreateHash('SHA256')
    $running = [Collections.Generic.List[hashtable]]::new()
    $ids = [string[]]::new($count)
    $sent, $index, $told, $clock = 0, 0, 0, [Diagnostics.Stopwatch]::StartNew()
    $stream = [IO.FileStream]::new($File.FullName, 'Open', 'Read', 'Read', $MiB)
    try {
        while ($index -lt $count -or $running.Count) {
            if ($index -lt $count -and $running.Count -lt $AtOnce) {
                $bytes = Read-Part $stream ($index * $block) ([Math]::Min($block, $size - $index * $block))
                $sha.AppendData($bytes)
                $md5 = [Security.Cryptography.MD5]::HashData($bytes)
                $sum = [Convert]::ToHexString($md5).Substring(0, 28).ToLowerInvariant()
                $name = '{0}{1:d3}{2:d5}' -f $sum, $BlockMiB, $index
                $ids[$index] = @($Held["$name $($bytes.Length)"], $Held["AzCopy $index $($bytes.Length)"] -match '.')[0]
                if (-not $ids[$index]) {
                    $id = $ids[$index] = [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($name))
                    $headers = @{ 'Content-MD5' = [Convert]::ToBase64String($md5) }
                    $running.Add((New-StorageCall 'PUT' "comp=block&blockid=$id" $bytes $headers))
                    Start-Try $running[-1]
                }
                $index++
                continue
            }
            $place = [Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($running.Task), 200)
            $answer = if ($place -ge 0) { Complete-Try $running[$place] }
            if (-not $answer) { continue }
            if ($answer.Status -ne 201) { Stop-ForStorage $answer.Reason }
            $running.RemoveAt($place)
            $sent++
            if ($clock.ElapsedMilliseconds - $told -lt 1000) { continue }
            $told = $clock.ElapsedMilliseconds
            $rate = $sent * $BlockMiB * 1000 / $told
            $left = ($count - $index + $running.Count) * $BlockMiB
            $percent = 100 - 100 * $left / ($count * $BlockMiB)
            Write-Host ('{0:0} % sent, {1:0.0} MiB/s, {2:0} s left' -f $percent, $rate, ($left / $rate))
        }
    }
    finally { $stream.Dispose() }
    Write-Host "$sent of $count blocks sent, $($count - $sent) had arrived before"
    $list = -join ($ids -replace '.+', '<Latest>$0</Latest>')
    $list = [Text.Encoding]::UTF8.GetBytes("<?xml version=`"1.0`" encoding=`"utf-8`"?><BlockList>$list</BlockList>")
    $headers = @{ 'Content-Type' = 'application/xml'; 'x-ms-blob-content-type' = 'application/zip' }
    $answer = Send-Call (New-StorageCall 'PUT' 'comp=blocklist' $list $headers)
    if ($answer.Status -ne 201) { Stop-ForStorage $answer.Reason }
    [Convert]::ToHexString($sha.GetHashAndReset()).ToLowerInvariant()
}

# AzCopy on the path, else one that is fetched for this run where the portal names one; nothing, and the reason said,
# where that cannot be had. One that merely lies about is never run, since it would be given the link. A star in the
# path of the zip is a pattern for it.
function Find-AzCopy([string]$Path) {
    if ($env:UPLOAD_WITHOUT_AZCOPY -or $Path.Contains('*')) { return }
    $installed = Get-Command azcopy -CommandType Application -ErrorAction Ignore | Select-Object -First 1
    $source = if ($IsWindows) { $AzCopyWindows } elseif ($IsMacOS) { $AzCopyMac } else { $AzCopyLinux }
    if ($installed -or -not $source) { return $installed.Source }
    $url, $hash = $source -split '#sha256='
    $package = Join-Path $Work 'package'
    $trouble = 'Failed to download AzCopy. Only the very file that the portal names is used.'
    Write-Host 'Downloading AzCopy'
    try {
        [void](Invoke-WebRequest -Uri $url -OutFile $package -TimeoutSec 300)
        if ((Get-FileHash -LiteralPath $package -Algorithm SHA256).Hash -ne "$hash") { throw $trouble }
        $trouble = 'Failed to extract AzCopy.'
        & tar -xf $package -C $Work *> $null
        if ($LASTEXITCODE -ne 0) { throw $trouble }
        $trouble = 'AzCopy executable not found.'
        $program = Get-ChildItem -LiteralPath $Work -Recurse -File -Include 'azcopy', 'azcopy.exe' | Select-Object -First 1
        if ($program) { $program.FullName } else { throw $trouble }
    }
    catch { Write-Host $trouble }
}

# Whether AzCopy has sent the zip. Its logs and plans go to the folder that is removed at the end.
function Send-WithAzCopy([string]$AzCopy, [IO.FileInfo]$File) {
    Write-Host "Sending the file with AzCopy ($AzCopy)"
    try { [IO.File]::WriteAllText($StateFile, $Note) } catch { Write-Verbose 'No note can be kept beside the script.' }
    $env:AZCOPY_LOG_LOCATION, $env:AZCOPY_JOB_PLAN_LOCATION, $env:AZCOPY_DISABLE_SYSLOG = $Work, $Work, 'true'
    $arguments = @('copy', $File.FullName, $Address, '--from-to=LocalBlob', '--overwrite=true',
        "--block-size-mb=$BlockMiB", '--log-level=ERROR', '--output-type=json')
    $shown = ''
    try {
        $lines = @(& $AzCopy @arguments 2>&1 | ForEach-Object {
                "$_"
                if ("$_" -match 'PercentComplete[^0-9]+([0-9]+)' -and $Matches[1] -ne $shown) {
                    $shown = $Matches[1]
                    Write-Host "AzCopy: $shown % sent"
                }
            })
        if ($LASTEXITCODE -eq 0) { return $true }
    }
    catch { $lines = @("ERR $($_.Exception.Message)") }
    $lines += @(Get-ChildItem -LiteralPath $Work -Filter '*.log' | Get-Content)
    $trouble = $lines -cmatch 'ERR|"MessageType":"Error"|^[^{0-9 ]' | Select-Object -Last 1
    Write-Host "AzCopy failed: $(Get-Presentable $trouble)"
}

# Sends the zip and answers its SHA-256: by AzCopy unless it fails or something has arrived, which it would send again;
# in 50,000 blocks at most.
function Send-Zip([IO.FileInfo]$File, [string]$PortalState) {
    $BlockMiB = $BlockMiB + [int][Math]::Floor($File.Length / (50000 * $MiB))
    $Note = "azcopy $Folder $($File.Length) $BlockMiB"
    $held = Get-HeldBlocks $File $PortalState
    $azCopy = if (-not $held.get_Count()) { Find-AzCopy $File.FullName }
    if ($azCopy) {
        if (Send-WithAzCopy $azCopy $File) {
            return (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
        }
        $held = Get-HeldBlocks $File $PortalState
    }
    Send-InBlocks $File $held
}

# Asks whether the storage holds the whole file, where no portal takes a report.
function Confirm-InStorage([long]$Size) {
    $answer = Send-Call (New-StorageCall 'GET' 'comp=blocklist')
    if ($answer.Headers.ToString() -notmatch "x-ms-blob-content-length: $Size\b") {
        Stop-Upload 9 "The file was sent, but the storage did not confirm its $Size bytes ($($answer.Reason)).", $Again
    }
    Write-Host "Status: $($answer.Status)"
}

# Tells the portal what was sent, which confirms it.
function Send-Report([IO.FileInfo]$File, [string]$Hash) {
    $report = [ordered]@{ file_name = $File.Name; size = $File.Length; sha256 = $Hash } | ConvertTo-Json -Compress
    $answer = Send-Portal 'POST' $CompleteAddress ([Text.Encoding]::UTF8.GetBytes($report))
    switch -Regex ($answer.Status) {
        '^2' { Write-Host "Status: $($answer.Status)"; return }
        '^4' { Stop-Upload 9 "The portal refused the upload ($($answer.Reason))." } # its message says what to do
    }
    Stop-Upload 9 "The portal did not confirm the upload ($($answer.Reason)).",
        'It may still have succeeded: wait about 15 minutes, then refresh the home page.', $Again
}

# Waits for what the portal says of the zip, for as long as it tells how far it is.
function Wait-Verdict {
    $shown = ''
    do {
        Start-Sleep -Seconds ([int][bool]$shown)
        $answer = Send-Portal 'GET' $CompleteAddress
        $state, $stage = (Get-Told $answer 'state'), (Get-Told $answer 'stage')
        if ($state -eq 'refused') {
            Stop-Upload 13 (@('The portal has refused the zip:') + @(Get-Told $answer 'fault' '- ') + $Mend)
        }
        if ($state -eq 'processing' -and $stage -ne $shown) {
            Write-Host "The portal is $stage the model (it goes on if you press Ctrl+C)"
        }
        $shown = $stage
    } while ($state -eq 'processing')
    if ($state -eq 'processed') { return 'The portal has catalogued the model: it is pending admin acceptance.' }
    'The upload is complete. Allow about 15 minutes, and more for 15G or more, until it is pending admin acceptance.'
}

$File = Get-Zip $ZipPath
if ($Address -notmatch '^https?://') { Stop-Upload 5 'This script was not filled in by the portal.' }
$StateFile = Join-Path $PSScriptRoot 'upload_script.state'
$Handler = [Net.Http.SocketsHttpHandler]::new()
$Handler.ConnectTimeout = [TimeSpan]::FromSeconds(30)
$Handler.DefaultProxyCredentials = [Net.CredentialCache]::DefaultCredentials
$Client = [Net.Http.HttpClient]::new($Handler)
$Client.Timeout = [Threading.Timeout]::InfiniteTimeSpan
$Work = Join-Path ([IO.Path]::GetTempPath()) "flood-model-upload.$([guid]::NewGuid())"
try { [void](New-Item -ItemType Directory -Path $Work) }
catch { Stop-Upload 4 "Directory does not exist: $(Split-Path $Work)", 'Set TEMP to one that can be written to.' }
try {
    Write-Host "Model: $(Get-Presentable $Model), to be sent to $Folder"
    $State = if ($CompleteAddress) {
        $Answer = & { $Attempts = 2; Send-Portal 'GET' $CompleteAddress }
        if ($Answer.Status -eq 401) { Stop-Upload 6 "The portal refused the upload ($($Answer.Reason))." }
        Get-Told $Answer 'state'
    }
    if ($State -in 'processing', 'processed') {
        Write-Host 'The portal has the zip of this script already, so nothing is sent.'
        $Hash = (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    }
    else { Test-Zip $File; $Hash = Send-Zip $File $State }
    Write-Host "SHA-256: $Hash ($($File.Length) bytes)"
    if ($CompleteAddress) { Send-Report $File $Hash; Wait-Verdict } else { Confirm-InStorage $File.Length }
}
finally { Remove-Item -LiteralPath $Work -Recurse -Force -ErrorAction Ignore }
exit 0
