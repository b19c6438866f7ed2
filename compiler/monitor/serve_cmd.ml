(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let serve words = Companion.become "fairlead-monitor-serve" words

let cmd =
  let words =
    Places.(all
      [
        store
          "Where the records are, which nobody has to trust: a folder (LMDB, made if it is not there), or \
           $(b,redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]), $(b,rediss://) with TLS, $(b,unix://PATH), or a \
           Redis Cluster, of which some nodes are named: \
           $(b,redis-cluster://[USER:PASSWORD@]HOST[:PORT],HOST[:PORT]), $(b,rediss-cluster://). A password there is \
           seen by others of this machine: better in $(b,--store-password-file).";
        key
          "The private key that seals are signed with (Ed25519, PEM), in a place that nobody else reads. With a new \
           anchor it is made if it is not there, and the public key beside it, in FILE.pub.";
        others;
        optional "address" "ADDRESS" "Listen there: an IPv4 or IPv6 address of this machine, or a name (127.0.0.1).";
        optional "port" "PORT" "And at this port (6379); 0 picks a free one.";
        optional "password-file" "FILE"
          "Clients say its first line (AUTH, HELLO) before anything else; or $(b,FAIRLEAD_PASSWORD) has it.";
        optional "users" "FILE"
          "Clients are one of these users: lines $(b,user NAME on >PASSWORD ~PREFIX* +@CLASS +COMMAND), as in Redis' \
           ACL files. docs/monitor-serve.md has the rules. SIGHUP has it, passwords and certificates read again.";
        optional "protected-mode" "MODE"
          "$(b,yes) (the default): without a password clients of other machines are denied. $(b,no): whoever reaches \
           the port is served.";
        optional "tls-cert" "FILE" "Clients speak TLS, and this is the server's certificate, with its chain (PEM).";
        optional "tls-key" "FILE" "The private key of that certificate.";
        optional "tls-ca" "FILE" "Clients need a certificate that one of these authorities has signed (PEM).";
        optional "acknowledge" "WHEN"
          "$(b,at-once) (the default): answers are sent when they are checked, and a crash loses what was written \
           since the last seal. $(b,sealed): answers are sent when all they may rest on is in the store and sealed, \
           and the anchor knows.";
        optional "commit-every" "MS" "Write to the store and seal, so long after the first change (5).";
        optional "checkpoint-every" "MS" "Hash and write the tree, and not only what was done (1000).";
        optional "anchor-every" "MS"
          "Replace the anchor at most so often, but for SEAL (1000; with $(b,--acknowledge sealed) 0: at once).";
        optional "unsealed-most" "MS"
          "Change nothing while a change that was acknowledged longer ago is not in the store (1000): a crash loses no \
           more than was acknowledged within so long.";
        optional "when-unstored" "WHAT"
          "$(b,refuse) (the default): while the store does not take what was changed, nothing else is changed \
           (-MISCONF). $(b,accept): it is, up to $(b,--memory).";
        optional "script-busy" "MS" "Others are told -BUSY when a script has run for so long (5000).";
        optional "script-most" "MS"
          "A script that has run for so long is ended (30000). What it had changed before stays changed.";
        flag "standby"
          "One of several servers with one store and one anchor, which decides which of them leads: this one waits \
           while another does, and takes over when that is dead. docs/monitor-standby.md.";
        optional "lease" "MS"
          "With $(b,--standby), and the same for all of them: how long the leader answers after the anchor said that \
           it leads (3000). A standby takes over when the leader gave no sign for so long.";
        optional "cluster" "FILE"
          "One of several servers that share out all keys by slots, as the nodes of a Redis Cluster do. The file is \
           the same for all of them, a line for each: NAME HOST:PORT SLOTS, such as $(b,a 10.0.0.1:6379 0-5460). \
           SIGHUP has it read again. A store keeps the slots that it was made for. docs/monitor-cluster.md.";
        optional "cluster-me" "NAME" "Which of them this is: the name in the file, or the address.";
        optional "gate" "WHERE"
          "$(b,inside) (the default): the gate, the key, seals and receipts are in the server's process. $(b,process): \
           in one of their own, which signs what its own monitor answered, so that a receipt that checks is right \
           whoever has the server's process. docs/monitor-gate.md.";
        optional "signers" "FILE" "Clients that number and sign what they change: docs/monitor-client.md.";
        optional "signed" "WHICH" "What they have to: $(b,some) (the default) is free, $(b,all) is for them only.";
        optional "slots" "N"
          "Records in the monitor's cache, those of the tree included: 512 to 4194304 (262144; with $(b,--log) 65536, \
           and no more). Each 65536 have 27 MB.";
        optional "near" "N"
          "Records that are kept in the server's memory besides, of 336 bytes each as they come, to look into the \
           store less often (262144).";
        optional "memory" "MIB"
          "What may wait to be written (256): from three quarters on, changes wait, and beyond it they are refused.";
        optional "clients-memory" "MIB"
          "What all clients may have us hold (512): incomplete commands, transactions, answers that are not taken. \
           Beyond it whoever holds most is let go.";
        optional "certificates" "MIB" "What the command CERTIFICATE answers from (64): minutes, not hours.";
        optional "connections" "N" "Open at once (1024).";
        optional "timeout" "MS" "Close a connection that asks nothing for so long (never).";
        optional "log" "PLACE"
          "Write the monitor's log, for $(b,fairlead monitor verify): all of a run, so it grows with each answer. In a \
           folder, a new file for each run (then $(b,verify --chain) PLACE/*); otherwise a file that is not there yet, \
           or a pipe.";
      ])
  in
  let exits =
    Cmd.Exit.
      [
        info 0 ~doc:"after SIGTERM or SIGINT, when all is sealed.";
        info 1 ~doc:"when it cannot start, the last changes could not be sealed, or it was refused while it ran.";
        info 2 ~doc:"on a command line that makes no sense.";
        info 3 ~doc:"when the store is refused at the start: it is not what was sealed, or older than the anchor.";
        info 4 ~doc:"with $(b,--standby), when another server has taken over: start it again, and it stands by.";
      ]
  in
  Cmd.v
    (Cmd.info "serve" ~exits
       ~doc:"A store that speaks Redis' protocol, over a disk or a Redis that nobody has to trust."
       ~man:
         [
           `S Manpage.s_description;
           `P "Every answer is checked before it is sent. A lie of the store that is noticed is an error to the \
               client; from then on the server answers nothing. docs/monitor-serve.md says what is \
               promised, and what is not.";
           `P "Commands: GET SET (EX PX EXAT PXAT NX XX KEEPTTL GET) DEL UNLINK EXISTS TOUCH MGET MSET MSETNX INCR \
               DECR INCRBY DECRBY INCRBYFLOAT APPEND GETRANGE SUBSTR SETRANGE GETBIT SETBIT GETSET GETDEL GETEX SETNX \
               SETEX PSETEX STRLEN TYPE RENAME RENAMENX COPY (DB 0, REPLACE) EXPIRE PEXPIRE EXPIREAT PEXPIREAT (NX XX \
               GT LT) TTL PTTL EXPIRETIME PEXPIRETIME PERSIST SCAN (MATCH COUNT TYPE) KEYS DBSIZE FLUSHDB FLUSHALL \
               MULTI EXEC DISCARD WATCH UNWATCH SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE PUBLISH \
               PUBSUB (CHANNELS NUMSUB NUMPAT) EVAL EVALSHA EVAL_RO EVALSHA_RO SCRIPT TIME PING ECHO SELECT (0) \
               INFO COMMAND CONFIG CLIENT HELLO (2, 3; AUTH, SETNAME) RESET ROLE WAIT OBJECT (ENCODING, REFCOUNT) QUIT \
               HSET HMSET HSETNX HGET HMGET HGETALL HKEYS HVALS HLEN HEXISTS HSTRLEN HDEL HINCRBY HINCRBYFLOAT HSCAN \
               HRANDFIELD LPUSH RPUSH LPUSHX RPUSHX LPOP RPOP LLEN LINDEX LRANGE LTRIM LSET LREM LINSERT LMOVE \
               RPOPLPUSH BLPOP BRPOP BLMOVE BRPOPLPUSH SADD SREM SISMEMBER SMISMEMBER SMEMBERS SCARD SPOP \
               SRANDMEMBER SMOVE SSCAN SINTER SUNION SDIFF SINTERSTORE SUNIONSTORE SDIFFSTORE ZADD (NX XX GT LT CH \
               INCR) ZINCRBY ZREM ZSCORE ZMSCORE ZCARD ZRANK ZREVRANK ZCOUNT ZLEXCOUNT ZRANGE (BYSCORE BYLEX REV \
               LIMIT WITHSCORES) ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGEBYLEX ZREVRANGEBYLEX ZREMRANGEBYRANK \
               ZREMRANGEBYSCORE ZREMRANGEBYLEX ZPOPMIN ZPOPMAX BZPOPMIN BZPOPMAX ZSCAN SINTERCARD LMPOP BLMPOP ZMPOP \
               BZMPOP LPOS RANDOMKEY ZRANDMEMBER ZUNION ZINTER ZDIFF (WEIGHTS AGGREGATE WITHSCORES) ZUNIONSTORE \
               ZINTERSTORE ZDIFFSTORE ZINTERCARD ZRANGESTORE XADD (NOMKSTREAM MAXLEN MINID LIMIT) XLEN XRANGE \
               XREVRANGE XDEL XTRIM XSETID XREAD (COUNT BLOCK) XGROUP XREADGROUP XACK XPENDING XCLAIM \
               XAUTOCLAIM XINFO AUTH, CLUSTER READONLY \
               READWRITE ASKING (with $(b,--cluster)), and RECEIPT, CERTIFIED, CERTIFICATE, SEAL, SIGNED. Keys \
               have at most 65,535 bytes, values 1,048,576.";
         ])
    Term.(const serve $ words)
