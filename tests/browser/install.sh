#!/bin/sh
# Install the browser that the tests of the pages drive, or say in one line what to do instead.
set -u

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null && exit 0
done
[ -n "${LINEWISE_TEST_BROWSER:-}" ] && exit 0

if ! command -v apt-get >/dev/null; then
    reason="there is no apt-get here"
elif [ "$(id -u)" -ne 0 ]; then
    reason="only root may"
elif apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; then
    exit 0
else
    reason="apt-get failed"
fi
echo "Chromium was not installed ($reason): tests of the pages are skipped." \
    "Install it, or put its path into LINEWISE_TEST_BROWSER."
