# The portal filled in these values for one upload. The link and the token work until they expire. There is no password
# in the script. Do not share it.
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
# ==== Everything below this line is the same in every copy. The instructions page shows its SHA-256. ====
# Uploads one zipped flood model to the agency's storage, reports it to the portal and waits for the result:
#
#   & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"
#
# Needs PowerShell 7.2 or later. If the upload is interrupted, run the same command again: it sends only what is
# missing. If it uses AzCopy, it writes folder and size of the upload, no secret, to upload_script.state beside it.
#
# Exit codes: 0 confirmed; 2 no path given; 3 file not found; 4 something is missing on this computer; 5 not filled in
# by the portal; 6 refused, usually because the link expired; 7 storage not reachable; 9 not confirmed; 10 file changed
# during upload; 11 errors found before the upload; 12 storage full; 13 errors found by the portal.

$Unsupported = if ($PSVersionTable.PSVersion -lt [version]'7.2') {
    'PowerShell 7.2 or later is required (not Windows PowerShell). Get it from https://aka.ms/powershell'
}
elseif ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
    'PowerShell runs in Constrained Language Mode on this computer. Ask IT to allow this script.'
}
if ($Unsupported) { Write-Host "Error: $Unsupported"; exit 4 }
Set-StrictMode -Version 1.0
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$HasEnded = $false
$PSNativeCommandUseErrorActionPreference = $false

$BlockMiB = if ($env:UPLOAD_BLOCK_MIB) { [int]$env:UPLOAD_BLOCK_MIB } else { 16 }
$MaxRequests = if ($env:UPLOAD_AT_ONCE) { [int]$env:UPLOAD_AT_ONCE } else { 4 } # blocks sent at the same time
$RetryWait = if ($env:UPLOAD_RETRY_WAIT) { [int]$env:UPLOAD_RETRY_WAIT } else { 2 } # seconds, doubled each time
$Stall = if ($env:UPLOAD_STALL) { [int]$env:UPLOAD_STALL } else { 60 } # seconds until a request is canceled
$MiB = [long]1048576
$Attempts = 6
$Connect = 'Check your internet connection and your proxy: $env:HTTPS_PROXY = "http://user:password@proxy:port"'
$Rerun = 'Run the same command again: it sends only what is missing.'
$Fix = 'Fix this, make a new zip and run the same command.'
$Renew = "Download a new script from the record's instructions page. Expiry date of the link in this script: $Expires."
$SignIn = 'Set $env:HTTPS_PROXY = "http://user:password@proxy:port". For NTLM, ask IT for a local proxy that signs in (Px, Cntlm).'
$Certificate = "Ask IT to install your company's CA certificate on this computer."
$Untrusted = "The server's certificate is not trusted on this computer"
$ProxySignIn = "Your company's proxy asks for a sign-in"
$WhenStopped = $Rerun # what to do after Ctrl+C

# Returns the text with its UTC times (2027-01-31T05:00:00.000Z) in local time.
function Format-LocalTime([string]$Text) {
    [regex]::Replace($Text, '\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z', {
            $culture = [cultureinfo]::InvariantCulture
            $time = [datetimeoffset]::Parse($args[0].Value, $culture).ToLocalTime()
            $time.ToString("MMMM d, yyyy, h:mm tt '(UTC'zzz", $culture) -replace ':(\d\d)$', '$1)'
        })
}

function Write-Text([string]$Text) { Write-Host (Format-LocalTime $Text) }

# Ends the script with an exit code. The first line is what happened, the others are what to do.
function Stop-Upload([int]$Code, [string[]]$Lines) {
    $script:HasEnded = $true
    [Console]::Error.WriteLine((Format-LocalTime ('Error: ' + ($Lines -join "`n       "))))
    exit $Code
}

# Removes the link, the token and control characters, so that the text is safe to print.
function Hide-Secret([string]$Text) {
    $Text = $Text.Replace(($Address -replace '^.*?\?'), '...')
    if ($UploadToken) { $Text = $Text.Replace($UploadToken, '...') }
    $Text -replace '\p{Cc}', ' ' -replace '\?[^\s"]*=[^\s"]*', '?...'
}

