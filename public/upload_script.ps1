#Requires -Version 7.2
<#
.SYNOPSIS
Sends one zipped flood model to the storage of the agency and reports it to the portal:

    & "C:\path\to\upload_script.ps1" "C:\path\to\model.zip"

.DESCRIPTION
The portal fills in the values below when the script is downloaded: a link and a token that serve this one upload
until they expire, no password and no sign-in. Do not pass the script on.
Needs PowerShell 7.2 or later (not Windows PowerShell). If the upload breaks off, run the same command again: without
AzCopy, what has arrived is not sent a second time; AzCopy sends the file anew.

Exit codes (in $LASTEXITCODE)
    0  the portal has confirmed the upload
    2  no file path argument provided
    3  path is not a file or does not exist, or it cannot be read
    4  something is missing on this computer: a directory to work in
    5  this copy of the script was not filled in by the portal
    6  the storage refused the upload; most often the link has expired
    7  the storage could not be reached, or gave a wrong answer, several times
    8  AzCopy failed
    9  the file was sent, but the portal did not confirm it
   10  the file is too large to be sent without AzCopy, or changed while it was being sent

Environment
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
    try { (New-Item -ItemType Directory -Path $path).FullName }
    catch { Stop-Upload 4 @("Directory does not exist: $([IO.Path]::GetTempPath())", 'Set TEMP to one that can be written to.') }
}

function Get-Wait {
    if ($env:UPLOAD_RETRY_WAIT -match '^[0-9]{1,4}$') { [int]$env:UPLOAD_RETRY_WAIT } else { 2 }
}

# One request, repeated while there is hope. Answers Status (0: no answer), Text and Reason.
function Send-Request([string]$Method, [string]$Address, [hashtable]$Headers, [byte[]]$Body, [string]$ContentType) {
    $request = @{ Method = $Method; Uri = $Address; Headers = $Headers; SkipHttpErrorCheck = $true; TimeoutSec = 900 }
    if ($null -ne $Body) { $request.Body = $Body; $request.ContentType = $ContentType }
    $wait = Get-Wait
    for ($attempt = 1; ; $attempt++) {
        $answer = Get-Answer $request
        $transient = @(0, 408, 429, 500, 502, 503, 504) -contains $answer.Status
        if (-not $transient -or $attempt -ge $Attempts) { return $answer }
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
        @{ Status = $status; Text = $text.TrimStart([char]0xFEFF); Reason = $reason }
    }
    catch {
        @{ Status = 0; Text = ''; Reason = (Get-Presentable $_.Exception.Message) }
    }
}

function Stop-ForStorage($Answer) {
    if (@(401, 403, 404) -contains $Answer.Status) {
        Stop-Upload 6 @("The storage refused the upload ($($Answer.Reason)).", "The link of this script is good until $Expires.", $Renew)
    }
    Stop-Upload 7 @("The file could not be sent ($($Answer.Reason)).", 'Check the connection to the internet.', $Again)
}

function Send-Storage([string]$Method, [string]$Operation, [byte[]]$Body, [string]$ContentType, [hashtable]$More = @{}) {
    $headers = @{ 'x-ms-version' = '2021-12-02' } + $More
    Send-Request $Method "$Prefix${BlobName}?$Query&$Operation" $headers $Body $ContentType
}

# The size of one block, as small as the largest number of blocks allows.
function Get-BlockMiB([long]$Size) {
    $least = [int][Math]::Ceiling([double]$Size / ($MaxBlocks * $MiB))
    $wanted = 8
    if ($env:UPLOAD_BLOCK_MIB -match '^([1-9][0-9]?|100)$') { $wanted = [int]$env:UPLOAD_BLOCK_MIB }
    $blockMiB = [Math]::Max($least, $wanted)
    if ($blockMiB -gt $MaxBlockMiB) {
        Stop-Upload 10 @('The file is too large to be sent without AzCopy.', 'Install AzCopy and run the script again.')
    }
    $blockMiB
}

# The id names content, block size and place, so that only a block of this very file is ever taken as sent.
function Get-BlockId([string]$Hash, [int]$BlockMiB, [int]$Index) {
    $text = '{0}{1:d4}{2:d6}' -f $Hash.Substring(0, 32), $BlockMiB, $Index
    [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($text))
}

