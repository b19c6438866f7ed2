# SPDX-License-Identifier: Apache-2.0 OR MIT
serve() { exec fairlead monitor serve --store theirs --key key --anchor anchor --port 7401; }
serve & until redis-cli -p 7401 ping; do kill -0 $! || exit; sleep 0.1; done 2>/dev/null
redis-cli -p 7401 set balance 100
redis-cli -p 7401 seal >sealed; cp -r theirs yesterday # who owns the disk keeps a copy,
redis-cli -p 7401 set balance 5
kill %1; wait
rm -r theirs; mv yesterday theirs                    # and puts it back
serve
