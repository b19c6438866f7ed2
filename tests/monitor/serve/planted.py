# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whoever has the store's folder puts something in the place of each of its files, to have the server, an import or an
export open it: links to the server's key and to files that are not there, second names of the key, pipes, folders,
sockets, devices. Nothing outside of the folder is written, made or waited for; the same for files beside the anchor
and an export, where others can write."""
import os
import shutil
import socket
import subprocess

from harness import SERVE, Server, check, done, folder

FILES = ["lock.mdb", "data.mdb", "journal-0", "journal-1"]
bin_folder = os.path.dirname(os.path.abspath(SERVE))


def path(name):
    return os.path.join(folder, name)


server = Server("db", name="mine")
server.client().ask("set", "k", "v")
check("it stops", server.stop() == 0, server.said())
shutil.copytree(path("db"), path("right"))
key = open(path("mine.key"), "rb").read()
victim = path("mine.key")


def link(name):
    os.symlink(victim, name)


def nowhere(name):
    os.symlink(path("made"), name)


def another_name(name):
    os.link(victim, name)


def a_socket(name):
    s = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(os.path.dirname(name))  # names of sockets are short
    s.bind(os.path.basename(name))
    os.chdir(here)
    s.close()


planted = {"a link to the key": link, "a link to what is not there": nowhere, "another name of the key": another_name,
           "a pipe": os.mkfifo, "a folder": os.mkdir, "a socket": a_socket}
if os.getuid() == 0:
    try:
        os.mknod(path("null"), 0o20600, os.makedev(1, 3))
        planted["a device"] = lambda name: os.mknod(name, 0o20600, os.makedev(1, 3))
    except OSError:
        print("# no devices can be made here")


def run(program, *words):
    """Its status, and what it said; None: it went on."""
    p = subprocess.Popen([os.path.join(bin_folder, "fairlead-monitor-" + program), "--store", path("db"), "--key",
                          victim, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True)
    line = p.stdout.readline()
    if line.startswith("listening"):
        p.kill()
        p.communicate()
        return None, "it serves"
    said = p.communicate()[1]
    return p.returncode, line + said


programs = {"serve": ["--anchor", path("mine.anchor"), "--port", "0"], "export": ["--anchor", path("mine.anchor")],
            "import": ["--anchor", path("other.anchor")]}
for program, words in programs.items():
    for what, plant in planted.items():
        wrong = []
        for name in FILES:
            shutil.rmtree(path("db"))
            shutil.copytree(path("right"), path("db"))
            if program == "import":  # into a store that is new, but for what was put there
                for other in FILES:
                    os.remove(path("db/" + other))
            else:
                os.remove(path("db/" + name))
            plant(path("db/" + name))
            if os.path.exists(path("other.anchor")):
                os.remove(path("other.anchor"))
            status, said = run(program, *words)
            right = status == 1 and name in said and "help: " in said
            if not right or open(victim, "rb").read() != key or os.path.exists(path("made")):
                wrong.append((name, status, said, open(victim, "rb").read()[:20], os.path.exists(path("made"))))
                open(victim, "wb").write(key)
        check(f"{program}: {what} in the place of each of {len(FILES)} files is refused, and not touched", not wrong,
              wrong)

shutil.rmtree(path("db"))
shutil.copytree(path("right"), path("db"))
server = Server("db", name="mine")
check("with the right files it serves", server.port is not None and server.client().ask("get", "k") == b"v",
      server.said())
server.stop()

# ---- Beside the anchor and an export.

other = path("another's")
for name, what in [("mine.anchor.new", "while an anchor is replaced"), ("mine.anchor.lock", "as the lock")]:
    with open(other, "w") as f:
        f.write("somebody else's")
    if os.path.exists(path(name)):
        os.remove(path(name))
    os.symlink(other, path(name))
    anchor = open(path("mine.anchor")).read()
    if "new" in name:  # one that has to be replaced: another length
        os.remove(path("mine.anchor"))
        server = Server("fresh", name="mine")
    else:
        server = Server("db", name="mine")
    check(f"a link {what}: nothing is written through it", server.status == 1 if server.port is None else False,
          server.said())
    check("what it leads to is as it was", open(other).read() == "somebody else's")
    os.remove(path(name))
    if "new" in name:
        open(path("mine.anchor"), "w").write(anchor)
os.symlink(other, path("all.resp.unfinished"))
status, said = run("export", "--anchor", path("mine.anchor"), "-o", path("all.resp"))
check("an export does not write through a link", status == 1 and "symbolic link" in said
      and open(other).read() == "somebody else's", (status, said))
os.remove(path("all.resp.unfinished"))
status, said = run("export", "--anchor", path("mine.anchor"), "-o", path("all.resp"))
check("without it, it does", status == 0 and b"SET" in open(path("all.resp"), "rb").read(), (status, said))
done()