# The blocks that the storage already holds, as "id size".
function Get-HeldBlocks {
    $held = [Collections.Generic.HashSet[string]]::new()
    $answer = Send-Storage 'Get' 'comp=blocklist&blocklisttype=all' $null ''
    if ($answer.Status -eq 200) {
        foreach ($block in ([xml]$answer.Text).SelectNodes('//Block')) {
            [void]$held.Add($block.SelectSingleNode('Name').InnerText + ' ' + $block.SelectSingleNode('Size').InnerText)
        }
    }
    , $held
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

function Send-InBlocks([IO.FileInfo]$File, [string]$Hash) {
    $blockMiB = Get-BlockMiB $File.Length
    $blockSize = [long]$blockMiB * $MiB
    $count = [int][Math]::Ceiling([double]$File.Length / $blockSize)
    Write-Host "Sending the file without AzCopy, in $count blocks of $blockMiB MiB"
    $held = Get-HeldBlocks
    $list = [Text.StringBuilder]::new('<?xml version="1.0" encoding="utf-8"?><BlockList>')
    $stream = [IO.File]::OpenRead($File.FullName)
    try {
        for ($index = 0; $index -lt $count; $index++) {
            $id = Get-BlockId $Hash $blockMiB $index
            [void]$list.Append("<Latest>$id</Latest>")
            $length = [int][Math]::Min($blockSize, $File.Length - $index * $blockSize)
            $name = "Block $($index + 1) of $count"
            if ($held.Contains("$id $length")) { Write-Host "$name has arrived before"; continue }
            $block = Read-Block $stream ($index * $blockSize) $length
            $answer = Send-Storage 'Put' "comp=block&blockid=$id" $block 'application/octet-stream'
            if ($answer.Status -ne 201) { Stop-ForStorage $answer }
            Write-Host "$name sent"
        }
    }
    finally { $stream.Dispose() }
    $body = [Text.Encoding]::UTF8.GetBytes($list.Append('</BlockList>').ToString())
    $answer = Send-Storage 'Put' 'comp=blocklist' $body 'application/xml' @{ 'x-ms-blob-content-type' = 'application/zip' }
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
function Send-WithAzCopy([string]$AzCopy, [IO.FileInfo]$File) {
    Write-Host "Sending the file with AzCopy ($AzCopy)"
    $logs = (New-Item -ItemType Directory -Path (Join-Path $Work 'azcopy')).FullName
    $settings = @{ AZCOPY_LOG_LOCATION = $logs; AZCOPY_JOB_PLAN_LOCATION = $logs; AZCOPY_DISABLE_SYSLOG = 'true' }
    $before = @{}
    foreach ($name in $settings.Keys) { $before[$name] = [Environment]::GetEnvironmentVariable($name) }
    $arguments = @('copy', $File.FullName, "$Prefix${BlobName}?$Query", '--from-to=LocalBlob', '--overwrite=true',
        '--log-level=ERROR', '--output-type=json')
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
        Stop-Upload 6 @('The storage refused the upload.', "The link of this script is good until $Expires.", $Renew)
    }
    $trouble = $lines | Where-Object { $_ -cmatch 'ERR|"MessageType":"Error"|^[^{0-9 ]' } | Select-Object -Last 1
    Stop-Upload 8 @("AzCopy failed with exit code ${Code}: $(Get-Presentable $trouble)", 'Run the same command again.',
        'If it fails again, set $env:UPLOAD_WITHOUT_AZCOPY = 1 before it to send the file without AzCopy.')
}

# Tells the portal what was sent, which confirms it.
function Send-Report([IO.FileInfo]$File, [long]$Size, [string]$Hash) {
    $report = [ordered]@{ file_name = $File.Name; size = $Size; sha256 = $Hash } | ConvertTo-Json -Compress
    $body = [Text.Encoding]::UTF8.GetBytes($report)
    $answer = Send-Request 'Post' $CompleteAddress @{ 'x-upload-token' = $UploadToken } $body 'application/json'
    if ($answer.Status -ge 200 -and $answer.Status -lt 300) { Write-Host "Status: $($answer.Status)"; return }
    if ($answer.Status -eq 0 -or $answer.Status -ge 500) {
        Stop-Upload 9 @("The file was sent, but the portal did not confirm it ($($answer.Reason)).",
            'The upload may still have succeeded: wait about 15 minutes, then refresh the home page.', $Again)
    }
    Stop-Upload 9 @("The file was sent, but the portal refused it ($($answer.Reason)).", $Renew)
}

$File = Get-Zip $ZipPath
if ($CompleteAddress -notmatch '^https?://') { Stop-Upload 5 @('This script was not filled in by the portal.', $Renew) }
$Work = New-WorkFolder
try {
    Write-Host "Model: $(Get-Presentable $ModelName) (record $RecordId), to be sent to $Folder"
    Write-Host "Calculating the SHA-256 hash of $(Get-Presentable $File.Name)"
    $Size = $File.Length
    $Hash = (Get-FileHash -LiteralPath $File.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
    Write-Host "SHA-256: $Hash ($Size bytes)"
    $AzCopy = Find-AzCopy $File.FullName
    if ($AzCopy) { Send-WithAzCopy $AzCopy $File } else { Send-InBlocks $File $Hash }
    Send-Report $File $Size $Hash
    Write-Host 'The upload is complete. Allow about 15 minutes, and more for 15G or more, until the home page shows the'
    Write-Host 'model as pending admin acceptance.'
}
finally { Remove-Item -LiteralPath $Work -Recurse -Force -ErrorAction SilentlyContinue }
exit 0
