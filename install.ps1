# Installs the built program `privet` on Windows for the user who runs this, and nothing else. -Help says how.
param(
    [string]$To = '',
    [string]$From = $env:PRIVET_FROM,
    [switch]$Help
)
Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
# Windows PowerShell's bar makes downloads many times slower.
$ProgressPreference = 'SilentlyContinue'

# Written by `.ci/gather` into the copy that belongs to a release. Without them -From says where from.
$version = ''
$base = ''

function Stop-Install([string]$Message) {
    [Console]::Error.WriteLine("error: $Message")
    exit 2
}

function Get-Part([string]$Place, [string]$Name, [string]$Into) {
    try {
        if ($Place -like 'https://*') {
            Invoke-WebRequest -UseBasicParsing -Uri "$Place/$Name" -OutFile $Into
        } else {
            Copy-Item -LiteralPath (Join-Path $Place $Name) -Destination $Into
        }
    } catch {
        Stop-Install "$Name cannot be had from ${Place}: $($_.Exception.Message)"
    }
}

# The archive's name, and the checksum that it must have: the one line of the list that is for this machine.
function Find-Archive([string]$List, [string]$Target) {
    $wanted = if ($version) { [regex]::Escape($version) } else { '[0-9A-Za-z.+-]+' }
    $lines = @(Get-Content -LiteralPath $List |
        Where-Object { $_ -cmatch "^[0-9a-f]{64} [ *]privet-$wanted-$Target\.zip$" })
    if ($lines.Count -eq 0) { Stop-Install "the list of checksums has no privet $version for $Target" }
    if ($lines.Count -gt 1) { Stop-Install "there is more than one privet for ${Target}: keep one" }
    @{ Sum = $lines[0].Substring(0, 64); Name = $lines[0].Substring(66) }
}

if ($Help) {
    Write-Output @'
Installs the program privet for you alone: no administrator, no change to your PATH.

usage: .\install.ps1 [-To FOLDER] [-From PLACE]

  -To FOLDER    where privet.exe goes; %LOCALAPPDATA%\Programs\privet if not said. One that is there is replaced.
  -From PLACE   a folder, or another https: address than the release's own; PRIVET_FROM says the same.

Nothing is unpacked before its SHA-256 is that of the list.
'@
    exit 0
}

if (-not $From) { $From = $base }
if (-not $From) {
    Stop-Install 'this copy of the installer belongs to no release: say with -From FOLDER where the archive is'
}
if ($From -like '*://*' -and $From -notlike 'https://*') {
    Stop-Install "only https: addresses and folders are taken, not $From"
}
if (-not $To) {
    if (-not $env:LOCALAPPDATA) { Stop-Install 'LOCALAPPDATA is not set: say where the program goes with -To FOLDER' }
    $To = Join-Path $env:LOCALAPPDATA 'Programs\privet'
}
$To = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($To)
# Windows on ARM runs programs for x86-64.
if ($env:PROCESSOR_ARCHITECTURE -notin 'AMD64', 'ARM64') {
    Stop-Install ("there is no built program for $env:PROCESSOR_ARCHITECTURE; with Rust (https://rustup.rs) and a C " +
        'compiler it is built from source, in a clone: cargo install --locked --path cli')
}
[Net.ServicePointManager]::SecurityProtocol =
    [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

$work = Join-Path ([IO.Path]::GetTempPath()) ('privet-install-' + [Guid]::NewGuid())
$new = ''
try {
    New-Item -ItemType Directory -Path $work | Out-Null
    $list = Join-Path $work 'SHA256SUMS'
    Get-Part $From 'SHA256SUMS' $list
    $archive = Find-Archive $list 'x86_64-pc-windows-msvc'
    $zip = Join-Path $work $archive.Name
    Get-Part $From $archive.Name $zip
    $got = (Get-FileHash -Algorithm SHA256 -LiteralPath $zip).Hash.ToLowerInvariant()
    if ($got -cne $archive.Sum) {
        Stop-Install "the checksum of $($archive.Name) is $got, not $($archive.Sum) as listed; nothing was installed"
    }

    Expand-Archive -LiteralPath $zip -DestinationPath $work
    $program = Join-Path (Join-Path $work ([IO.Path]::GetFileNameWithoutExtension($archive.Name))) 'privet.exe'
    # Copied beside its place and tried there, then renamed: there is the old program or the new one.
    New-Item -ItemType Directory -Force -Path $To | Out-Null
    $place = Join-Path $To 'privet.exe'
    $new = Join-Path $To ('.privet-' + [Guid]::NewGuid() + '.exe')
    Copy-Item -LiteralPath $program -Destination $new
    $said = & $new --version
    if ($LASTEXITCODE -ne 0) { Stop-Install 'the program does not run on this machine; nothing was installed' }
    if (Test-Path -LiteralPath $place) {
        [IO.File]::Replace($new, $place, [NullString]::Value)
    } else {
        [IO.File]::Move($new, $place)
    }
    Write-Output "Installed: $place ($said; its checksum is that of the list)"
    if (($env:PATH -split ';') -notcontains $To) {
        Write-Output "Not on your PATH: add $To to it, or name the program in full."
    }
    Write-Output 'Completions: privet completions --help'
} finally {
    Remove-Item -Recurse -Force -LiteralPath $work -ErrorAction SilentlyContinue
    if ($new -and (Test-Path -LiteralPath $new)) { Remove-Item -Force -LiteralPath $new }
}