function Get-Zip([string]$Path) {
    if (-not $Path) {
        Stop-Upload 2 'No file path argument provided.', 'Usage: & "C:\to\upload_script.ps1" "C:\to\model.zip"'
    }
    if (-not (Test-Path -LiteralPath $Path -PathType Leaf)) { Stop-Upload 3 "Path is not a file or does not exist: $Path" }
    $file = Get-Item -LiteralPath $Path -Force
    try { [IO.File]::OpenRead($file.FullName).Dispose() }
    catch { Stop-Upload 3 "The file cannot be read: $Path", 'Close other programs that use it. Check its permissions.' }
    $file
}

# Starts a request. The timeout grows with the size of the body.
function Start-Request([hashtable]$Call) {
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

# Returns Status (0: no response), Text, Headers and Reason; nothing if the request is being retried.
function Complete-Request([hashtable]$Call) {
    try {
        $response = $Call.Task.GetAwaiter().GetResult()
        $text = $response.Content.ReadAsStringAsync().GetAwaiter().GetResult()
        $hasReason = $text -match '<Code>([A-Za-z0-9]+)<' -or $text -match '"message"\s*:\s*"((?:[^"\\]|\\.)*)"'
        $response = @{ Status = [int]$response.StatusCode; Text = $text; Headers = $response.Headers }
        $response.Reason = Hide-Secret "$($response.Status) $(if ($hasReason) { $Matches[1] })".TrimEnd()
        if ($response.Status -eq 407) { $response.Reason = $ProxySignIn }
    }
    catch {
        $exception = $_.Exception.GetBaseException()
        $isUntrusted = $exception -is [Security.Authentication.AuthenticationException]
        $reason = if ($isUntrusted) { $Untrusted } else { Hide-Secret $exception.Message }
        if ($reason -match "proxy.*'407'") { $reason = $ProxySignIn }
        $response = @{ Status = 0; Headers = ''; Reason = $reason }
    }
    # A retry cannot help.
    if ($response.Reason -in $Untrusted, $ProxySignIn) { Stop-ForStorage $response.Reason }
    $isTransient = $response.Status -in 0, 408, 429, 500, 502, 503, 504 -or $response.Reason -eq '400 Md5Mismatch'
    if (-not $isTransient -or $Call.Attempt -ge $Attempts) { return $response }
    $wait = $RetryWait * [Math]::Pow(2, $Call.Attempt - 1)
    Write-Text "The request failed ($($response.Reason)). Trying again in $wait s."
    Start-Sleep -Seconds $wait
    Start-Request $Call
}

# Sends a request and retries it after temporary errors. Waits in short steps, so that Ctrl+C works.
function Send-Request([hashtable]$Call) {
    Start-Request $Call
    do {
        $response = if ([Threading.Tasks.Task]::WaitAny($Call.Task, 200) -ge 0) { Complete-Request $Call }
    } until ($response)
    $response
}

function New-StorageRequest([string]$Method, [string]$Operation, [byte[]]$Body = @(), [hashtable]$More = @{}) {
    $headers = @{ 'x-ms-version' = '2021-12-02' } + $More
    @{ Method = $Method; Address = "$Address&$Operation"; Body = $Body; Headers = $headers }
}

# The portal responds with lines of a name and a value.
function Send-PortalRequest([string]$Method, [string]$Url, [byte[]]$Body = @(), [string]$Type = 'application/json') {
    $headers = @{ 'x-upload-token' = $UploadToken; Accept = 'text/plain'; 'Content-Type' = $Type }
    Send-Request @{ Method = $Method; Address = $Url; Headers = $headers; Body = $Body }
}

# The values of a name in the portal's response, each after the prefix.
function Get-ResponseValue([hashtable]$Response, [string]$Name, [string]$Prefix = '') {
    $Response.Text -split '\n' -clike "$Name *" -replace "^$Name ", $Prefix -replace '\p{Cc}', ' '
}

# The reason begins with the HTTP status, if there was a response.
function Stop-ForStorage([string]$Reason) {
    switch -Regex ($Reason) {
        '^40[134]' { Stop-Upload 6 "The storage refused the upload ($Reason).", $Renew }
        '^507' {
            Stop-Upload 12 "The storage is full ($Reason).", 'Contact the agency.', ($Rerun -replace ':', ' later:')
        }
        'InvalidBlockList' {
            Stop-Upload 7 'Another zip was sent with this script at the same time.', ($Rerun -replace ':', ' after that:')
        }
    }
    if ($Reason -eq $Untrusted) { Stop-Upload 7 "$Untrusted.", $Certificate }
    if ($Reason -eq $ProxySignIn) { Stop-Upload 7 "$ProxySignIn (407).", $SignIn }
    Stop-Upload 7 "The file could not be sent ($Reason).", $Connect, $Rerun
}

# Returns the portal's response with the state of this upload.
function Get-UploadState {
    $response = Send-PortalRequest 'GET' $CompleteAddress
    if ($response.Status -notin 401, 409) { return $response }
    Stop-Upload 6 'The portal no longer accepts this script.', ($response.Reason -replace "^$($response.Status) ")
}

function Format-Size([double]$Bytes) {
    if ($Bytes -lt $MiB) { '{0:0.0} KiB' -f ($Bytes / 1024) } else { '{0:0.0} MiB' -f ($Bytes / $MiB) }
}

function Read-Part([IO.Stream]$Stream, [long]$Offset, [long]$Length) {
    $Stream.Position = $Offset
    $bytes = [IO.BinaryReader]::new($Stream).ReadBytes($Length)
    if ($bytes.Length -eq $Length) { return , $bytes }
    Stop-Upload 10 'The file changed during the upload.', 'Run the script again when the file is complete.'
}

# Sends the portal the end of the zip and every further range it asks for, and prints errors and warnings.
function Test-Zip([IO.FileInfo]$File) {
    if (-not $CompleteAddress) { Write-Text 'The zip is not checked before the upload.'; return }
    Write-Text "Checking $(Hide-Secret $File.Name)"
    $Attempts = 2
    $length = [Math]::Min($File.Length, [long]131072)
    $needed = "$($File.Length - $length) $length"
    $ranges = [IO.MemoryStream]::new()
    $rangeList = @()
    $stream = [IO.File]::OpenRead($File.FullName)
    try {
        while ($needed) {
            $offset, $length = [long[]]$needed.Split(' ')
            $ranges.Write((Read-Part $stream $offset $length))
            $rangeList += "${offset}:$length"
            $query = "size=$($File.Length)&stretches=$($rangeList -join ',')"
            $call = $CompleteAddress -replace '[^/]+$', "check-upload?$query"
            $response = Send-PortalRequest 'POST' $call $ranges.ToArray() 'application/octet-stream'
            if ($response.Status -ne 200) {
                $reason = $response.Reason
                Write-Text "The portal cannot check the zip now ($reason). It checks the zip after the upload."
                return
            }
            $needed = Get-ResponseValue $response 'needed'
        }
    }
    finally { $stream.Dispose() }
    Get-ResponseValue $response 'warning' 'Warning: ' | ForEach-Object { Write-Text $_ }
    $zipErrors = @(Get-ResponseValue $response 'fault' '- ')
    if ($zipErrors) { Stop-Upload 11 (@('The portal would reject this zip, so nothing was sent:') + $zipErrors + $Fix) }
}

# Returns the ids of the blocks in the storage, by name and size. Our ids contain the content's MD5, the size and the
# index, so a block of another zip never matches. They are as long as AzCopy's: the storage accepts one length of ids
# per blob. AzCopy's ids name only the index: such blocks count only if the state file names this zip, and the zip is
# not newer than that file. After a rejection only uncommitted blocks count: the committed ones are the rejected zip.
function Get-StoredBlocks([IO.FileInfo]$File, [string]$PortalState) {
    $type = if ($PortalState -eq 'refused') { 'uncommitted' } else { 'all' }
    $response = Send-Request (New-StorageRequest 'GET' "comp=blocklist&blocklisttype=$type")
    if ($response.Status -notin 200, 404) { Stop-ForStorage $response.Reason }
    $state = Get-Item -LiteralPath $StateFile -ErrorAction Ignore
    $isAzCopyUpload = $state -is [IO.FileInfo] -and $state.LastWriteTimeUtc -ge $File.LastWriteTimeUtc -and
        [IO.File]::ReadAllText($StateFile) -ceq $AzCopyState
    $stored = @{}
    foreach ($block in [regex]::Matches($response.Text, '<Name>([^<]+)</Name>\s*<Size>([0-9]+)<')) {
        $id, $length = $block.Groups[1, 2].Value
        $name = [Text.Encoding]::ASCII.GetString([Convert]::FromBase64String($id))
        if ($name -match '^00000.{16}0{10}([0-9]{5})$' -and $isAzCopyUpload) { $name = "AzCopy $([int]$Matches[1])" }
        $stored["$name $length"] = $id
    }
    $stored
}

# Sends the zip in blocks, several at the same time, and returns its SHA-256.
function Send-InBlocks([IO.FileInfo]$File, [hashtable]$Stored) {
    $size, $block = $File.Length, ($BlockMiB * $MiB)
    $count = [int][Math]::Ceiling([double]$size / $block)
    Write-Text "Sending the file without AzCopy ($(Format-Size $size))"
    $sha = [Security.Cryptography.IncrementalHash]::CreateHash('SHA256')
    $requests = [Collections.Generic.List[hashtable]]::new()
    $ids = [string[]]::new($count)
    $sent, $sentBytes, $index, $printedAt, $clock = 0, 0, 0, 0, [Diagnostics.Stopwatch]::StartNew()
    $stream = [IO.FileStream]::new($File.FullName, 'Open', 'Read', 'Read', $MiB)
    try {
        while ($index -lt $count -or $requests.Count) {
            if ($index -lt $count -and $requests.Count -lt $MaxRequests) {
                $bytes = Read-Part $stream ($index * $block) ([Math]::Min($block, $size - $index * $block))
                $sha.AppendData($bytes)
                $md5 = [Security.Cryptography.MD5]::HashData($bytes)
                $sum = [Convert]::ToHexString($md5).Substring(0, 28).ToLowerInvariant()
                $name = '{0}{1:d3}{2:d5}' -f $sum, $BlockMiB, $index
                $storedIds = $Stored["$name $($bytes.Length)"], $Stored["AzCopy $index $($bytes.Length)"]
                $ids[$index] = @($storedIds -match '.')[0]
                if (-not $ids[$index]) {
                    $id = $ids[$index] = [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($name))
                    $headers = @{ 'Content-MD5' = [Convert]::ToBase64String($md5) }
                    $requests.Add((New-StorageRequest 'PUT' "comp=block&blockid=$id" $bytes $headers))
                    Start-Request $requests[-1]
                }
                $index++
                continue
            }
            $finished = [Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($requests.Task), 200)
            $response = if ($finished -ge 0) { Complete-Request $requests[$finished] }
            if (-not $response) { continue }
            if ($response.Status -ne 201) { Stop-ForStorage $response.Reason }
            $sent++
            $sentBytes += $requests[$finished].Body.Length
            $requests.RemoveAt($finished)
            $left = [Math]::Max([long]0, $size - $index * $block)
            foreach ($request in $requests) { $left += $request.Body.Length }
            if ($left -eq 0 -or $clock.ElapsedMilliseconds - $printedAt -lt 1000) { continue }
            $printedAt = $clock.ElapsedMilliseconds
            $rate = $sentBytes * 1000 / $printedAt
            $percent = [Math]::Floor(100 * ($size - $left) / $size)
            Write-Text "$percent % sent, $(Format-Size $rate)/s, $([Math]::Ceiling($left / $rate)) s left"
        }
    }
    finally { $stream.Dispose() }
    Write-Text "Blocks: $sent sent, $($count - $sent) already stored"
    $list = -join ($ids -replace '.+', '<Latest>$0</Latest>')
    $list = [Text.Encoding]::UTF8.GetBytes("<?xml version=`"1.0`" encoding=`"utf-8`"?><BlockList>$list</BlockList>")
    $headers = @{ 'Content-Type' = 'application/xml'; 'x-ms-blob-content-type' = 'application/zip' }
    $response = Send-Request (New-StorageRequest 'PUT' 'comp=blocklist' $list $headers)
    if ($response.Status -ne 201) { Stop-ForStorage $response.Reason }
    [Convert]::ToHexString($sha.GetHashAndReset()).ToLowerInvariant()
}

# Returns AzCopy from PATH, or one downloaded for this run if the portal names one. A copy in another folder is never
# run: it would receive the link. AzCopy would read a star in the zip's path as a pattern.
function Find-AzCopy([string]$Path) {
    if ($env:UPLOAD_WITHOUT_AZCOPY -or $Path.Contains('*')) { return }
    $installed = Get-Command azcopy -CommandType Application -ErrorAction Ignore | Select-Object -First 1
    $source = if ($IsWindows) { $AzCopyWindows } elseif ($IsMacOS) { $AzCopyMac } else { $AzCopyLinux }
    if ($installed -or -not $source) { return $installed.Source }
    $url, $hash = $source -split '#sha256='
    $package = Join-Path $Work 'package'
    $problem = 'Failed to download AzCopy. The file must have the SHA-256 that the portal names.'
    Write-Text 'Downloading AzCopy'
    try {
        [void](Invoke-WebRequest -Uri $url -OutFile $package -TimeoutSec 300)
        if ((Get-FileHash -LiteralPath $package -Algorithm SHA256).Hash -ne "$hash") { throw $problem }
        $problem = 'Failed to extract AzCopy.'
        & tar -xf $package -C $Work *> $null
        if ($LASTEXITCODE -ne 0) { throw $problem }
        $problem = 'AzCopy executable not found.'
        $program = Get-ChildItem -LiteralPath $Work -Recurse -File -Include 'azcopy', 'azcopy.exe' | Select-Object -First 1
        if ($program) { $program.FullName } else { throw $problem }
    }
    catch { Write-Text $problem }
}

# Returns true if AzCopy succeeds. AzCopy's logs can contain the link: they go to the temporary folder.
function Send-WithAzCopy([string]$AzCopy, [IO.FileInfo]$File) {
    Write-Text "Sending the file with AzCopy ($AzCopy)"
    try { [IO.File]::WriteAllText($StateFile, $AzCopyState) } catch { Write-Verbose 'The state file is not writable.' }
    $env:AZCOPY_LOG_LOCATION, $env:AZCOPY_JOB_PLAN_LOCATION, $env:AZCOPY_DISABLE_SYSLOG = $Work, $Work, 'true'
    $arguments = @('copy', $File.FullName, $Address, '--from-to=LocalBlob', '--overwrite=true',
        "--block-size-mb=$BlockMiB", '--log-level=ERROR', '--output-type=json')
    $printed = ''
    try {
        $lines = @(& $AzCopy @arguments 2>&1 | ForEach-Object {
                "$_"
                if ("$_" -match 'PercentComplete[^0-9]+([0-9]+)' -and $Matches[1] -ne $printed) {
                    $printed = $Matches[1]
                    Write-Text "AzCopy: $printed % sent"
                }
            })
        if ($LASTEXITCODE -eq 0) { return $true }
    }
    catch { $lines = @("ERR $($_.Exception.Message)") }
    $lines += @(Get-ChildItem -LiteralPath $Work -Filter '*.log' | Get-Content)
    $problem = $lines -cmatch 'ERR|"MessageType":"Error"|^[^{0-9 ]' | Select-Object -Last 1
    Write-Text "AzCopy failed: $(Hide-Secret $problem)"
}

# Sends the zip and returns its SHA-256. Uses AzCopy, or sends blocks if AzCopy fails or blocks are stored already,
# which AzCopy would send again. The storage accepts at most 50,000 blocks.
function Send-Zip([IO.FileInfo]$File, [string]$PortalState) {
    $BlockMiB = $BlockMiB + [int][Math]::Floor($File.Length / (50000 * $MiB))
    $AzCopyState = "azcopy $Folder $($File.Length) $BlockMiB"
    $stored = Get-StoredBlocks $File $PortalState
    $azCopy = if (-not $stored.get_Count()) { Find-AzCopy $File.FullName }
    if ($azCopy) {
        if (Send-WithAzCopy $azCopy $File) {
            return (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
        }
        $stored = Get-StoredBlocks $File $PortalState
    }
    Send-InBlocks $File $stored
}

# For services without upload reports, checks that the storage has the whole file.
function Confirm-InStorage([long]$Size) {
    $response = Send-Request (New-StorageRequest 'GET' 'comp=blocklist')
    if ($response.Headers.ToString() -notmatch "x-ms-blob-content-length: $Size\b") {
        $reason = $response.Reason
        Stop-Upload 9 "The file was sent, but the storage did not confirm its $Size bytes ($reason).", $Rerun
    }
    Write-Text "Status: $($response.Status)"
}

# Reports the sent file to the portal, which confirms it.
function Send-Report([IO.FileInfo]$File, [string]$Hash) {
    $report = [ordered]@{ file_name = $File.Name; size = $File.Length; sha256 = $Hash } | ConvertTo-Json -Compress
    $response = Send-PortalRequest 'POST' $CompleteAddress ([Text.Encoding]::UTF8.GetBytes($report))
    switch -Regex ($response.Status) {
        '^2' { Write-Text "Status: $($response.Status)"; return }
        # The portal's message includes what to do.
        '^4' { Stop-Upload 9 "The portal refused the upload ($($response.Reason))." }
    }
    Stop-Upload 9 "The portal did not confirm the upload ($($response.Reason)).",
        'The upload may still have succeeded. Wait about 15 minutes, then refresh the home page.', $Rerun
}

# Polls the portal while it processes the zip, then prints the record's status.
function Wait-Result {
    $printed = ''
    do {
        Start-Sleep -Seconds ([int][bool]$printed)
        $response = Get-UploadState
        $state, $stage = (Get-ResponseValue $response 'state'), (Get-ResponseValue $response 'stage')
        if ($state -eq 'refused') {
            Stop-Upload 13 (@('The portal rejected the zip:') + @(Get-ResponseValue $response 'fault' '- ') + $Fix)
        }
        if ($state -eq 'processing' -and $stage -ne $printed) {
            Write-Text "The portal is $stage the model. It continues if you press Ctrl+C."
        }
        $printed = $stage
    } while ($state -eq 'processing')
    $messages = @(if ($state -eq 'processed') { Get-ResponseValue $response 'message' })
    if (-not $messages) {
        $messages = 'The upload is complete. It is pending admin acceptance in about 15 minutes; 15 GB or more takes longer.'
    }
    $messages | ForEach-Object { Write-Text $_ }
}

# A script delivers one zip. The portal compares hashes only after the report.
function Assert-DeliveredZip([hashtable]$Response) {
    $delivered = Get-ResponseValue $Response 'size'
    if ($delivered -and $delivered -ne $File.Length) {
        Stop-Upload 6 "This script has already delivered another zip, of $delivered bytes.",
            "Download a new script from the record's instructions page to send $(Hide-Secret $File.Name)."
    }
    Write-Text 'This script has already delivered a zip. To send another, download a new script.'
}

$File = Get-Zip $ZipPath
if ($Address -notmatch '^https?://') {
    Stop-Upload 5 'This script was not filled in by the portal.', "Download it from the record's instructions page."
}
$StateFile = Join-Path $PSScriptRoot 'upload_script.state'
$Handler = [Net.Http.SocketsHttpHandler]::new()
$Handler.ConnectTimeout = [TimeSpan]::FromSeconds(30)
$Handler.DefaultProxyCredentials = [Net.CredentialCache]::DefaultCredentials
$Client = [Net.Http.HttpClient]::new($Handler)
$Client.Timeout = [Threading.Timeout]::InfiniteTimeSpan
$Work = Join-Path ([IO.Path]::GetTempPath()) "flood-model-upload.$([guid]::NewGuid())"
try { [void](New-Item -ItemType Directory -Path $Work) }
catch { Stop-Upload 4 "Directory does not exist: $(Split-Path $Work)", 'Set TEMP to a directory that you can write to.' }
try {
    Write-Text "Model: $(Hide-Secret $Model). Destination: $Folder"
    $State = if ($CompleteAddress) {
        $Response = & { $Attempts = 2; Get-UploadState }
        Get-ResponseValue $Response 'state'
    }
    if ($State -in 'processing', 'processed') {
        Assert-DeliveredZip $Response
        $Hash = (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    }
    else { Test-Zip $File; $Hash = Send-Zip $File $State }
    Write-Text "SHA-256: $Hash ($($File.Length) bytes)"
    if ($CompleteAddress) {
        Send-Report $File $Hash
        $WhenStopped = 'The portal continues. To see the result, run the same command again or open the record.'
        Write-Text 'The zip has arrived. The result of the portal follows.'
        Wait-Result
    }
    else { Confirm-InStorage $File.Length }
    $HasEnded = $true
}
catch { $HasEnded = $true; throw }
finally {
    Remove-Item -LiteralPath $Work -Recurse -Force -ErrorAction Ignore
    if (-not $HasEnded) { [Console]::Error.WriteLine("Stopped. $WhenStopped") } # Ctrl+C
}
exit 0
