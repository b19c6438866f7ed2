# SPDX-License-Identifier: Apache-2.0 OR MIT
# For tests of emitted C: source this from the root of the tree. TAP, a folder $work, and how C is compiled:
# "${strict[@]}" has every warning, "${sanitized[@]}" sanitizers besides, "${strict_cxx[@]}" is for C++;
# "${compilers[@]}" are gcc and clang. In the quick tier there is gcc alone, and no sanitizer.
# shellcheck disable=SC2034
. tests/tap.sh
temporary_folder
strict=(-std=c11 -Wall -Wextra -Wconversion -Werror)
sanitized=("${strict[@]}" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)
strict_cxx=(-std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
compilers=(gcc clang)
! short || compilers=(gcc) sanitized=("${strict[@]}" -O1)
