#!/usr/bin/env bash
# AbiWord 3.0.5 (Debian 12: abiword 3.0.5~dfsg-3.2): saved as HTML, a paragraph with line breaks keeps only its last line,
# and a space before italic words is lost, which joins two words. Saved as plain text, the same document keeps all.
# Output seen: 'text: one two / three four / five six / plain slanted end' and 'html: five six / plainslanted end'.
# One would guess otherwise: HTML has line breaks and spaces, the program reports nothing, and its other formats lose
# neither. Poems and letters from such files are gone before any reader of HTML can see them.
set -euo pipefail
command -v abiword >/dev/null || apt-get install -y --no-install-recommends abiword >/dev/null
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s' '{\rtf1\ansi one two\line three four\line five six\par plain {\i slanted} end\par}' > poem.rtf
for format in txt html; do abiword --to=$format --to-name="$folder/poem.$format" poem.rtf 2>/dev/null; done
text=$(paste -sd/ poem.txt | sed 's#/# / #g')
html=$(sed -n '/<body/,$p' poem.html | tr -s '\n ' ' ' | sed 's#</p>#/#g; s#<[^>]*>##g; s#[/ ]*$##; s# */ *# / #; s#^ *##')
echo "text: $text"
echo "html: $html"
[ "$(abiword --version)" = 3.0.5 ]
[ "$text" = 'one two / three four / five six / plain slanted end' ] || { echo 'This has changed.'; exit 1; }
[ "$html" = 'five six / plainslanted end' ] || { echo 'This has changed.'; exit 1; }
